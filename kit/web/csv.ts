// A CSV that leaves the browser as a file, in UTF-8 with a mark for Korean Excel.
import { saveFile } from './save-file.ts';

export { csvCell, csvText } from '../contract/csv.ts';

export function downloadCsv(name: string, text: string): void {
  saveFile(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}
