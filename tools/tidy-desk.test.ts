// The wall around pages of the back office: what is a list with its form and acts is a declaration, and stays one.
import { expect, it } from 'vitest';
import { readSources } from './tidy/sources.ts';

const MOST_LINES = 60;

/** Longer ones, why, and how long they may be: they only ever shrink. */
const exceptions: Readonly<Record<string, readonly [lines: number, why: string]>> = {
  'features/account/admin/members-page.tsx': [183, 'chooses rows, over pages too, for acts on many'],
  'features/futures/admin/symbols-page.tsx': [212, 'a live board of all symbols with the risk of the moment, not a list that is asked for'],
  'features/market/admin/prices-page.tsx': [163, 'a live board of sources beside each other, by class of symbol'],
  'features/operator/admin/alerts-page.tsx': [153, 'what stands now is no list: it is told and acknowledged; one of four boards is'],
  'features/operator/admin/security-page.tsx': [165, 'the operator’s own settings; its logins are one of six boards'],
  'features/rounds/admin/games-page.tsx': [214, 'a board of switches and odds, each with its own form'],
  'features/rounds/admin/live-page.tsx': [216, 'a live board of rounds and what is at stake'],
  'features/site/admin/documents-page.tsx': [136, 'versions beside their text and the form of the next one'],
};

const pages = readSources().filter(
  ({ path, text }) => /^features\/[\w-]+\/admin\/[\w-]+-page\.tsx$/.test(path) && /\bDataTable\b|\bdefineDeskPage\b/.test(text),
);

it('a page of list, form and acts has no more than sixty lines', () => {
  expect(pages.length).toBeGreaterThan(20);
  const long = pages.filter(({ path, lines }) => lines > (exceptions[path]?.[0] ?? MOST_LINES));
  expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
});

it('no exception outlives its reason: it is as long as it says, and says why', () => {
  const stale = Object.entries(exceptions).filter(([path, [most, why]]) => {
    const page = pages.find((each) => each.path === path);
    return page === undefined || page.lines !== most || most <= MOST_LINES || why.length < 20;
  });
  expect(stale.map(([path, [most]]) => `${path}: ${most}, now ${pages.find((each) => each.path === path)?.lines ?? 'gone'}`)).toEqual([]);
});
