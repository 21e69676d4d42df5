// Kept notices belong to one member of one site, are few, and what is broken is nothing.
import { expect, it, onTestFinished } from 'vitest';
import { serverNow, setServerTime } from '../i18n/moments.ts';
import { parseNotices } from './kept-notices.ts';
import { keptAtMost, toast, useToasts } from './toast-list.ts';

const notice = (title: string) => ({ title, kind: 'done', at: 1 });
const stored = (kept: unknown, owner = '1|7') => JSON.stringify({ owner, kept, unseen: 99 });

it('reads its own, and never more than the drawer holds', () => {
  const { kept, unseen } = parseNotices(stored(Array.from({ length: 80 }, (_, n) => notice(`n${n}`))), '1|7');
  expect(kept).toHaveLength(keptAtMost);
  expect(kept[0]).toEqual(notice('n0'));
  expect(unseen).toBe(keptAtMost);
});

it.each([
  ['another member', stored([notice('a')], '1|8')],
  ['another site', stored([notice('a')], '2|7')],
  ['no text', null],
  ['broken text', '{"owner":'],
  ['foreign shapes', stored([{ title: 3 }, { title: 'a', kind: 'evil', at: 1 }, null])],
])('%s is nothing', (_name, text) => {
  expect(parseNotices(text, '1|7').kept).toEqual([]);
});

it('a row keeps its way on, and only to an address of this site', () => {
  const ways = ['/dnw_history/explain?sequence=7', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', 7];
  const { kept } = parseNotices(stored(ways.map((to) => ({ ...notice('a'), way: { label: 'Why', to } }))), '1|7');
  expect(kept.map(({ way }) => way?.to)).toEqual(['/dnw_history/explain?sequence=7', undefined, undefined, undefined, undefined]);
});

it('a notice has the server\u2019s time, whatever the computer\u2019s clock says', () => {
  onTestFinished(() => setServerTime(Date.now()));
  setServerTime(Date.now() + 3 * 60_000);
  toast({ title: 'a' });
  expect(Math.abs((useToasts.getState().kept[0]?.at ?? 0) - serverNow())).toBeLessThan(60_000);
});
