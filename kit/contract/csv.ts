// A table as CSV text that spreadsheets read: quoted where needed, formulas defused.
const risky = /^[=+\-@\t\r]/;

/** A leading sign is kept for numbers; anything else that looks like a formula gets an apostrophe. */
export function csvCell(value: string): string {
  const safe = risky.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
}
