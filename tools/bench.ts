// `npm run bench [-- name …]`: runs the benches one after another; `smoke` is the smallest of them, for CI.
//
// What runs in an engine's thread is measured as production runs it: built into plain JavaScript (docs/decisions/0012).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const folder = join(resolve(dirname(fileURLToPath(import.meta.url)), '..'), 'bench');
const parts = new Set(['report', 'order-flow', 'engine-site', 'compile-ground']);
const built = new Set([
  'book',
  'book-workloads',
  'ground',
  'engine',
  'engine-assets',
  'mark-tick',
  'liquidations',
  'triggers',
  'durable',
  'recovery',
  'rounds',
]);
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => basename(name, '.ts'))
  .filter((name) => !parts.has(name));

const words = process.argv.slice(2);
/** Given to each bench as they are; which it knows, its head or bench/README.md says. */
const options = words.filter((word) => word.startsWith('--'));
const asked = words.filter((word) => !word.startsWith('--'));
const names = asked.length === 0 ? known : asked.includes('smoke') ? ['book', 'engine'] : asked;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown bench: ${unknown.join(', ')}. Known: smoke, ${known.join(', ')}`);
  process.exit(2);
}
/** Threads that a built bench starts from the file beside it. */
const besides: Record<string, Record<string, string>> = {
  recovery: { 'upkeep-thread': join(folder, '..', 'kit/server/upkeep-thread.ts') },
};
let failed = 0;
for (const name of names) {
  const script = built.has(name) ? await buildOne(name) : join(folder, `${name}.ts`);
  const smoke = asked.includes('smoke') ? ['--smoke'] : [];
  const run = spawnSync(process.execPath, ['--expose-gc', script, ...smoke, ...options], { stdio: 'inherit' });
  if (run.status !== 0) failed++;
}
process.exitCode = failed > 0 ? 1 : 0;

/** One file with all it imports, beside the benches, so that packages are found from it. */
async function buildOne(name: string): Promise<string> {
  const outDir = join(folder, 'dist', name);
  mkdirSync(outDir, { recursive: true });
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { [name]: join(folder, `${name}.ts`), ...besides[name] },
        output: { entryFileNames: '[name].mjs', topLevelVar: false },
      },
    },
  });
  return join(outDir, `${name}.mjs`);
}
