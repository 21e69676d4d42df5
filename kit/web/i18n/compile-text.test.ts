// Our compiler says what Lingui's says, for every text of the project that holds a value; what it does not know it refuses.
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compileText } from './compile-text.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const catalogs = globSync('{apps,features,kit}/**/*texts.ts', { cwd: root, exclude: ['**/node_modules/**'] });
const withValues = catalogs.flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*\{(?:[^'\\\n]|\\.)*)'|"([^"\n]*\{[^"\n]*)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  ),
);

describe('texts with values', () => {
  it('every catalog reads as Lingui reads it', () => {
    expect(withValues.length).toBeGreaterThan(100);
    for (const text of withValues) expect([text, compileText(text)]).toEqual([text, compileMessage(text)]);
  });

  it.each(["don't", "it''s {n}", '', '{a}{b}', '{ a } b', '{n, plural, =0 {none} one {# of {all}} other {# left}}!'])('%s', (text) => {
    expect(compileText(text)).toEqual(compileMessage(text));
  });

  it.each(['{n, select, a {b} other {c}}', '{n, number}', '{n', 'n}', '{}'])('%s is refused', (text) => {
    expect(() => compileText(text)).toThrow();
  });
});
