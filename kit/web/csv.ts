// A table as CSV that spreadsheets read: quoted where needed, formulas defused, UTF-8 with a mark for Korean Excel.
const risky = /^[=+\-@\t\r]/;

/** A leading sign is kept for numbers; anything else that looks like a formula gets an apostrophe. */
export function csvCell(value: string): string {
  const safe = risky.test(value) && !/^[+-]?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
}

export function downloadCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
