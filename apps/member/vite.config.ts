// Builds the member app: static files of the site's own origin, nothing fetched from elsewhere.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { appBuild, toServer } from './build/app-build.ts';
import { leanChart } from './build/lean-chart.ts';
import { leanContracts } from './build/lean-contracts.ts';
import { oneShell } from './build/one-shell.ts';
import { pageList } from './build/page-list.ts';
import { precompressed } from './build/precompressed.ts';
import { pretendard } from './build/pretendard.ts';
import { verifier } from './build/verifier.ts';
import { paths } from './paths.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What order forms, guests' too, are made of: small files that weigh less as one (e2e/size-budget), each chunk has a head and a dictionary of its own. */
const figures =
  /kit\/web\/(inputs\/amount-|inputs\/decimal-|ruler\/tick-|ui\/field\.)|engine\/money\/decimal\.ts|features\/futures\/(entry-errors|web\/(instrument|shown-figures|order-fields|view-texts))\.ts|features\/market\/web\/market-(texts|feed)\.ts|lucide-react\/dist\/esm\/icons\/(eye|check|trash|chevron-down)\./;

const shell = oneShell();

export default defineConfig({
  root,
  plugins: [
    pretendard(repository, 'member'),
    leanChart(),
    leanContracts(),
    verifier(repository),
    tailwindcss(),
    react(),
    shell.plugin,
    pageList(() => Object.values(paths)),
    precompressed(),
  ],
  server: {
    port: 5180,
    proxy: {
      '/api': toServer,
      '/fee.json': toServer,
      '/banklist': toServer,
      '/data': toServer,
      '/healthz': toServer,
      '/readyz': toServer,
      '/bx_ws': { ...toServer, ws: true },
    },
  },
  build: {
    ...appBuild,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: (id: string) => shell.isShell(id) && id.includes('node_modules'),
              priority: 3,
              includeDependenciesRecursively: false,
            },
            { name: 'shell', test: shell.isShell, priority: 2, includeDependenciesRecursively: false },
            { name: 'figures', test: figures, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
