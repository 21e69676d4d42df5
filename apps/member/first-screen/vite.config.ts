// Builds what draws the first screens: the member app's components for a thread of the server.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanChart } from '../build/lean-chart.ts';
import { leanContracts } from '../build/lean-contracts.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root,
  plugins: [leanChart(), leanContracts(), react()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { input: { thread: `${root}thread.ts` }, output: { entryFileNames: '[name].mjs' } },
  },
});
