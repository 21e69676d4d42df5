// Compiles portable files with AssemblyScript, for a bench only: nothing compiled ships or is kept.
//
// Sources are taken as they stand but for what only TypeScript has: endings of imports, imports of types, and `declare`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import { twins } from './ground/twins.ts';

const root = join(import.meta.dirname, '..');

function portableSource(path: string): string | null {
  const name = path.replace(/\.ts$/, '').replace(/^\.\//, '');
  if (twins[name] !== undefined) return twins[name];
  const file = join(root, `${name}.ts`);
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8')
    .replace(/^import type .*$/gm, '')
    .replace(/(from '[^']+)\.ts'/g, "$1'")
    .replace(/^( +)declare /gm, '$1');
}

// Writes the module of `entry` (a path from the root) to `target`.
async function compilePortable(entry: string, target: string): Promise<void> {
  let compiled: Uint8Array | undefined;
  // 128 MB from the start: memory that grows detaches its buffer, and every array of the thread is slower from then on (0012).
  const options = [
    '--outFile',
    'ground.wasm',
    '-O3',
    '--noAssert',
    '--runtime',
    'stub',
    '--initialMemory',
    '2048',
    '--uncheckedBehavior',
    'always',
    '--use',
    'abort=',
  ];
  const { error, stderr } = await asc.main([entry, ...options], {
    readFile: (name: string) => portableSource(name),
    writeFile: (name: string, contents: Uint8Array | string) => {
      if (name.endsWith('.wasm')) compiled = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error !== null || compiled === undefined) throw new Error(`not compiled: ${error?.message ?? ''}\n${stderr.toString()}`);
  writeFileSync(target, compiled);
}

await compilePortable(process.argv[2], process.argv[3]);
