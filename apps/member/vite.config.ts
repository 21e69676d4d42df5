// Builds the member app: static files of the site's own origin, nothing fetched from elsewhere.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { appBuild, toServer } from './build/app-build.ts';
import { leanChart } from './build/lean-chart.ts';
import { leanContracts } from './build/lean-contracts.ts';
import { leanRadix } from './build/lean-names.ts';
import { leanStyle } from './build/lean-style.ts';
import { pageList } from './build/page-list.ts';
import { precompressed } from './build/precompressed.ts';
import { pretendard } from './build/pretendard.ts';
import { verifier } from './build/verifier.ts';
import { paths } from './paths.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What the first pages share with others, and icons on many pages: a file of its own costs each its head and a dictionary. */
const small =
  /kit\/web\/(browser-fact|use-width|late-rows|ui\/(own-link|coin-mark|table|sparkline|field)|icons\/)|features\/market\/contract\.|features\/notice\/category-names\.|lucide-react\/dist\/esm\/icons\/(star|chevron-left|chevron-right|eye|eye-off|circle-x|fingerprint-pattern)\./;

/** What order forms, guests' too, are made of: small files that weigh less as one (e2e/size-budget), each chunk has a head and a dictionary of its own. */
const figures =
  /kit\/web\/(inputs\/amount-|inputs\/decimal-|ruler\/tick-)|engine\/money\/decimal\.ts|features\/futures\/(entry-errors|web\/(instrument|shown-figures|view-texts))\.ts|features\/market\/web\/market-(texts|feed)\.ts|lucide-react\/dist\/esm\/icons\/(check|trash|chevron-down)\./;

/** What the ticket offers, and nobody asks for but where there is one. */
const ticket = /features\/futures\/web\/(order-fields|ticket-type-table)\.ts/;

export default defineConfig({
  root,
  plugins: [
    pretendard(repository, 'member'),
    leanChart(),
    leanContracts(),
    leanRadix(),
    verifier(repository),
    tailwindcss(),
    leanStyle(),
    react(),
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
            // What every page runs, two files: packages and our own. The bundler's tag counts what is left of a module that names it.
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 3, includeDependenciesRecursively: false },
            { name: 'shell', tags: ['$initial'], priority: 2, includeDependenciesRecursively: false },
            { name: 'small', test: small, minShareCount: 2, priority: 1, includeDependenciesRecursively: false },
            { name: 'ticket', test: ticket, includeDependenciesRecursively: false },
            { name: 'figures', test: figures, includeDependenciesRecursively: false },
            { name: 'icons', test: /lucide-react\/dist\/esm\/icons/, minShareCount: 3, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
