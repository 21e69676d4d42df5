// Vite plugin: the stand-alone verifiers as files of the site, for whoever checks its rounds and proofs without its pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const tools = ['verify-round', 'verify-liabilities'];

export function verifier(repository: string): Plugin {
  return {
    name: 'maru:verifier',
    apply: 'build',
    generateBundle() {
      for (const tool of tools)
        this.emitFile({ type: 'asset', fileName: `${tool}.mjs`, source: readFileSync(join(repository, 'tools', tool, `${tool}.mjs`)) });
    },
  };
}
