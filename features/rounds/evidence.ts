// The public record of a settled round: its shape, its exact text, its hash. Runs in the browser and in the server alike.
//
// A record holds texts, lists and objects only: every number is a decimal text, times in ms since 1970, hashes and seeds lower-case hex.
// Its text is JSON without spaces, keys in order of their code units; its hash is SHA-256 of that text in UTF-8, and the record
// names the hash of the option's record before it, so that none can be altered or left out later.
import { bytesOfHex, hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';

export const EVIDENCE_FORMAT = 'maru-round-evidence-1';
/** What the first record of an option names as the hash before it. */
export const FIRST_PREVIOUS = '0'.repeat(64);

/**
 * Rules a round was decided by: price rounds (rules 11.4 to 11.7), each bet from its own price (11.3), power ball (12).
 * From version 2 on the terms of early sales are those that the round's first bet found; in records of version 1 they are
 * the option's at its settlement.
 */
export const roundRules = ['price-1', 'in-round-1', 'power-ball-1', 'price-2', 'in-round-2'] as const;
export type RoundRule = (typeof roundRules)[number];
const plays = {
  'price-1': 'price',
  'price-2': 'price',
  'in-round-1': 'in-round',
  'in-round-2': 'in-round',
  'power-ball-1': 'power-ball',
} as const;

/** How a round of a rule is played, whatever its version; undefined: nobody knows the rule. */
export const playOf = (rule: RoundRule): (typeof plays)[RoundRule] | undefined => plays[rule];

export interface EvidenceTick {
  /** The source's own number of it. */
  id: string;
  price: string;
  /** When it happened by the source's clock, and when it came in by ours; ours decides which side of a boundary it is on. */
  sourceAt: string;
  receivedAt: string;
}

/** A round's start or end, as its settlement was given it. */
export interface EvidenceBoundary {
  at: string;
  /** The last tick that had come at that moment. */
  tick: EvidenceTick | null;
  /** Price of the tick before it, and a second source's price at the moment. */
  before: string | null;
  second: string | null;
  /** Ticks around the moment, oldest first, `tick` among them: a look at what was passed over. */
  near: EvidenceTick[];
}

/** The first price that its publisher (Pyth) signed from a boundary on: kept as it came, base64, to be verified by anyone with the signers' addresses. */
export interface SignedPrice {
  network: 'pyth';
  boundary: 'strike' | 'close';
  feed: string;
  signerSet: string;
  update: string;
  /** How far the boundary's own price lies from it, in millionths of it, down; null where there was no tick. Records from before say none. */
  distance?: string | null;
}

/** Terms of an early sale that the round was held to: the house's share and the price's deviation in a second, as plain fractions. */
export interface SaleTerms {
  fee: string;
  volatility: string;
}

export interface PriceEvidence {
  kind: 'price';
  symbol: string;
  /** Where the ticks came from: 'binance', 'replay', … */
  source: string;
  /** What a tick is: a trade of the venue, or the middle of the book (forex, gold, indices). */
  ticksOf: 'trades' | 'mids';
  isHalted: boolean;
  strike: EvidenceBoundary;
  close: EvidenceBoundary;
  signed: SignedPrice[];
  /** Null where no bet could be sold early. */
  sale: SaleTerms | null;
}

/** The first ticks of a public market after the cut-off: nobody knew them while bets were taken. */
export interface TickEntropy {
  kind: 'ticks';
  symbol: string;
  after: string;
  ticks: EvidenceTick[];
}
/** What a randomness beacon is known by (drand): its chain's hash is the SHA-256 of these. Times in seconds. */
export interface BeaconInfo {
  chain: string;
  publicKey: string;
  periodSeconds: string;
  genesisSeconds: string;
  groupHash: string;
  scheme: string;
  beaconId: string;
}
/** The first round of a public randomness beacon whose time is after the cut-off. */
export interface BeaconEntropy {
  kind: 'beacon';
  beacon: BeaconInfo;
  after: string;
  round: string;
  randomness: string;
  signature: string;
  /** Of a chained beacon. */
  previousSignature: string | null;
}
export type Entropy = TickEntropy | BeaconEntropy;

/** Where the public value comes from, fixed before the first bet: nobody chooses afterwards. */
export type DrawPlan = { kind: 'ticks'; symbol: string } | { kind: 'beacon'; chain: string };

export interface DrawEvidence {
  kind: 'draw';
  /** SHA-256 of the seed, public before the first bet. */
  seal: string;
  /** Null while the draw failed: then the round is void. */
  seed: string | null;
  entropy: string | null;
  entropyOf: Entropy | null;
  planned: DrawPlan;
  draw: { balls: string[]; power: string } | null;
}

/** How bets left the round: by its result, sold early, taken back before the cut-off. */
export const endings = ['SETTLED', 'SOLD', 'CANCELLED'] as const;
export type EvidenceEnding = (typeof endings)[number];

/** All bets on one market at the same odds, frozen when they were placed, that left the round the same way: every stake stands in one row. */
export interface EvidenceMarket {
  market: string;
  odds: string;
  how: EvidenceEnding;
  bets: string;
  staked: string;
  paid: string;
}

export interface RoundEvidence {
  format: typeof EVIDENCE_FORMAT;
  site: string;
  tradeOptionId: string;
  tradeRoundId: string;
  code: string;
  rule: RoundRule;
  startAt: string;
  endAt: string;
  betCloseAt: string;
  settledAt: string;
  currency: string;
  /** Decimals that amounts of the currency have: payouts are cut there. */
  decimals: string;
  evidence: PriceEvidence | DrawEvidence;
  result: 'UP' | 'DOWN' | 'TIE' | 'VOID' | 'DRAWN' | 'EACH_BET';
  voidReason: string | null;
  markets: EvidenceMarket[];
  /** Hash of all bets (`betsText`), which the public list of a round's bets must meet. */
  betsHash: string;
  /** Place in the option's chain, from 1, and the hash of the record before. */
  number: string;
  previous: string;
}

/**
 * One bet, without its owner. `at`: when the engine took it. `strike`: the price that an in-round bet was placed at.
 * Sold or taken back: `endedAt`, and of a sale the `price` it was valued at.
 */
export interface EvidenceBet {
  bet: string;
  market: string;
  stake: string;
  odds: string;
  at: string;
  status: 'WON' | 'LOST' | 'VOID' | 'SOLD' | 'CANCELLED';
  paid: string;
  strike?: string;
  endedAt?: string;
  price?: string;
}

/** The row of its record that a bet is counted in. */
export const endingOfStatus = (status: EvidenceBet['status']): EvidenceEnding =>
  status === 'SOLD' || status === 'CANCELLED' ? status : 'SETTLED';

/** What is handed out and checked: the record's exact text and hash, and, where one has them, bets and the record before. */
export interface EvidenceFile {
  /** Whose record was asked for. */
  tradeRoundId?: number | string;
  record: string;
  hash: string;
  bets?: EvidenceBet[];
  previousRecord?: string;
}

type Plain = string | boolean | null | readonly Plain[] | { readonly [key: string]: Plain | undefined };

/** The one text that a value has. Numbers are a fault: they have more than one spelling. */
export function canonicalText(value: unknown): string {
  return textOf(value as Plain);
}

function textOf(value: Plain): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`no ${typeof value} in a record`);
  const entries = Object.entries(value).filter((entry): entry is [string, Plain] => entry[1] !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${textOf(each)}`).join(',')}}`;
}

/** SHA-256 of a text in UTF-8, hex. */
export const hashText = (text: string): string => hexOfBytes(sha256(new TextEncoder().encode(text)));

/** A record as it is stored: its text and the text's hash. */
export function sealRecord(record: RoundEvidence): { record: string; hash: string } {
  const text = canonicalText(record);
  return { record: text, hash: hashText(text) };
}

/** A line for each bet, in order of their numbers, of ten fields: what a bet has not got is empty. */
export const betsText = (bets: readonly EvidenceBet[]): string => inOrder(bets).map(betLine).join('\n');

export const inOrder = (bets: readonly EvidenceBet[]): EvidenceBet[] => [...bets].sort((a, b) => (BigInt(a.bet) < BigInt(b.bet) ? -1 : 1));

export function betLine({ bet, market, stake, odds, at, status, paid, strike, endedAt, price }: EvidenceBet): string {
  return [bet, market, stake, odds, at, status, paid, strike ?? '', endedAt ?? '', price ?? ''].join('|');
}

/** What the entropy of a draw is the SHA-256 of: symbol and cut-off, then a line for each tick. */
export function entropyText({ symbol, after, ticks }: TickEntropy): string {
  return [`${symbol}|${after}`, ...ticks.map((t) => `${t.id}|${t.price}|${t.sourceAt}|${t.receivedAt}`)].join('\n');
}

/** The public value of 32 bytes that goes into a draw. */
export const entropyHash = (entropy: Entropy): string =>
  entropy.kind === 'ticks' ? hashText(entropyText(entropy)) : hexOfBytes(sha256(bytesOfHex(entropy.randomness)));

/** How many ticks an entropy takes, and how long after the cut-off the last may come. */
export const ENTROPY_TICKS = 3;
export const ENTROPY_WAIT_MS = 9_000;
