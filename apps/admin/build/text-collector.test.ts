// Texts are one space of ids over all catalogs, and each is compiled when it is first shown: what goes wrong there, nobody sees before.
import { join } from 'node:path';
import { compileText } from '@maru/kit/web/i18n/compile-text.ts';
import { expect, it } from 'vitest';
import { definedTexts } from './text-collector.ts';

const texts = definedTexts(join(import.meta.dirname, '../../..'));

it('no two catalogs have a text of the same id', () => {
  const files = new Map<string, string[]>();
  for (const { id, file } of texts) files.set(id, [...(files.get(id) ?? []), file]);
  expect(files.size).toBeGreaterThan(2_000);
  expect([...files].filter(([, places]) => places.length > 1)).toEqual([]);
});

it('every text compiles, in both languages', () => {
  const fails = (text: string) => {
    try {
      compileText(text);
      return false;
    } catch {
      return true;
    }
  };
  expect(texts.filter(({ ko, en }) => fails(ko) || fails(en)).map(({ id, file }) => `${file}: ${id}`)).toEqual([]);
});
