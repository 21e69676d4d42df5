// Builds the back office: static files under /admin, nothing fetched from elsewhere.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { appBuild, toServer } from '../member/build/app-build.ts';
import { leanContracts } from '../member/build/lean-contracts.ts';
import { leanRadix } from '../member/build/lean-names.ts';
import { leanStyle } from '../member/build/lean-style.ts';
import { pageList } from '../member/build/page-list.ts';
import { precompressed } from '../member/build/precompressed.ts';
import { pretendard } from '../member/build/pretendard.ts';
import { deskPaths } from './build/desk-paths.ts';
import { textList } from './build/text-list.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));

export default defineConfig({
  root,
  base: '/admin/',
  plugins: [
    pretendard(repository, 'admin'),
    leanContracts({ isDesk: true }),
    leanRadix(),
    textList(repository),
    tailwindcss(),
    leanStyle(),
    react(),
    pageList(() => deskPaths(root)),
    precompressed(),
  ],
  server: { port: 5181, proxy: { '/api': toServer, '/healthz': toServer, '/bx_ws': { ...toServer, ws: true } } },
  build: appBuild,
});
