// Reads the project's own source files and their imports, for the walls.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Import {
  /** As written. */
  specifier: string;
  /** Path within the project, or undefined for packages. */
  target: string | undefined;
  typeOnly: boolean;
}
export interface Source {
  path: string;
  text: string;
  lines: number;
  imports: Import[];
}

const areas = ['engine', 'chains', 'kit', 'features', 'apps', 'sites', 'bench', 'e2e', 'tools'];
const skipped = new Set(['node_modules', 'dist', '.maru', 'recordings', 'screens']);

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (/\.(ts|tsx|mts)$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path;
  }
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+\.tsx?)['"]/g;

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  for (const match of text.matchAll(importPattern)) {
    const specifier = match[2] ?? match[3] ?? match[4];
    found.push({ specifier, target: targetOf(path, specifier), typeOnly: match[1] !== undefined });
  }
  return found;
}

/** A project path for relative and `@maru/*` specifiers. */
function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier.replace(/\?.*$/, '')));
  const own = /^@maru\/([\w-]+)\/?(.*)$/.exec(specifier);
  if (!own) return undefined;
  return join(folderOf(own[1]), own[2]);
}

export function folderOf(packageName: string): string {
  if (['engine', 'chains', 'kit', 'sites', 'bench', 'e2e', 'tools'].includes(packageName)) return packageName;
  return packageName.startsWith('app-') ? `apps/${packageName.slice(4)}` : `features/${packageName}`;
}

export function readSources(): Source[] {
  const sources: Source[] = [];
  for (const area of areas) {
    for (const path of walk(join(root, area))) {
      const text = readFileSync(path, 'utf8');
      const name = relative(root, path);
      sources.push({ path: name, text, lines: text.split('\n').length - 1, imports: importsOf(name, text) });
    }
  }
  return sources;
}

export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.includes('/testing/') || path.startsWith('e2e/') || path.startsWith('bench/');
