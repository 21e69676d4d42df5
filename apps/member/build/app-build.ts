// What both apps are built with, and how they reach the server while they are developed.

const server = process.env['MARU_DEV_SERVER'] ?? 'http://127.0.0.1:4000';

/** The server checks Host and Origin: in development both are its own. */
export const toServer = { target: server, changeOrigin: true, headers: { origin: server } };

export const appBuild = {
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
};
