// 1.8: switches that contradict, one by one; what a seeded site may be; how a row stands that contradicts itself.
import { siteBits, type SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hanok } from '@maru/sites/hanok.ts';
import { maru } from '@maru/sites/maru.ts';
import { expect, test } from 'vitest';
import { contradictionsOf, newContradictions, withoutContradictions } from './contradictions.ts';

const fieldsOf = (part: object, site: SiteConfig = maru) => contradictionsOf({ ...site, ...part }).map(({ field }) => field);
const without = (site: SiteConfig, wallet: string) => site.usedCoins.filter((each) => each !== wallet);

test('the seeded sites contradict nothing', () => {
  expect([maru, hanok].flatMap((site) => contradictionsOf(site))).toEqual([]);
});

test('games need the wallet they are played from, and a rate for its currency', () => {
  expect(fieldsOf({ usedCoins: without(maru, 'BINARY') })).toEqual(['usedCoins']);
  for (const type of [siteBits.binary, siteBits.powerball]) expect(fieldsOf({ type, usedCoins: ['USDT'] })).toEqual(['usedCoins']);
  expect(fieldsOf({ type: siteBits.futures, usedCoins: ['USDT'] })).toEqual([]);
  expect(fieldsOf({ rates: {}, conversion: { spread: 0 } }, hanok)).toEqual(['rates']);
  expect(fieldsOf({ rates: {} }, hanok)).toEqual([]);
});

test('what is not there cannot be switched on', () => {
  expect(fieldsOf({ type: maru.type + siteBits.p2p })).toEqual(['type']);
  expect(fieldsOf({ isStaking: true })).toEqual(['isStaking']);
  expect(fieldsOf({ depositCoins: ['USDT'] })).toEqual(['depositCoins']);
  expect(fieldsOf({ buyCoins: ['USDT'] })).toEqual(['buyCoins']);
});

test('amounts of two assets are never called alike: what is added up by its name would mix their units', () => {
  const pine = { asset: 70, code: 'PINE', decimals: 4, networks: [], ko: '솔방울', en: 'Pine' };
  const cone = { ...pine, asset: 71, code: 'CONE', decimals: 2 };
  expect(fieldsOf({ assets: [pine, cone] })).toEqual([]);
  expect(fieldsOf({ assets: [{ ...pine, currency: 'NUT' }, cone] })).toEqual([]);
  for (const currency of ['USDT', 'KRW']) expect(fieldsOf({ assets: [{ ...pine, currency }] })).toEqual(['assets']);
  expect(fieldsOf({ assets: [pine], binaryCurrency: 'PINE', rates: {} })).toContain('assets');
  expect(fieldsOf({ assets: [pine, { ...cone, currency: 'PINE' }] })).toEqual(['assets']);
  const called = (currency: string) => [pine, cone].map((asset) => ({ ...asset, currency }));
  expect(fieldsOf({ assets: called('NUT') })).toEqual(['assets']);
});

test('a code by SMS needs a sender, a game that is offered its symbol', () => {
  expect(fieldsOf({ senders: { mail: 'a@b.example' } })).toEqual(['signUp']);
  expect(fieldsOf({ senders: { mail: 'a@b.example' }, signUp: { proofs: ['MAIL'] } })).toEqual([]);
  expect(fieldsOf({ symbols: maru.symbols.slice(0, 1) })).toEqual(['rounds']);
});

test('a row that contradicts itself stands without what is not there, and shows the wallet of its games', () => {
  const row = { ...maru, type: maru.type + 4, isStaking: true, depositCoins: ['USDT'], buyCoins: ['BTC'], usedCoins: ['USDT'] };
  const stands = withoutContradictions(row);
  expect(contradictionsOf(stands)).toEqual([]);
  expect(stands).toMatchObject({ type: maru.type, isStaking: false, depositCoins: [], buyCoins: [], usedCoins: ['USDT', 'BINARY'] });
  // It keeps nobody from another change, and another contradiction is one too many.
  expect(newContradictions(row, { ...row, takerFee: 1 })).toEqual([]);
  expect(newContradictions(maru, row)).toHaveLength(5);
});
