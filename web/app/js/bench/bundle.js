/**
 * Several files as one: a ZIP archive, stored without packing.
 */

/** The table of CRC-32, as ZIP wants it. */
const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** The first day that ZIP knows: the files are told apart by their content, not by their time. */
const DAY = (1 << 5) | 1;

/**
 * An archive of files by their names.
 * @param {Record<string, string | Uint8Array<ArrayBuffer>>} files @returns {Blob}
 */
export function zip(files) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const bodies = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const directory = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, body] = [encoder.encode(path), typeof content === 'string' ? encoder.encode(content) : content];
    // Version 2.0, names in UTF-8, stored.
    const facts = [20, 0x0800, 0, 0, DAY];
    const sizes = [crc32(body), body.length, body.length];
    const head = record(0x04034b50, [...facts], sizes, [name.length, 0]);
    directory.push(record(0x02014b50, [20, ...facts], sizes, [name.length, 0, 0, 0, 0], [0, offset]), name);
    bodies.push(head, name, body);
    offset += head.length + name.length + body.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = Object.keys(files).length;
  const end = record(0x06054b50, [0, 0, count, count], [length, offset], [0]);
  return new Blob([...bodies, ...directory, end], { type: 'application/zip' });
}

/** A record: its mark, then 16-bit and 32-bit numbers in turn, the low byte first. @param {number} mark @param {...number[]} groups @returns {Uint8Array<ArrayBuffer>} */
function record(mark, ...groups) {
  const widths = [4, ...groups.flatMap((group, index) => group.map(() => (index % 2 === 0 ? 2 : 4)))];
  const view = new DataView(new ArrayBuffer(widths.reduce((sum, width) => sum + width, 0)));
  let at = 0;
  [mark, ...groups.flat()].forEach((number, index) => {
    if (widths[index] === 2) view.setUint16(at, number, true);
    else view.setUint32(at, number, true);
    at += widths[index];
  });
  return new Uint8Array(view.buffer);
}
