// Texts are one space of ids over all catalogs, and each is compiled when it is first shown: what goes wrong there, nobody sees before.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileText } from '@maru/kit/web/i18n/compile-text.ts';
import type { Catalog } from '@maru/kit/web/i18n/language.ts';
import { expect, it } from 'vitest';
import { catalogsOf, collectTexts, definedTexts } from './text-collector.ts';

const root = join(import.meta.dirname, '../../..');
const texts = await definedTexts(root);

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

it('the list of texts has every text that the catalogs of the members’ pages say', async () => {
  const files = catalogsOf(root).filter((file) => file.endsWith('-texts.ts'));
  const parts = await Promise.all(files.map((file) => import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)));
  const said = parts.flatMap((part) => Object.values(part).flatMap((catalog) => Object.entries(catalog as Catalog)));
  const listed = new Map((await collectTexts(root)).map(({ id, ko, en }) => [id, [ko, en]]));
  expect(said.length).toBeGreaterThan(1_000);
  expect(said.filter(([id, words]) => listed.get(id)?.join() !== words.join()).map(([id]) => id)).toEqual([]);
  // Words that stand in a table outside any catalog.
  expect([...listed.keys()]).toEqual(expect.arrayContaining(['type.LIMIT', 'ticket.type.CONDITION_LIMIT', 'role.ADL']));
});
