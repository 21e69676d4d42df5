// The back office's addresses for the build, read from its page table as text: the table itself holds pages, which only a browser can load.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Outside the shell (routes.tsx). */
const OWN = ['/login', '/setup'];

export function deskPaths(root: string): string[] {
  const table = readFileSync(join(root, 'page-table.tsx'), 'utf8');
  return [...OWN, ...[...table.matchAll(/^ {4}path: '(\/[^']*)',$/gm)].map(([, path]) => path)];
}
