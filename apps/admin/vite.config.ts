// Builds the back office: static files under /admin, nothing fetched from elsewhere.
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { leanContracts } from '../member/build/lean-contracts.ts';
import { pretendard } from '../member/build/pretendard.ts';
import { textList } from './build/text-list.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const repository = fileURLToPath(new URL('../../', import.meta.url));
const server = process.env['MARU_DEV_SERVER'] ?? 'http://127.0.0.1:4000';

/** The server checks Host and Origin: in development both are its own. */
const toServer = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  root,
  base: '/admin/',
  plugins: [pretendard(repository, 'admin'), leanContracts(), textList(repository), tailwindcss(), react()],
  server: { port: 5181, proxy: { '/api': toServer, '/healthz': toServer, '/bx_ws': { ...toServer, ws: true } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox128'],
    // The strict CSP knows no data: addresses for fonts, and a hashed file is cached for ever.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which file holds what: the size budgets read it.
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
});
