// Vite plugin: the stand-alone verifier as a file of the site, for whoever checks its rounds without its pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'verify-round.mjs';

export function verifier(repository: string): Plugin {
  return {
    name: 'maru:verifier',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: readFileSync(join(repository, 'tools/verify-round', FILE)) });
    },
  };
}
