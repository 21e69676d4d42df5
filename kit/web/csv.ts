// A CSV that leaves the browser as a file, in UTF-8 with a mark for Korean Excel.
export { csvCell, csvText } from '../contract/csv.ts';

export function downloadCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
