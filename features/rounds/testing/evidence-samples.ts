// Records of settled rounds as tests need them: a chain of three price rounds with bets, and a drawn power ball.
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import { readFileSync } from 'node:fs';
import { bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { drawPowerBall } from '@maru/engine/rounds/power-ball.ts';
import {
  betsText,
  endingOfStatus,
  EVIDENCE_FORMAT,
  type EvidenceBet,
  type EvidenceBoundary,
  type EvidenceFile,
  type EvidenceTick,
  entropyHash,
  entropyText,
  FIRST_PREVIOUS,
  hashText,
  playOf,
  type RoundEvidence,
  sealRecord,
  type SignedPrice,
  type TickEntropy,
} from '../evidence.ts';
import { quicknet, quicknetRound } from './beacon-rounds.ts';
import { DAY_FORMAT, type DayFile, type DayRecord, sealDay, seedOfDay, seedTextOf } from '../evidence-day.ts';

const MINUTE = 60_000;
const ORDINALS = 2 ** 32;
const FIRST_ORDINAL = 28_900_000;
const NO_BETS = hashText('');

export const tickAt = (at: number, price: string, id = `${at}`): EvidenceTick => ({
  id,
  price,
  sourceAt: `${at - 40}`,
  receivedAt: `${at}`,
});

/** Ticks 150 ms apart around a moment, the chosen one 120 ms before it. */
export function boundaryAt(at: number, price: string): EvidenceBoundary {
  const near = [-420, -270, -120, 30, 180].map((offset) => tickAt(at + offset, price, `${480_000_000 + ((at + offset) % 1_000_000)}`));
  return { at: `${at}`, tick: near[2], before: near[1].price, second: price, near };
}

export interface PriceSample {
  number: number;
  strike: string;
  close: string;
  result: RoundEvidence['result'];
  bets: EvidenceBet[];
}

/** `bets` are counted into sums as they stand, right or wrong. */
export function withBets(record: RoundEvidence, bets: readonly EvidenceBet[]): RoundEvidence {
  const rowOf = ({ market, odds, status }: EvidenceBet) => [market, odds, endingOfStatus(status)].join(' ');
  const markets = [...new Set(bets.map(rowOf))].map((row) => {
    const own = bets.filter((each) => rowOf(each) === row);
    const sum = (of: 'stake' | 'paid') => `${own.reduce((all, each) => all + Math.round(Number(each[of]) * 100), 0)}`;
    const decimal = (cents: string) => `${cents.slice(0, -2) || '0'}.${cents.slice(-2).padStart(2, '0')}`;
    const [{ market, odds, status }] = own;
    const sums = { staked: decimal(sum('stake')), paid: decimal(sum('paid')) };
    return { market, odds, how: endingOfStatus(status), bets: `${own.length}`, ...sums };
  });
  return { ...record, markets, betsHash: hashText(betsText(bets)) };
}

export function priceRecord({ number, strike, close, result, bets }: PriceSample, previous: string): RoundEvidence {
  const startAt = (FIRST_ORDINAL + number) * MINUTE;
  const endAt = startAt + MINUTE;
  const record: RoundEvidence = {
    format: EVIDENCE_FORMAT,
    site: 'maru',
    tradeOptionId: '2',
    tradeRoundId: `${2 * ORDINALS + FIRST_ORDINAL + number}`,
    code: 'R1',
    rule: 'price-1',
    startAt: `${startAt}`,
    endAt: `${endAt}`,
    betCloseAt: `${startAt - 10_000}`,
    settledAt: `${endAt + 85}`,
    currency: 'USDT',
    decimals: '2',
    evidence: {
      kind: 'price',
      symbol: 'BINANCE:BTCUSDT',
      source: 'replay',
      ticksOf: 'trades',
      isHalted: false,
      strike: boundaryAt(startAt, strike),
      close: boundaryAt(endAt, close),
      signed: [],
      sale: null,
    },
    result,
    voidReason: null,
    markets: [],
    betsHash: NO_BETS,
    number: `${number}`,
    previous,
  };
  return withBets(record, bets);
}

const bet = (id: string, market: string, stake: string, odds: string, status: EvidenceBet['status'], paid: string): EvidenceBet => ({
  bet: id,
  market,
  stake,
  odds,
  at: '0',
  status,
  paid,
});

/** Bets placed so long after the betting of their round began. */
export const placedAfter = (record: Pick<RoundEvidence, 'rule' | 'startAt' | 'endAt'>, bets: readonly EvidenceBet[], ms = 20_000) => {
  const [startAt, endAt] = [Number(record.startAt), Number(record.endAt)];
  const openAt = playOf(record.rule) === 'price' ? startAt - (endAt - startAt) : startAt;
  return bets.map((each, i) => ({ ...each, at: `${openAt + ms + i}` }));
};

const startOf = (number: number): number => (FIRST_ORDINAL + number) * MINUTE;
const timed = (number: number, bets: readonly EvidenceBet[]): EvidenceBet[] =>
  placedAfter({ rule: 'price-1', startAt: `${startOf(number)}`, endAt: `${startOf(number) + MINUTE}` }, bets);

/** Taken back so long before the start, or sold so long after it. */
const tookBack = (number: number, own: EvidenceBet): EvidenceBet => ({ ...own, endedAt: `${startOf(number) - 15_000}` });
const sold = (number: number, own: EvidenceBet, price: string): EvidenceBet => ({ ...own, endedAt: `${startOf(number) + 30_000}`, price });

const SAMPLES: readonly PriceSample[] = [
  { number: 1, strike: '61733.4', close: '61738.5', result: 'UP', bets: timed(1, [bet('1048577', 'UP', '20', '1.95', 'WON', '39')]) },
  {
    number: 2,
    strike: '61738.5',
    close: '61743.6',
    result: 'UP',
    bets: timed(2, [
      bet('2097153', 'UP', '10.01', '1.95', 'WON', '19.51'),
      bet('3145730', 'UP', '0.33', '1.95', 'WON', '0.64'),
      bet('4194307', 'DOWN', '250', '1.92', 'LOST', '0'),
    ]),
  },
  {
    number: 3,
    strike: '61743.6',
    close: '61743.6',
    result: 'TIE',
    bets: timed(3, [bet('5242881', 'DOWN', '7', '1.92', 'VOID', '7')]),
  },
];

/** A round with bets that stayed, one taken back and one sold on either side. */
export function leftFile(): EvidenceFile {
  const [won, back, ahead, behind] = timed(1, [
    bet('1048577', 'UP', '20', '1.95', 'WON', '39'),
    bet('2097154', 'UP', '5', '1.95', 'CANCELLED', '5'),
    bet('3145731', 'UP', '10', '1.95', 'SOLD', SOLD_AHEAD),
    bet('4194308', 'DOWN', '10', '1.95', 'SOLD', SOLD_BEHIND),
  ]);
  const bets = [won, tookBack(1, back), sold(1, ahead, '61745.7'), sold(1, behind, '61745.7')];
  const record = priceRecord({ number: 1, strike: '61733.4', close: '61738.5', result: 'UP', bets }, FIRST_PREVIOUS);
  if (record.evidence.kind === 'price') record.evidence.sale = SALE;
  return { ...sealRecord(record), bets };
}

/** The same by rule version 2: the terms that the round's first bet found. */
export function ownTermsFile(): EvidenceFile {
  const file = leftFile();
  return { ...file, ...sealRecord({ ...recordOf(file), rule: 'price-2' }) };
}

/** A round of so many bets, in order, the last ones lost: more than a record is handed out with. */
export function manyFile(count: number): EvidenceFile & { bets: EvidenceBet[] } {
  const each = (_: unknown, i: number): EvidenceBet =>
    i % 2 === 0 ? bet(`${i + 1}`, 'UP', '0.37', '1.95', 'WON', '0.72') : bet(`${i + 1}`, 'DOWN', '3.7', '1.92', 'LOST', '0');
  const bets = Array.from({ length: count }, each).map((own) => ({ ...own, at: `${startOf(1) - 30_000}` }));
  const record = priceRecord({ number: 1, strike: '61733.4', close: '61738.5', result: 'UP', bets }, FIRST_PREVIOUS);
  return { ...sealRecord(record), bets };
}

const SALE = { fee: '0.02', volatility: '0.0001' };
// 0.01992 % above the strike with 30 s left: z = 0.363, between steps of a tenth a straight line; less the fee of 2 %.
const SOLD_AHEAD = '12.25';
const SOLD_BEHIND = '6.84';

/** Bets each from their own price, one of them sold. */
export function inRoundFile(): EvidenceFile {
  const sample = { number: 1, strike: '61733.4', close: '61738.5', result: 'EACH_BET' as const, bets: [] };
  const record: RoundEvidence = { ...priceRecord(sample, FIRST_PREVIOUS), rule: 'in-round-1' };
  record.betCloseAt = `${Number(record.endAt) - 10_000}`;
  if (record.evidence.kind === 'price') record.evidence.sale = SALE;
  const [won, lost, even, gone] = placedAfter(record, [
    { ...bet('1', 'UP', '10', '1.95', 'WON', '19.5'), strike: '61738' },
    { ...bet('2', 'UP', '10', '1.95', 'LOST', '0'), strike: '61739' },
    { ...bet('3', 'UP', '10', '1.95', 'VOID', '10'), strike: '61738.5' },
    { ...bet('4', 'UP', '10', '1.95', 'SOLD', SOLD_AHEAD), strike: '61733.4' },
  ]);
  const bets = [won, lost, even, sold(1, gone, '61745.7')];
  return { ...sealRecord(withBets(record, bets)), bets };
}

/** A round that ended in the second of the recorded signed update: two seconds long, for only there it lies at a boundary. */
export function signedFile(): EvidenceFile {
  const [startAt, endAt] = [1_715_627_144_000, 1_715_627_146_000];
  const bets = [{ ...bet('1048577', 'UP', '20', '1.95', 'WON', '39'), at: `${startAt - 1_000}` }];
  const record = priceRecord({ number: 1, strike: '2949.38', close: '2949.43', result: 'UP', bets }, FIRST_PREVIOUS);
  const times = { startAt: `${startAt}`, endAt: `${endAt}`, betCloseAt: `${startAt - 500}`, settledAt: `${endAt + 85}` };
  Object.assign(record, { ...times, tradeRoundId: `${2 * ORDINALS + startAt / 2_000}` });
  if (record.evidence.kind === 'price') {
    const update = readFileSync(new URL('./pyth-update-20240513.b64', import.meta.url), 'utf8').trim();
    const signed: SignedPrice = { network: 'pyth', boundary: 'close', feed: RECORDED_FEED, signerSet: 'wormhole-4', update };
    const ticks = { strike: boundaryAt(startAt, '2949.38'), close: boundaryAt(endAt, '2949.43') };
    Object.assign(record.evidence, { ...ticks, ticksOf: 'mids', signed: [signed] });
  }
  return { ...sealRecord(record), bets };
}
const RECORDED_FEED = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';

/** Void by a gap of the feed, every stake back. */
export function voidFile(): EvidenceFile {
  const bets = timed(1, [bet('1048577', 'UP', '20', '1.95', 'VOID', '20')]);
  const record = priceRecord({ number: 1, strike: '61733.4', close: '61738.5', result: 'VOID', bets }, FIRST_PREVIOUS);
  if (record.evidence.kind === 'price') Object.assign(record.evidence.close, { tick: null, near: [], before: null });
  return { ...sealRecord({ ...record, voidReason: 'FEED_GAP' }), bets };
}

/** Three rounds of one option, each naming the one before it. */
export function priceChain(): EvidenceFile[] {
  const files: EvidenceFile[] = [];
  for (const sample of SAMPLES) {
    const before = files.at(-1);
    const sealed = sealRecord(priceRecord(sample, before?.hash ?? FIRST_PREVIOUS));
    files.push({ ...sealed, bets: sample.bets, ...(before === undefined ? {} : { previousRecord: before.record }) });
  }
  return files;
}

export const recordOf = (file: EvidenceFile): RoundEvidence => JSON.parse(file.record) as RoundEvidence;

/** The same file after `change`, with a hash of its own: what a forger would hand out. */
export function forged(file: EvidenceFile, change: (record: RoundEvidence) => void): EvidenceFile {
  const record = recordOf(file);
  change(record);
  return { ...file, ...sealRecord(record) };
}

const DAY_SEED = '5eed'.repeat(16);

/** A power ball of five minutes with a winning and a losing bet. */
export function drawFile(): EvidenceFile {
  const ordinal = 5_780_000;
  const startAt = ordinal * 5 * MINUTE;
  const endAt = startAt + 5 * MINUTE;
  const closeAt = endAt - 10_000;
  const roundId = 9 * ORDINALS + ordinal;
  const seed = bytesOfHex(seedOfDay(DAY_SEED, seedTextOf(1, 8, ordinal)));
  const entropyOf: TickEntropy = {
    kind: 'ticks',
    symbol: 'BINANCE:BTCUSDT',
    after: `${closeAt}`,
    ticks: [12, 12, 55].map((ms, i) => tickAt(closeAt + ms, `61743.${i}`, `48122090${i}`)),
  };
  const entropy = sha256(new TextEncoder().encode(entropyText(entropyOf)));
  const draw = drawPowerBall(seed, roundId, entropy);
  const [odd, even] = draw.power & 1 ? (['WON', 'LOST'] as const) : (['LOST', 'WON'] as const);
  const bets = placedAfter({ rule: 'power-ball-1', startAt: `${startAt}`, endAt: `${endAt}` }, [
    bet('1048577', 'PB_ODD', '10', '1.95', odd, odd === 'WON' ? '19.5' : '0'),
    bet('2097153', 'PB_EVEN', '3.33', '1.95', even, even === 'WON' ? '6.49' : '0'),
    bet('3145729', `PB_${draw.power}`, '2', '9', 'WON', '18'),
  ]);
  const record: RoundEvidence = {
    ...priceRecord(SAMPLES[0], FIRST_PREVIOUS),
    tradeOptionId: '9',
    tradeRoundId: `${roundId}`,
    code: 'P5',
    rule: 'power-ball-1',
    startAt: `${startAt}`,
    endAt: `${endAt}`,
    betCloseAt: `${closeAt}`,
    settledAt: `${endAt + 12}`,
    evidence: {
      kind: 'draw',
      seal: hexOfBytes(sha256(seed)),
      seed: hexOfBytes(seed),
      entropy: hexOfBytes(entropy),
      entropyOf,
      planned: { kind: 'ticks', symbol: 'BINANCE:BTCUSDT' },
      draw: { balls: draw.balls.map(String), power: `${draw.power}` },
    },
    result: 'DRAWN',
  };
  return { ...sealRecord(withBets(record, bets)), bets };
}

/** A power ball of a minute drawn with a published round of drand's quicknet. */
export function beaconFile(): EvidenceFile {
  const record = recordOf(drawFile());
  const closeAt = Number(quicknetRound.after);
  const ordinal = Math.floor(closeAt / MINUTE);
  const [startAt, endAt] = [ordinal * MINUTE, (ordinal + 1) * MINUTE];
  const seed = bytesOfHex(seedOfDay(DAY_SEED, seedTextOf(1, 8, ordinal)));
  const entropy = bytesOfHex(entropyHash(quicknetRound));
  const draw = drawPowerBall(seed, 9 * ORDINALS + ordinal, entropy);
  const times = { startAt: `${startAt}`, endAt: `${endAt}`, betCloseAt: `${closeAt}`, settledAt: `${endAt + 12}` };
  Object.assign(record, { ...times, tradeRoundId: `${9 * ORDINALS + ordinal}`, code: 'P1' });
  record.evidence = {
    kind: 'draw',
    seal: hexOfBytes(sha256(seed)),
    seed: hexOfBytes(seed),
    entropy: hexOfBytes(entropy),
    entropyOf: quicknetRound,
    planned: { kind: 'beacon', chain: quicknet.chain },
    draw: { balls: draw.balls.map(String), power: `${draw.power}` },
  };
  const bets = placedAfter(record, [bet('1048577', `PB_${draw.power}`, '2', '9', 'WON', '18')], 500);
  return { ...sealRecord(withBets(record, bets)), bets };
}

/** A draw that failed: void, its seed shut until the day's is opened. */
export function voidDrawFile(): EvidenceFile {
  const file = drawFile();
  const record = recordOf(file);
  const bets = file.bets!.map((each): EvidenceBet => ({ ...each, status: 'VOID', paid: each.stake }));
  Object.assign(record, { result: 'VOID', voidReason: 'TOO_LATE', settledAt: `${Number(record.endAt) + 600_000}` });
  Object.assign(record.evidence, { seed: null, entropy: null, entropyOf: null, draw: null });
  return { ...sealRecord(withBets(record, bets)), bets };
}

/** One of every kind of record there is. */
export const everyKind = (): [string, EvidenceFile][] => [
  ['price round', priceChain()[1]],
  ['tie', priceChain()[2]],
  ['bets taken back and sold', leftFile()],
  ['sold by the terms of its own round', ownTermsFile()],
  ['in-round bets', inRoundFile()],
  ['void', voidFile()],
  ['signed price', signedFile()],
  ['power ball', drawFile()],
  ['power ball by a beacon', beaconFile()],
  ['draw that failed', voidDrawFile()],
];

/** Each leaf of a value altered, one after the other: where it stood, and the whole with it altered. */
export function* altered<T>(value: T): Generator<[string, T]> {
  for (const path of leavesOf(value, [])) {
    const copy = structuredClone(value);
    let at = copy as Record<string, unknown>;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
    const key = path.at(-1)!;
    at[key] = otherThan(at[key]);
    yield [path.join('.'), copy];
  }
}

/** Each leaf of a record altered. */
export const alteredRecords = (file: EvidenceFile): Generator<[string, RoundEvidence]> => altered(recordOf(file));

function otherThan(leaf: unknown): unknown {
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf !== 'string') return '1';
  const last = leaf.at(-1) ?? '';
  return `${leaf.slice(0, -1)}${/\d/.test(last) ? (Number(last) + 1) % 10 : last === 'a' ? 'b' : 'a'}`;
}

/** Texts, truths and nothings; an empty list is a leaf as well. */
function* leavesOf(value: unknown, path: string[]): Generator<string[]> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) yield path;
  for (const [key, each] of entries) yield* leavesOf(each, [...path, key]);
}

/** Heads of the day that these records were settled on, after a day before it. */
export function dayFile(records: readonly EvidenceFile[]): DayFile {
  const own = records.map((file) => ({ ...recordOf(file), hash: file.hash }));
  const from = Math.floor(Number(own[0].settledAt) / DAY_MS) * DAY_MS;
  const seal = hexOfBytes(sha256(bytesOfHex(DAY_SEED)));
  const last = new Map(own.map((record) => [record.tradeOptionId, record]));
  const day = (at: number, number: number, previous: string): DayRecord => ({
    format: DAY_FORMAT,
    site: 'maru',
    siteNumber: '1',
    day: utcDayText(at),
    from: `${at}`,
    to: `${at + DAY_MS}`,
    heads: [],
    seed: null,
    coming: [{ day: utcDayText(at + DAY_MS), seal }],
    number: `${number}`,
    previous,
  });
  const before = sealDay(day(from - DAY_MS, 1, FIRST_PREVIOUS));
  const heads = [...last.values()]
    .sort((a, b) => Number(a.tradeOptionId) - Number(b.tradeOptionId))
    .map(({ tradeOptionId, code, number, hash }) => ({ tradeOptionId, code, number, hash, records: number }));
  const record = { ...day(from, 2, before.hash), heads, seed: { seal, seed: DAY_SEED } };
  return { ...sealDay(record), previousRecord: before.record };
}
