// Which characters the first font file must hold: all that our own texts use, besides Latin, digits and marks.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const textFolders = ['kit/web', 'kit/contract', 'features', 'sites', 'engine'];
const textFile = /\.(tsx?|json)$/;
const skipped = ['node_modules', 'dist', 'server', 'testing', 'recordings', 'build', 'e2e'];
/** Members never read the words of the back office. */
const skippedIn = { member: new Set([...skipped, 'admin', 'desk']), admin: new Set(skipped) };
export type AppName = keyof typeof skippedIn;

function* filesBelow(folder: string, app: AppName): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skippedIn[app].has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, app);
    else if (textFile.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

/** Of Latin-1 what figures and marks need; its letters are those of a few names. */
const latinMarks = '\u00a0£©®°±·×÷';

/** Latin, general punctuation, currency, arrows and the few shapes that figures are written with. */
export function latinAndMarks(): string {
  let text = '';
  for (let code = 0x20; code < 0x7f; code += 1) text += String.fromCharCode(code);
  return `${text}${latinMarks}–—‘’“”•…‰′″₩€₿←↑→↓↔⇄−×÷≈≠≤≥∞▲▼△▽●○■□◆✓·「」『』〈〉《》、。ㆍ`;
}

/** The rest of Latin-1: a quarter of the Latin part, for what our own texts never have. */
export function accents(): string {
  let text = '';
  for (let code = 0xa1; code < 0x100; code += 1) text += String.fromCharCode(code);
  return [...text].filter((letter) => !latinMarks.includes(letter)).join('');
}

/** What first screens are written with: the shell, home, the way in and the market with its symbols, beside what a site says of itself. */
const firstTexts =
  /\/apps\/member\/(texts\.ts|layouts\/|pages\/(home|futures)\/)|\/apps\/admin\/(texts\.ts|layouts\/)|\/sites\/|\/kit\/web\/ui\/|\/account\/web\/(account-texts|login)|\/engine\/market\/symbols\.ts/;

/** What notices on home and names in its lists have besides: one stray syllable would fetch a part of 20 to 40 KB. */
const often = '칠즈클법외질명떻참릅왜렇엽억닥';

export function glyphsOfFirstScreens(repository: string, app: AppName): string {
  return often + glyphsOfTexts(repository, app, (path) => firstTexts.test(path.replaceAll('\\', '/')));
}

export function glyphsOfTexts(repository: string, app: AppName, isMeant = (_path: string) => true): string {
  const used = new Set<string>();
  for (const folder of [...textFolders, `apps/${app}`]) {
    for (const path of filesBelow(join(repository, folder), app)) {
      if (!isMeant(path)) continue;
      for (const syllable of readFileSync(path, 'utf8').matchAll(/[\u3131-\u318e\uac00-\ud7a3]/g)) used.add(syllable[0]);
    }
  }
  return [...used].sort().join('');
}

/** The 2,350 syllables of KS X 1001, decoded from their EUC-KR rows 0xB0 to 0xC8. */
export function standardSyllables(): string {
  const bytes: number[] = [];
  for (let row = 0xb0; row <= 0xc8; row += 1) for (let cell = 0xa1; cell <= 0xfe; cell += 1) bytes.push(row, cell);
  return new TextDecoder('euc-kr').decode(Uint8Array.from(bytes)).replace(/[^\uac00-\ud7a3]/g, '');
}

/** `U+AC00-AC02,U+AC10` for @font-face. */
export function unicodeRange(text: string): string {
  const codes = [...new Set([...text].map((c) => c.codePointAt(0)!))].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let from = 0; from < codes.length; ) {
    let to = from;
    while (to + 1 < codes.length && codes[to + 1] === codes[to] + 1) to += 1;
    parts.push(from === to ? `U+${codes[from].toString(16)}` : `U+${codes[from].toString(16)}-${codes[to].toString(16)}`);
    from = to + 1;
  }
  return parts.join(',');
}
