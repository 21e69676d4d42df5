// What the library's functions are called in a log goes, what they do stays, and every file of it is still a program.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { leanNames } from './lean-names.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

it('a function stands alone where it was given its name, also inside another; what else is called stays', () => {
  const code = [
    'var one = /* @__PURE__ */ __name((a) => /* @__PURE__ */ __name(() => a + 1, "inner"), "one");',
    'function two() { return 2; }',
    '__name(two, "two");',
    'class Three { static { __name(this, "Three"); } static of() { return 3; } }',
    'class Four { static { Four.was = 4; } }',
    'export const all = [one(0)(), two(), Three.of(), Four.was];',
  ].join('\n');
  const lean = leanNames(code);
  expect(lean).not.toContain('__name');
  expect(new Function(`${lean.replace('export const all =', 'return')}`)()).toEqual([1, 2, 3, 4]);
});

it('no file of the library names a function any more, and all of them parse', () => {
  const files = globSync('node_modules/@radix-ui/*/dist/index.mjs', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const named: string[] = [];
  for (const file of files) {
    const lean = leanNames(readFileSync(root + file, 'utf8'));
    expect(() => parseAst(lean), file).not.toThrow();
    if (lean.includes('__name(')) named.push(file);
  }
  expect(named).toEqual([]);
});
