// What only the server reads leaves the browser's contracts, nothing else does, and no page asks for it.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { leanContract } from './lean-contracts.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string) => readFileSync(root + file, 'utf8');

describe('contracts for the browser', () => {
  it.each(globSync('features/*/*contract.ts', { cwd: root }))('%s loses only whole lines of summaries, roles and codes', (file) => {
    const left = leanContract(read(file)).split('\n');
    let at = 0;
    const gone = read(file)
      .split('\n')
      .filter((line) => line !== left[at] || (at++, false));
    expect(at).toBe(left.length);
    expect(gone.filter((line) => !/^ +(summary: \{|roles: |codes: \[)/.test(line))).toEqual([]);
  });

  it('a refusal keeps its words and loses its status', () => {
    const words = "A: { status: 400, field: 'price', ko: '가', en: 'a' },";
    expect(leanContract(words)).toBe("A: { field: 'price', ko: '가', en: 'a' },");
  });

  it('no page reads them', () => {
    const pages = globSync(['kit/web/**/*.{ts,tsx}', 'features/*/web/**/*.{ts,tsx}'], { cwd: root });
    expect(pages.filter((file) => /\b(route|topic)\.(summary|roles|codes)\b/.test(read(file)))).toEqual([]);
  });
});
