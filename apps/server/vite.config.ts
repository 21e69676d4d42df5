// Builds the threads that host engines and projections into plain JavaScript: what production runs (docs/decisions/0012).
//
// A thread that strips types, or loads a package through Node's own analysis of CommonJS, grows a WebAssembly memory, and from then on
// V8 asks at every access of a typed array whether it is detached. So the packages are built in as well.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));

export default defineConfig({
  root,
  plugins: [sources()],
  ssr: { noExternal: true, external: ['pg-native'] },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        'engine-worker': `${root}engine-worker.ts`,
        'projector-worker': `${root}projector-worker.ts`,
        'upkeep-thread': `${repository}kit/server/upkeep-thread.ts`,
      },
      // Constants stay constants: V8 folds a `const` of a module into the code, never a `var`.
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs', topLevelVar: false },
    },
  },
});

/** Writes down which files went in, with their hashes: `workers.ts` takes a build only while they are still the same. */
function sources(): Plugin {
  return {
    name: 'maru-sources',
    generateBundle() {
      const files: Record<string, string> = {};
      for (const id of this.getModuleIds()) {
        if (!id.startsWith(repository) || id.includes(`${sep}node_modules${sep}`)) continue;
        files[relative(repository, id)] = createHash('sha256').update(readFileSync(id)).digest('hex');
      }
      this.emitFile({ type: 'asset', fileName: 'sources.json', source: JSON.stringify(files) });
    },
  };
}
