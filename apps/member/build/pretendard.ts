// Vite plugin `virtual:pretendard.css`: cuts the variable font to what our texts use, the other syllables in a file fetched when met.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { type AppName, glyphsOfTexts, latinAndMarks, standardSyllables, unicodeRange } from './glyphs.ts';

const id = 'virtual:pretendard.css';
const source = createRequire(import.meta.url).resolve('pretendard/dist/web/variable/woff2/PretendardVariable.woff2');

/** Weights 400 to 700 only; `tnum` and the other features stay. Cached by content, since cutting takes seconds. Answers with the file's name. */
async function cut(folder: string, name: string, text: string): Promise<string> {
  const file = `${name}-${createHash('sha256').update(text).update('400-700').digest('hex').slice(0, 12)}.woff2`;
  const path = join(folder, file);
  if (existsSync(path)) return file;
  const font = await subsetFont(readFileSync(source), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    noHinting: true,
  });
  writeFileSync(path, font);
  return file;
}

const face = (file: string, range: string) =>
  `@font-face{font-family:'Pretendard Variable';font-style:normal;font-display:swap;font-weight:400 700;src:url('./${file}') format('woff2');unicode-range:${range}}\n`;

/** Writes fonts and their style sheet beside each other; Vite takes them from there as it takes any file. */
async function writeFonts(repository: string, app: AppName): Promise<string> {
  const folder = join(repository, 'node_modules/.cache/maru-fonts');
  mkdirSync(folder, { recursive: true });
  const first = latinAndMarks() + glyphsOfTexts(repository, app);
  const rest = [...standardSyllables()].filter((syllable) => !first.includes(syllable)).join('');
  const css =
    face(await cut(folder, 'maru-text', first), unicodeRange(first)) + face(await cut(folder, 'maru-syllables', rest), unicodeRange(rest));
  const path = join(folder, `pretendard-${app}.css`);
  writeFileSync(path, css);
  return path;
}

export function pretendard(repository: string, app: AppName): Plugin {
  let written: Promise<string> | undefined;
  let base = '/';
  return {
    name: 'maru:pretendard',
    enforce: 'pre',
    configResolved: (config) => {
      base = config.base;
    },
    resolveId: (wanted) => (wanted === id ? (written ??= writeFonts(repository, app)) : undefined),
    /** The first file is needed for the first word on the page: fetch it beside the style sheet. */
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) => {
        const font = Object.keys(context.bundle ?? {}).find((name) => name.includes('maru-text-'));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${base}${font}` };
        return font ? [{ tag: 'link', attrs, injectTo: 'head' }] : [];
      },
    },
  };
}
