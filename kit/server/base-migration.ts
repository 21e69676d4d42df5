// The base of a feature: the tables that it begins with, as SQL in files of its own beside it (ADR 0073).
import { readFileSync } from 'node:fs';
import type { Migration } from './feature.ts';

/** `beside`: the caller's `import.meta.url`. Run once, as one step, the files in the order given. */
export function baseMigration(name: string, beside: string, files: readonly string[] = ['base.sql']): Migration {
  // However a checkout ends its lines: the fingerprint is of what was written.
  const sql = files.map((file) => readFileSync(new URL(file, beside), 'utf8').replaceAll('\r\n', '\n')).join('\n');
  return { name, sql, isBase: true };
}
