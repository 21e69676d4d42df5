// ADM-05: which changes of a site wait for a second person, and which do not.
import { maru } from '@maru/sites/maru.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { expect, test } from 'vitest';
import { admissionChanges } from './admission.ts';
import { dayValues, largeChanges } from './config-changes.ts';

const large = (part: object) => largeChanges({ ...maru, type: 8 + 32 }, { ...maru, type: 8 + 32, ...part }).map(({ field }) => field);

test('a product that is switched off wants two persons, one that is switched on does not', () => {
  expect(large({ type: 32 })).toEqual(['type']);
  expect(large({ type: 4 + 8 })).toEqual(['type']);
  expect(large({ type: 4 + 8 + 16 + 32 })).toEqual([]);
});

test('any host wants two persons', () => {
  expect(large({ hosts: [...maru.hosts, 'other.example'] })).toEqual(['hosts']);
  expect(large({ hosts: maru.hosts.slice(1) })).toEqual(['hosts']);
});

test('fees by more than a quarter, any bracket and the counterparty’s ladder; words and small steps are one person’s', () => {
  expect(large({ takerFee: maru.takerFee * 1.5 })).toEqual(['takerFee']);
  expect(large({ takerFee: maru.takerFee * 1.25 })).toEqual([]);
  expect(large({ houseLadder: !maru.houseLadder, name: { ko: '마루', en: 'Other' } })).toEqual(['houseLadder']);
});

const rounds = (place: number, part: object) => ({
  rounds: { ...maru.rounds, options: maru.rounds?.options.map((row, at) => (at === place ? { ...row, ...part } : row)) },
});
const price = (oddsUp: number) => ({ ...maru, ...rounds(0, { oddsUp }) });
const changed = (before: object, after: object) => largeChanges(before as typeof maru, after as typeof maru).map(({ field }) => field);

test('odds by more than a fiftieth, of what a game says or leaves to the usual', () => {
  expect(changed(price(190_000_000), price(193_800_000))).toEqual([]);
  expect(changed(price(190_000_000), price(193_800_001))).toEqual(['rounds.options.0.oddsUp']);
  expect(large(rounds(0, { oddsDown: 198_000_000 }))).toEqual([]);
  expect(large(rounds(0, { oddsDown: 190_000_000 }))).toEqual(['rounds.options.0.oddsDown']);
  expect(large(rounds(16, { drawOdds: { PB_ODD: 197_000_000 } }))).toEqual([]);
  expect(large(rounds(16, { drawOdds: { PB_ODD: 0 } }))).toEqual(['rounds.options.16.drawOdds.PB_ODD']);
  expect(large(rounds(0, { saleFee: 0 }))).toEqual(['rounds.options.0.saleFee']);
});

test('stakes and exposure of a game and of the slot by more than a quarter; when it is offered is one person’s', () => {
  expect(large(rounds(3, { maxStake: '1250', isPlay: false }))).toEqual([]);
  expect(large(rounds(3, { maxStake: '1250.01' }))).toEqual(['rounds.options.3.maxStake']);
  expect(large(rounds(3, { minStake: '0.1', maxRoundStake: '1', maxSideExposure: '900000' }))).toEqual([
    'rounds.options.3.minStake',
    'rounds.options.3.maxRoundStake',
    'rounds.options.3.maxSideExposure',
  ]);
  expect(large({ slot: { isPlay: false, minStake: '0.1', maxStake: '125' } })).toEqual([]);
  expect(large({ slot: { isPlay: true, minStake: '0.1', maxStake: '126' } })).toEqual(['slot.maxStake']);
});

test('bets in a running round and early sale make another game of one: neither is one person’s, on or off', () => {
  expect(large(rounds(0, { isInRound: true }))).toEqual(['rounds.options.0.isInRound']);
  expect(large(rounds(0, { isEarlySale: true }))).toEqual(['rounds.options.0.isEarlySale']);
  expect(large(rounds(0, { isInRound: false, isEarlySale: false }))).toEqual([]);
  const open = { ...maru, ...rounds(0, { isInRound: true, isEarlySale: true }) };
  expect(changed(open, maru)).toEqual(['rounds.options.0.isInRound', 'rounds.options.0.isEarlySale']);
});

test('a game that comes brings limits nobody has seen, so a second person does', () => {
  const [first] = maru.rounds?.options ?? [];
  expect(large({ rounds: { options: [...(maru.rounds?.options ?? []), first], hasEndAlarm: true } })).toEqual([
    'rounds.options.19.minStake',
    'rounds.options.19.maxStake',
    'rounds.options.19.maxRoundStake',
    'rounds.options.19.maxSideExposure',
    'rounds.options.19.cutoffMs',
    'rounds.options.19.isInRound',
    'rounds.options.19.isEarlySale',
    'rounds.options.19.oddsUp',
    'rounds.options.19.oddsDown',
  ]);
});

const edition = (part: object, isAgreed = false) => ({ config: { ...maru, ...part }, isAgreed });
const after = (editions: ReturnType<typeof edition>[], part: object) =>
  largeChanges(editions.at(-1)?.config ?? maru, { ...maru, ...part }, dayValues(editions)).map(({ field }) => field);

test('many small steps of a day count as the one that they make, there and back too', () => {
  const steps = [edition({ takerFee: 40_000 }), edition({ takerFee: 48_000 }), edition({ takerFee: 50_000 })];
  expect(after(steps, { takerFee: 50_001 })).toEqual(['takerFee']);
  expect(after(steps, { takerFee: 45_000 })).toEqual([]);
  // Within a quarter of what stood a day ago, and more than that below what stood since.
  expect(after([...steps, edition({ takerFee: 42_000 })], { takerFee: 37_000 })).toEqual(['takerFee']);
  const odds = [190, 193, 193.8].map((up) => edition(rounds(0, { oddsUp: up * 1_000_000 })));
  expect(after(odds, rounds(0, { oddsUp: 194_000_000 }))).toEqual(['rounds.options.0.oddsUp']);
});

const month = (editions: ReturnType<typeof edition>[], part: object) =>
  largeChanges(editions.at(-1)?.config ?? maru, { ...maru, ...part }, {}, dayValues(editions)).map(({ field }) => field);

test('a step a day, each day, is bounded over thirty: fees by a half, odds by a twenty-fifth, there and back too; agreement begins anew', () => {
  const days = [edition({ takerFee: 40_000 }), edition({ takerFee: 50_000 })];
  expect(month(days, { takerFee: 60_000 })).toEqual([]);
  expect(month(days, { takerFee: 60_001 })).toEqual(['takerFee']);
  expect(
    month([edition({ takerFee: 80_000 }), edition({ takerFee: 60_000 }), edition({ takerFee: 50_000 })], { takerFee: 39_999 }),
  ).toEqual(['takerFee']);
  expect(month([...days, edition({ takerFee: 62_000 }, true)], { takerFee: 77_000 })).toEqual([]);
  const odds = [190, 193.8].map((up) => edition(rounds(0, { oddsUp: up * 1_000_000 })));
  expect(month(odds, rounds(0, { oddsUp: 197_600_000 }))).toEqual([]);
  expect(month(odds, rounds(0, { oddsUp: 197_600_001 }))).toEqual(['rounds.options.0.oddsUp']);
});

test('what two persons agreed on is where the day begins anew, for the fields that they changed and for no other', () => {
  const steps = [edition({ takerFee: 40_000, makerFee: 20_000 }), edition({ takerFee: 50_000, makerFee: 25_000 })];
  const agreed = [...steps, edition({ takerFee: 80_000, makerFee: 25_000 }, true)];
  expect(after(agreed, { takerFee: 90_000, makerFee: 25_000 })).toEqual([]);
  expect(after(agreed, { takerFee: 80_000, makerFee: 26_000 })).toEqual(['makerFee']);
});

test('a rate by hand, a limit of conversions and a cut-off are judged as well', () => {
  expect(large({ rates: { KRW: '1382.1', BKT: '1000' } })).toEqual(['rates.KRW']);
  expect(large({ rates: undefined })).toEqual(['rates.KRW', 'rates.BKT']);
  expect(large(rounds(0, { cutoffMs: 6_000 }))).toEqual([]);
  expect(large(rounds(0, { cutoffMs: 1_000 }))).toEqual(['rounds.options.0.cutoffMs']);
});

const open: SiteConfig = { ...maru, minAge: undefined, signUp: undefined, regions: undefined };
const strict: SiteConfig = {
  ...open,
  minAge: 21,
  signUp: { proofs: ['MAIL', 'SMS'], needsApproval: true, asksIdentity: true, asksBank: true },
  regions: { closed: ['US', 'CN'], productsOff: { SG: 48, KR: 32 } },
};
const wider = (part: Partial<SiteConfig>) => changed(strict, { ...strict, ...part });
const narrower = (before: SiteConfig, part: Partial<SiteConfig>) =>
  admissionChanges(before, { ...before, ...part }).narrower.map(({ field }) => field);
const everyRestriction = [
  'minAge',
  'signUp.proofs',
  'signUp.asksIdentity',
  'signUp.needsApproval',
  'regions.closed',
  'regions.productsOff.SG',
  'regions.productsOff.KR',
];

test('who may join and from where: whatever lets somebody in takes two persons, whatever keeps somebody out one and its reason', () => {
  expect(wider({ minAge: 20 })).toEqual(['minAge']);
  expect(wider({ minAge: undefined })).toEqual(['minAge']);
  expect(wider({ signUp: undefined })).toEqual(['signUp.proofs', 'signUp.asksIdentity', 'signUp.needsApproval']);
  expect(wider({ signUp: { ...strict.signUp, proofs: ['MAIL'] } })).toEqual(['signUp.proofs']);
  expect(wider({ regions: { closed: ['CN', 'KP'], productsOff: { SG: 16, KR: 32 } } })).toEqual([
    'regions.closed',
    'regions.productsOff.SG',
  ]);
  expect(changed(strict, open)).toEqual(everyRestriction);
  // The other way round it is one person's.
  expect(changed(open, strict)).toEqual([]);
  expect(narrower(open, strict)).toEqual(everyRestriction);
  expect(narrower(strict, { regions: { closed: ['CN', 'KP'], productsOff: { SG: 16, KR: 34 } } })).toEqual([
    'regions.closed',
    'regions.productsOff.KR',
  ]);
  expect(narrower(strict, open)).toEqual([]);
  // Nobody is let in by another order, by what is said outright instead of left to the usual, or by a bank's name.
  expect(
    wider({
      regions: { closed: ['CN', 'US'], productsOff: { KR: 32, SG: 48 } },
      signUp: { ...strict.signUp, proofs: ['SMS', 'MAIL'], asksBank: false },
    }),
  ).toEqual([]);
  expect(changed({ ...open, minAge: 19 }, open)).toEqual([]);
});

const said = { ko: '마루', en: 'Maru' };
const [game] = maru.rounds?.options ?? [];
/** Every field, so that a new one is thought about: changed so, how many persons it takes. `NEVER`: no site's ever changes. */
const persons: { [Field in keyof Required<SiteConfig>]: 'NEVER' | readonly [1 | 2, SiteConfig[Field]][] } = {
  id: 'NEVER',
  code: 'NEVER',
  binaryCurrency: 'NEVER',
  hosts: [[2, ['other.example']]],
  type: [
    [2, 32],
    [1, 8 + 16 + 32],
  ],
  usedCoins: [[1, ['USDT']]],
  assets: [[2, [{ asset: 64, code: 'SOL', decimals: 8, networks: ['SOL'], ko: '솔라나', en: 'Solana' }]]],
  depositCoins: [[1, ['USDT']]],
  buyCoins: [[1, ['USDT']]],
  isStaking: [[1, true]],
  timeZone: [[2, 'Asia/Tokyo']],
  stockPrefix: [[1, 'OTHER']],
  symbols: [[1, [...maru.symbols, 'BINANCE:NEWUSDT']]],
  makerFee: [[2, maru.makerFee * 2]],
  takerFee: [[2, maru.takerFee * 0.5]],
  houseLadder: [[2, !maru.houseLadder]],
  signUp: [
    [1, { proofs: ['MAIL'] }],
    [1, { proofs: [], asksIdentity: true }],
  ],
  minAge: [
    [1, 20],
    [2, 18],
  ],
  regions: [[1, { closed: ['US'], productsOff: {} }]],
  isAffiliate: [[1, true]],
  rates: [[2, { KRW: '1000' }]],
  tiers: [[2, { 'BINANCE:BTCUSDT': [[1, 100, 1]] }]],
  conversion: [[2, { spread: 1_000_000 }]],
  rounds: [
    [2, { options: [{ ...game, maxStake: '999999' }] }],
    [1, { ...maru.rounds, options: maru.rounds?.options ?? [], hasEndAlarm: true }],
  ],
  slot: [[2, { isPlay: true, minStake: '1', maxStake: '1000000' }]],
  demoMoney: [[2, '999999']],
  senders: [[2, { mail: 'noreply@other.example' }]],
  name: [[1, { ko: '다른', en: 'Other' }]],
  languages: [[1, ['ko']]],
  theme: [[1, { ...maru.theme, logo: '/other.svg' }]],
  texts: [[1, { 'home.start': { ko: '시작' } }]],
  share: [[1, { poster: '/other.png' }]],
  sounds: [[1, { notice: '/other.mp3' }]],
  company: [[1, { name: said, representative: said, address: said, registration: '123-45-67890' }]],
};

test('of every field of a site it is known how many persons a change of it takes', () => {
  const base = { ...open, type: 8 + 32 };
  for (const [field, rows] of Object.entries(persons)) {
    if (rows === 'NEVER') continue;
    for (const [count, value] of rows)
      expect([field, value, changed(base, { ...base, [field]: value }).length > 0 ? 2 : 1]).toEqual([field, value, count]);
  }
});
