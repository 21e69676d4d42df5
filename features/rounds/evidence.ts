// The public record of a settled round: its shape, its exact text, its hash. Runs in the browser and in the server alike.
//
// A record holds texts, lists and objects only: every number is a decimal text, times in ms since 1970, hashes and seeds lower-case hex.
// Its text is JSON without spaces, keys in order of their code units; its hash is SHA-256 of that text in UTF-8, and the record
// names the hash of the option's record before it, so that none can be altered or left out later.
import { hexOfBytes, sha256 } from '@maru/engine/draw/sha256.ts';

export const EVIDENCE_FORMAT = 'maru-round-evidence-1';
/** What the first record of an option names as the hash before it. */
export const FIRST_PREVIOUS = '0'.repeat(64);

/** Rules a round was decided by: price rounds (rules 11.4 to 11.7), each bet from its own price (11.3), power ball (12). */
export const roundRules = ['price-1', 'in-round-1', 'power-ball-1'] as const;
export type RoundRule = (typeof roundRules)[number];

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

/** A price that its publisher signed (Pyth): kept as it came, base64, to be verified by anyone with the signers' addresses. */
export interface SignedPrice {
  network: 'pyth';
  boundary: 'strike' | 'close';
  feed: string;
  signerSet: string;
  update: string;
}

export interface PriceEvidence {
  kind: 'price';
  symbol: string;
  /** Where the ticks came from: 'binance', 'replay', … */
  source: string;
  isHalted: boolean;
  strike: EvidenceBoundary;
  close: EvidenceBoundary;
  signed: SignedPrice[];
}

/** The first ticks of a public market after the cut-off: nobody knew them while bets were taken. */
export interface TickEntropy {
  kind: 'ticks';
  symbol: string;
  after: string;
  ticks: EvidenceTick[];
}
/** A round of a public randomness beacon whose value appeared after the cut-off. */
export interface BeaconEntropy {
  kind: 'beacon';
  network: string;
  round: string;
  randomness: string;
  signature: string;
}

export interface DrawEvidence {
  kind: 'draw';
  /** SHA-256 of the seed, public before the first bet. */
  seal: string;
  /** Null while the draw failed: then the round is void. */
  seed: string | null;
  entropy: string | null;
  entropyOf: TickEntropy | BeaconEntropy | null;
  draw: { balls: string[]; power: string } | null;
}

/** All bets on one market at the same odds, frozen when they were placed. */
export interface EvidenceMarket {
  market: string;
  odds: string;
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

/** One settled bet, without its owner. `strike`: the price that an in-round bet was placed at. */
export interface EvidenceBet {
  bet: string;
  market: string;
  stake: string;
  odds: string;
  status: 'WON' | 'LOST' | 'VOID';
  paid: string;
  strike?: string;
}

/** What is handed out and checked: the record's exact text and hash, and, where one has them, bets and the record before. */
export interface EvidenceFile {
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

/** A line for each bet, in order of their numbers: bet, market, stake, odds, status, paid, and what its own price was. */
export function betsText(bets: readonly EvidenceBet[]): string {
  const sorted = [...bets].sort((a, b) => (BigInt(a.bet) < BigInt(b.bet) ? -1 : 1));
  return sorted.map(betLine).join('\n');
}

function betLine({ bet, market, stake, odds, status, paid, strike }: EvidenceBet): string {
  return [bet, market, stake, odds, status, paid, ...(strike === undefined ? [] : [strike])].join('|');
}

/** What the entropy of a draw is the SHA-256 of: symbol and cut-off, then a line for each tick. */
export function entropyText({ symbol, after, ticks }: TickEntropy): string {
  return [`${symbol}|${after}`, ...ticks.map((t) => `${t.id}|${t.price}|${t.sourceAt}|${t.receivedAt}`)].join('\n');
}

/** How many ticks an entropy takes, and how long after the cut-off the last may come. */
export const ENTROPY_TICKS = 3;
export const ENTROPY_WAIT_MS = 9_000;
