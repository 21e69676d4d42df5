// Vite plugin `virtual:pretendard.css`: cuts the variable font to what our texts use, the other syllables in a file fetched when met.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { glyphsOfTexts, latinAndMarks, standardSyllables, unicodeRange } from './glyphs.ts';

const id = 'virtual:pretendard.css';
const source = createRequire(import.meta.url).resolve('pretendard/dist/web/variable/woff2/PretendardVariable.woff2');

/** Weights 400 to 700 only; `tnum` and the other features stay. Cached by content, since cutting takes seconds. */
async function cut(repository: string, text: string): Promise<Buffer> {
  const folder = join(repository, 'node_modules/.cache/maru-fonts');
  const path = join(folder, `${createHash('sha256').update(text).update('400-700').digest('hex').slice(0, 16)}.woff2`);
  if (existsSync(path)) return readFileSync(path);
  const font = await subsetFont(readFileSync(source), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    noHinting: true,
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, font);
  return font;
}

const face = (url: string, range: string) =>
  `@font-face{font-family:'Pretendard Variable';font-style:normal;font-display:swap;font-weight:400 700;src:url(${url}) format('woff2');unicode-range:${range}}`;

export function pretendard(repository: string): Plugin {
  let building = false;
  const cuts = new Map<string, Buffer>();
  return {
    name: 'maru:pretendard',
    configResolved(config) {
      building = config.command === 'build';
    },
    resolveId: (wanted) => (wanted === id ? `\0${id}` : undefined),
    async load(wanted) {
      if (wanted !== `\0${id}`) return undefined;
      const first = latinAndMarks() + glyphsOfTexts(repository);
      const rest = [...standardSyllables()].filter((c) => !first.includes(c)).join('');
      const faces: string[] = [];
      for (const [name, text] of [
        ['maru-text', first],
        ['maru-syllables', rest],
      ] as const) {
        const font = await cut(repository, text);
        cuts.set(`/@fonts/${name}.woff2`, font);
        const url = building
          ? `/${this.getFileName(this.emitFile({ type: 'asset', fileName: `assets/${name}-${createHash('sha256').update(font).digest('hex').slice(0, 8)}.woff2`, source: font }))}`
          : `/@fonts/${name}.woff2`;
        faces.push(face(url, unicodeRange(text)));
      }
      return faces.join('\n');
    },
    /** The first file is needed for the first word on the page: fetch it beside the style sheet. */
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) => {
        const font = Object.keys(context.bundle ?? {}).find((name) => name.includes('maru-text-'));
        return font
          ? [
              {
                tag: 'link',
                attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` },
                injectTo: 'head',
              },
            ]
          : [];
      },
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const font = cuts.get(request.url ?? '');
        if (!font) return next();
        response.setHeader('content-type', 'font/woff2');
        response.end(font);
      });
    },
  };
}
