/** Rows as comma-separated values (RFC 4180). */

/** A table with a line of names. @param {readonly string[]} columns @param {readonly Record<string, any>[]} rows */
export function csvText(columns, rows) {
  const field = (/** @type {any} */ value) => {
    const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((name) => field(row[name])))].map((line) => `${line.join(',')}\n`).join('');
}

/** The fields of a line, quotes taken off. @param {string} line */
export function csvFields(line) {
  const fields = [];
  for (const [, quoted, plain, end] of line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g)) {
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
  }
  return fields;
}
