// Records of settled rounds as tests need them: a chain of three price rounds with bets, and a drawn power ball.
import { hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';
import { drawPowerBall } from '@maru/engine/rounds/power-ball.ts';
import {
  betsText,
  EVIDENCE_FORMAT,
  type EvidenceBet,
  type EvidenceBoundary,
  type EvidenceFile,
  type EvidenceTick,
  entropyText,
  FIRST_PREVIOUS,
  hashText,
  type RoundEvidence,
  sealRecord,
  type TickEntropy,
} from '../evidence.ts';

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
  const markets = [...new Set(bets.map((bet) => bet.market))].map((market) => {
    const own = bets.filter((bet) => bet.market === market);
    const sum = (of: 'stake' | 'paid') => `${own.reduce((all, bet) => all + Math.round(Number(bet[of]) * 100), 0)}`;
    const decimal = (cents: string) => `${cents.slice(0, -2) || '0'}.${cents.slice(-2).padStart(2, '0')}`;
    return { market, odds: own[0].odds, bets: `${own.length}`, staked: decimal(sum('stake')), paid: decimal(sum('paid')) };
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
      isHalted: false,
      strike: boundaryAt(startAt, strike),
      close: boundaryAt(endAt, close),
      signed: [],
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
  status,
  paid,
});

const SAMPLES: readonly PriceSample[] = [
  { number: 1, strike: '61733.4', close: '61738.5', result: 'UP', bets: [bet('1048577', 'UP', '20', '1.95', 'WON', '39')] },
  {
    number: 2,
    strike: '61738.5',
    close: '61743.6',
    result: 'UP',
    bets: [
      bet('2097153', 'UP', '10.01', '1.95', 'WON', '19.51'),
      bet('3145730', 'UP', '0.33', '1.95', 'WON', '0.64'),
      bet('4194307', 'DOWN', '250', '1.92', 'LOST', '0'),
    ],
  },
  { number: 3, strike: '61743.6', close: '61743.6', result: 'TIE', bets: [bet('5242881', 'DOWN', '7', '1.92', 'VOID', '7')] },
];

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

/** A power ball of five minutes with a winning and a losing bet. */
export function drawFile(): EvidenceFile {
  const ordinal = 5_780_000;
  const startAt = ordinal * 5 * MINUTE;
  const endAt = startAt + 5 * MINUTE;
  const closeAt = endAt - 10_000;
  const roundId = 9 * ORDINALS + ordinal;
  const seed = sha256(new TextEncoder().encode('sample seed'));
  const entropyOf: TickEntropy = {
    kind: 'ticks',
    symbol: 'BINANCE:BTCUSDT',
    after: `${closeAt}`,
    ticks: [12, 12, 55].map((ms, i) => tickAt(closeAt + ms, `61743.${i}`, `48122090${i}`)),
  };
  const entropy = sha256(new TextEncoder().encode(entropyText(entropyOf)));
  const draw = drawPowerBall(seed, roundId, entropy);
  const [odd, even] = draw.power & 1 ? (['WON', 'LOST'] as const) : (['LOST', 'WON'] as const);
  const bets = [
    bet('1048577', 'PB_ODD', '10', '1.95', odd, odd === 'WON' ? '19.5' : '0'),
    bet('2097153', 'PB_EVEN', '3.33', '1.95', even, even === 'WON' ? '6.49' : '0'),
    bet('3145729', `PB_${draw.power}`, '2', '9', 'WON', '18'),
  ];
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
      draw: { balls: draw.balls.map(String), power: `${draw.power}` },
    },
    result: 'DRAWN',
  };
  return { ...sealRecord(withBets(record, bets)), bets };
}

/** Each text of a record altered by its last character, one after the other: where it stood, and the record. */
export function* alteredRecords(file: EvidenceFile): Generator<[string, RoundEvidence]> {
  for (const path of textsOf(recordOf(file), [])) {
    const record = recordOf(file);
    let at = record as unknown as Record<string, unknown>;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
    const text = at[path.at(-1)!] as string;
    const last = text.at(-1)!;
    at[path.at(-1)!] = `${text.slice(0, -1)}${/\d/.test(last) ? (Number(last) + 1) % 10 : last === 'a' ? 'b' : 'a'}`;
    yield [path.join('.'), record];
  }
}

function* textsOf(value: unknown, path: string[]): Generator<string[]> {
  if (typeof value === 'string') yield path;
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) yield* textsOf(each, [...path, key]);
}
