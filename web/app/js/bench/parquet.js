/**
 * Rows as an Apache Parquet file: one group of rows, plain values, not packed.
 *
 * The layout is that of the format's own description (parquet-format 2): the magic word, a page for each column, and
 * what is told about them in Thrift's compact protocol.
 */

/** @typedef {'boolean' | 'integer' | 'number' | 'text'} Kind */

const MAGIC = [0x50, 0x41, 0x52, 0x31];
/** The numbers by which the format calls types of values. @type {Record<Kind, number>} */
const TYPES = { boolean: 0, integer: 2, number: 5, text: 6 };
/** How values and levels are written. */
const [PLAIN, RLE] = [0, 3];
const [OPTIONAL, UTF8] = [1, 0];

/* ---- Thrift's compact protocol ---- */

const [I32, I64, BINARY, LIST, STRUCT] = [5, 6, 8, 9, 12];

/** @param {number} value @returns {number[]} */
function varint(value) {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
}

/** @typedef {[kind: number, bytes: number[]]} Item */
/** A number; none of ours is negative. @param {number} value @param {number} [kind] @returns {Item} */
const int = (value, kind = I32) => [kind, varint(value * 2)];
/** @param {number} value @returns {Item} */
const long = (value) => int(value, I64);
/** @param {string} text @returns {Item} */
const binary = (text) => {
  const bytes = new TextEncoder().encode(text);
  return [BINARY, [...varint(bytes.length), ...bytes]];
};
/** @param {number} kind @param {Item[]} items @returns {Item} */
const list = (kind, items) => {
  const head = items.length < 15 ? [items.length << 4 | kind] : [0xf0 | kind, ...varint(items.length)];
  return [LIST, [...head, ...items.flatMap(([, bytes]) => bytes)]];
};
/** Members by their numbers. @param {Record<number, Item>} members @returns {Item} */
const struct = (members) => {
  let before = 0;
  const bytes = Object.entries(members).flatMap(([number, [kind, content]]) => {
    const delta = Number(number) - before;
    before = Number(number);
    return [delta << 4 | kind, ...content];
  });
  return [STRUCT, [...bytes, 0]];
};

/* ---- columns ---- */

/** What all values of a column are. @param {unknown[]} values @returns {Kind} */
function kindOf(values) {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (known.length === 0) return 'text';
  if (known.every((value) => typeof value === 'boolean')) return 'boolean';
  if (known.every((value) => Number.isSafeInteger(value))) return 'integer';
  return known.every((value) => typeof value === 'number') ? 'number' : 'text';
}

/** Which values are there: runs of ones and zeros, after their length. @param {boolean[]} there */
function levels(there) {
  const runs = [];
  for (let at = 0; at < there.length;) {
    let end = at;
    while (end < there.length && there[end] === there[at]) end++;
    runs.push(...varint((end - at) * 2), there[at] ? 1 : 0);
    at = end;
  }
  return [...new Uint8Array(new Uint32Array([runs.length]).buffer), ...runs];
}

/** @type {Record<Kind, (values: any[]) => number[]>} */
const WRITTEN = {
  boolean: (values) => Array.from({ length: Math.ceil(values.length / 8) }, (_, byte) =>
    values.slice(byte * 8, byte * 8 + 8).reduce((bits, value, bit) => bits | (value ? 1 << bit : 0), 0)),
  integer: (values) => [...new Uint8Array(new BigInt64Array(values.map(BigInt)).buffer)],
  number: (values) => [...new Uint8Array(new Float64Array(values).buffer)],
  text: (values) => values.flatMap((value) => {
    const bytes = new TextEncoder().encode(String(value));
    return [...new Uint8Array(new Uint32Array([bytes.length]).buffer), ...bytes];
  }),
};

/** A column as a page, its head first. @param {unknown[]} values @param {Kind} kind */
function page(values, kind) {
  const there = values.map((value) => value !== null && value !== undefined);
  const content = [...levels(there), ...WRITTEN[kind](values.filter((_, at) => there[at]))];
  const [, head] = struct({
    1: int(0), 2: int(content.length), 3: int(content.length),
    5: struct({ 1: int(values.length), 2: int(PLAIN), 3: int(RLE), 4: int(RLE) }),
  });
  return [...head, ...content];
}

/**
 * Rows as a file; a value that a row does not have is null.
 * @param {readonly Record<string, unknown>[]} rows @param {readonly string[]} names of the columns, at least one
 */
export function toParquet(rows, names) {
  /** @type {number[][]} */
  const parts = [MAGIC];
  let offset = MAGIC.length;
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name]);
    const kind = kindOf(values);
    const bytes = page(values, kind);
    const about = { name, kind, size: bytes.length, offset };
    parts.push(bytes);
    offset += bytes.length;
    return about;
  });
  const chunks = columns.map(({ name, kind, size, offset: start }) => struct({
    2: long(start),
    3: struct({
      1: int(TYPES[kind]), 2: list(I32, [int(PLAIN), int(RLE)]), 3: list(BINARY, [binary(name)]), 4: int(0),
      5: long(rows.length), 6: long(size), 7: long(size), 9: long(start),
    }),
  }));
  const schema = [
    struct({ 4: binary('rows'), 5: int(columns.length) }),
    ...columns.map(({ name, kind }) => {
      const element = { 1: int(TYPES[kind]), 3: int(OPTIONAL), 4: binary(name) };
      return struct(kind === 'text' ? { ...element, 6: int(UTF8) } : element);
    }),
  ];
  const group = struct({ 1: list(STRUCT, chunks), 2: long(offset - MAGIC.length), 3: long(rows.length) });
  const [, foot] = struct({ 1: int(1), 2: list(STRUCT, schema), 3: long(rows.length), 4: list(STRUCT, [group]), 6: binary('taquin') });
  parts.push(foot, [...new Uint8Array(new Uint32Array([foot.length]).buffer)], MAGIC);
  return Uint8Array.from(parts.flat());
}
