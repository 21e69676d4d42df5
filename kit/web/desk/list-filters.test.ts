// What a list's filters stand at, what they ask, and that an address may say anything.
import { expect, it } from 'vitest';
import type { ListFilter } from '../../contract/list.ts';
import { setTimeZone } from '../i18n/moments.ts';
import { filterDefaults, filterQuery, isNarrowed, wrongOf } from './list-filters.ts';

const words = { ko: '', en: '' };
const filters: readonly ListFilter[] = [
  {
    key: 'board',
    kind: 'segment',
    head: words,
    options: [
      ['notice', words],
      ['faq', words],
    ],
  },
  {
    key: 'state',
    head: words,
    options: [
      ['', words],
      ['OPEN', words],
    ],
  },
  { kind: 'search', key: 'q', asks: 'search', head: words },
  { kind: 'days', key: 'days' },
];
const since: ListFilter = {
  key: 'since',
  head: words,
  isSince: true,
  options: [
    ['', words],
    ['7', words],
  ],
};
const usual = { board: 'notice', state: '', q: '', from: '', to: '' };

it('stands at the first of each choice, at no words and at all days', () => {
  expect(filterDefaults(filters)).toEqual(usual);
  expect(isNarrowed(filters, usual)).toBe(false);
  expect(isNarrowed(filters, { ...usual, to: '2026-11-24' })).toBe(true);
});

it('asks what was chosen, and nothing where all is meant', () => {
  expect(filterQuery(filters, usual)).toEqual({ board: 'notice' });
  expect(filterQuery(filters, { ...usual, board: 'faq', state: 'OPEN', q: '문' })).toEqual({ board: 'faq', state: 'OPEN', search: '문' });
});

it('asks for whole days of the site’s calendar', () => {
  setTimeZone('Asia/Seoul');
  expect(filterQuery(filters, { ...usual, from: '2026-11-24', to: '2026-11-24' })).toEqual({
    board: 'notice',
    startDate: '2026-11-23T15:00:00.000Z',
    endDate: '2026-11-24T15:00:00.000Z',
  });
});

it('asks since the day that so many days begin with, today among them', () => {
  setTimeZone('Asia/Seoul');
  const at = Date.parse('2026-11-24T15:30:00Z');
  expect(filterQuery([since], { since: '7' }, at)).toEqual({ startDate: '2026-11-19' });
  expect(filterQuery([since], { since: '' }, at)).toEqual({});
});

it('lets any value stand where more are known later', () => {
  const open: ListFilter = { key: 'game', asks: 'gameId', head: words, isOpen: true, options: [['', words]] };
  expect(filterQuery([open], { game: '3' })).toEqual({ gameId: '3' });
});

it('asks nothing with words of another form, and says what is wrong; what a link gave it asks', () => {
  const ip: ListFilter = { kind: 'search', key: 'ip', head: words, form: { pattern: /^[\d.]+$/, wrong: { ko: '주소', en: 'address' } } };
  expect(filterQuery([ip], { ip: 'x' })).toEqual({});
  expect(wrongOf(ip, { ip: 'x' })?.en).toBe('address');
  expect(wrongOf(ip, { ip: '' })).toBeUndefined();
  expect(filterQuery([ip], { ip: '10.0.' })).toEqual({ ip: '10.0.' });
  expect(filterQuery([{ kind: 'given', key: 'member', asks: 'playerId' }], { member: '7' })).toEqual({ playerId: '7' });
});

it('takes what is no choice for the first one', () => {
  expect(filterQuery(filters, { ...usual, board: 'x', state: 'GONE' })).toEqual({ board: 'notice' });
});
