// Vite plugin: knows what every page loads, so that it becomes two files, packages and our own. Dozens of small ones each cost their headers, a dictionary of their own and a turn of the line.
import type { Plugin } from 'vite';

export interface OneShell {
  plugin: Plugin;
  /** For a group of the bundler's chunks. */
  isShell(id: string): boolean;
}

export function oneShell(): OneShell {
  const shell = new Set<string>();
  return {
    isShell: (id) => shell.has(id),
    plugin: {
      name: 'maru:one-shell',
      apply: 'build',
      buildEnd() {
        const wanted = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry === true);
        for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
          if (shell.has(id)) continue;
          shell.add(id);
          wanted.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      },
    },
  };
}
