// The lean chart library still parses and runs its own lists; one it does not know stops the build.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { leanLibrary } from './lean-chart.ts';

const source = readFileSync(
  createRequire(import.meta.url)
    .resolve('klinecharts')
    .replace('index.cjs', 'index.esm.js'),
  'utf8',
);

describe('the chart library cut to what is offered', () => {
  const lean = leanLibrary(source);

  it('every list it registers from is declared once and read once', () => {
    for (const name of ['extensions$2', 'extensions$1', 'extensions']) {
      expect(lean.split(`var ${name} = [`).length).toBe(2);
      expect(lean.split(`\n${name}.forEach(`).length).toBe(2);
    }
  });

  it('a library whose lists have changed is refused', () => {
    expect(() => leanLibrary(source.replace('    stoch,\n', ''))).toThrow('stoch');
  });
});
