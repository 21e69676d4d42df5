// Vite plugin `virtual:pretendard.css`: cuts the variable font into parts that a browser fetches when it meets one of their characters.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { type AppName, accents, glyphsOfFirstScreens, glyphsOfTexts, latinAndMarks, standardSyllables, unicodeRange } from './glyphs.ts';

const id = 'virtual:pretendard.css';
const source = createRequire(import.meta.url).resolve('pretendard/dist/web/variable/woff2/PretendardVariable.woff2');

/** Figures of one width, and what browsers apply by themselves; its sets of other shapes are half of the Latin part. */
const keepFeatures = ['tnum', 'kern', 'calt', 'ccmp', 'locl'];
/** Of syllables that none of our own texts has: a stray one costs some 20 KB. */
const PART = 176;

/** Weights 400 to 700 only. Cached by content, since cutting takes seconds. Answers with the file's name. */
async function cut(folder: string, name: string, text: string): Promise<string> {
  const file = `${name}-${createHash('sha256').update(text).update(`400-700 ${keepFeatures}`).digest('hex').slice(0, 12)}.woff2`;
  const path = join(folder, file);
  if (existsSync(path)) return file;
  const font = await subsetFont(readFileSync(source), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    noHinting: true,
    keepFeatures,
  });
  writeFileSync(path, font);
  return file;
}

const face = (file: string, range: string) =>
  `@font-face{font-family:'Pretendard Variable';font-display:swap;font-weight:400 700;src:url('./${file}') format('woff2');unicode-range:${range}}\n`;

/**
 * Until the font is there: the Korean font of Android and Linux, drawn as wide as ours, so that no line breaks elsewhere afterwards
 * (a syllable is 0.92 em wide in it and 0.864 in ours). Apple's is as wide as ours by itself.
 */
const fallback =
  "@font-face{font-family:'Maru Fallback';src:local('Noto Sans KR'),local('NotoSansKR-Regular'),local('Noto Sans CJK KR'),local('NotoSansCJKkr-Regular');size-adjust:93.9%;unicode-range:U+3131-318e,U+ac00-d7a3}\n";

/** Writes fonts and their style sheet beside each other; Vite takes them from there as it takes any file. */
async function writeFonts(repository: string, app: AppName): Promise<string> {
  const folder = join(repository, 'node_modules/.cache/maru-fonts');
  mkdirSync(folder, { recursive: true });
  const latin = latinAndMarks();
  const first = glyphsOfFirstScreens(repository, app);
  const own = [...glyphsOfTexts(repository, app)].filter((syllable) => !first.includes(syllable)).join('');
  const rest = [...standardSyllables()].filter((syllable) => !first.includes(syllable) && !own.includes(syllable));
  const parts: [name: string, text: string][] = [
    ['maru-latin', latin],
    ['maru-first', first],
    ['maru-text', own],
    ['maru-accents', accents()],
  ];
  for (let at = 0; at < rest.length; at += PART) parts.push([`maru-rest-${at / PART}`, rest.slice(at, at + PART).join('')]);
  let css = fallback;
  for (const [name, text] of parts) css += face(await cut(folder, name, text), unicodeRange(text));
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
    /** The first files are needed for the first words on the page: fetched beside the style sheet. */
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) =>
        Object.keys(context.bundle ?? {})
          .filter((name) => /maru-(latin|first)-/.test(name))
          .sort()
          .reverse()
          .map((font) => {
            const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${base}${font}` };
            return { tag: 'link', attrs, injectTo: 'head' };
          }),
    },
  };
}
