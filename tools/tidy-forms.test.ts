// Forms are made from the call (ADR 0069): state of forms that is kept by hand may only become less.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest, readSources, root } from './tidy/sources.ts';

const screens = readSources().filter((s) => /^(kit|features|apps)\/.*\.tsx$/.test(s.path) && !isTest(s.path));
const withForm = screens.filter(({ text }) => /<form\b/.test(text));
const countIn = (text: string) => text.match(/\buseState\s*[<(]/g)?.length ?? 0;
/** A panel that is open, a tab that is chosen: what is of the page and no field. */
const ofThePage = (text: string) => (text.includes('useCallForm') ? 2 : 0);
/** Each says why it is made by hand. */
const byHand: Record<string, { state: number; why: string }> = JSON.parse(
  readFileSync(join(root, 'tools/tidy/forms-by-hand.json'), 'utf8'),
);

it('a file with a <form> keeps no more state by hand than it did', () => {
  const offences = withForm
    .map(({ path, text }) => ({ path, count: countIn(text), limit: byHand[path]?.state ?? ofThePage(text) }))
    .filter(({ count, limit }) => count > limit)
    .map(({ path, count, limit }) => `${path}: ${count} useState, limit ${limit}: make it with useCallForm or declareForm`);
  expect(offences).toEqual([]);
});

it('a form that was made from its call is not by hand again', () => {
  const texts = new Map(withForm.map(({ path, text }) => [path, text]));
  const loose = Object.entries(byHand)
    .filter(([path, { state, why }]) => state !== countIn(texts.get(path) ?? '') || state <= ofThePage(texts.get(path) ?? '') || why === '')
    .map(([path]) => path);
  expect(loose, 'less by now: write it into tools/tidy/forms-by-hand.json').toEqual([]);
});
