// Vite plugin: packs every text file of the build once, as tightly as it goes, beside the file itself (`.br`, `.gz`).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are packed by their own formats; `index.html` is filled in for each site. */
const packable = /\.(js|mjs|css|svg|json|webmanifest|html|txt)$/;
const WORTH_PACKING = 1024;

export function precompressed(): Plugin {
  return {
    name: 'maru:precompressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const name of globSync('**/*', { cwd: dir })) {
        if (!packable.test(name) || name === 'index.html' || name.startsWith('.')) continue;
        const file = join(dir, name);
        const bytes = readFileSync(file);
        if (bytes.length < WORTH_PACKING) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
