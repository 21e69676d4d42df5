// Vite plugin: writes the addresses that the app has pages for beside its files, so that the server can say 404 of all others.
import type { Plugin } from 'vite';

export function pageList(paths: () => readonly string[]): Plugin {
  return {
    name: 'maru:page-list',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify([...new Set(paths())]) });
    },
  };
}
