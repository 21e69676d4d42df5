// A CSV that leaves the browser as a file, in UTF-8 with a mark for Korean Excel.
import { siteTimeZone } from './i18n/moments.ts';
import { saveFile } from './save-file.ts';

export { csvText } from '../contract/csv.ts';

/** Head of a column of times: a file says whose clock it is. */
export const timeHead = (name: string): string => `${name} (${siteTimeZone()})`;

export function downloadCsv(name: string, text: string): void {
  saveFile(name, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}
