// Builds the offline tool of cold storage into one file that needs nothing beside Node (docs/guides/custody.md).
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { 'cold-signer': `${root}main.ts` },
      output: { entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
});
