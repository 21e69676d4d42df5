// `npm run bench [-- name …]`: runs the benches one after another; `smoke` is the smallest of them, for CI.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(resolve(dirname(fileURLToPath(import.meta.url)), '..'), 'bench');
const parts = new Set(['report', 'order-flow']);
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'))
  .filter((name) => !parts.has(name));

const asked = process.argv.slice(2);
const names = asked.length === 0 ? known : asked.includes('smoke') ? ['book'] : asked;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown bench: ${unknown.join(', ')}. Known: smoke, ${known.join(', ')}`);
  process.exit(2);
}
let failed = 0;
for (const name of names) {
  const smoke = asked.includes('smoke') ? ['--smoke'] : [];
  const run = spawnSync(process.execPath, ['--expose-gc', join(folder, `${name}.ts`), ...smoke], { stdio: 'inherit' });
  if (run.status !== 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;
