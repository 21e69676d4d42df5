// A table as CSV text that spreadsheets read: quoted where needed, formulas defused.
/** Also in full width and small forms (OWASP, CSV injection), behind blanks and letters that are not seen. */
const risky = /^[\p{Z}\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]|^[\t\r\n]/u;

/** A leading sign is kept for numbers; anything else that looks like a formula gets an apostrophe. */
export function csvCell(value: string): string {
  const safe = risky.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  // Where a semicolon or a tab parts the cells, a piece behind it would begin one of its own.
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
}
