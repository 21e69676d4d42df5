// A snapshot is a copy of the used prefix of every row array behind a header: fast to take, the same bytes for the same state.
//
// What can be derived is left out (tables, scopes, instruments); the ring of requests is written from its oldest row. So a state
// may be loaded into a larger capacity class: growth is snapshot and reload.
import {
  ACCOUNT,
  CHAIN,
  EXPOSURE,
  EX_ACCOUNT,
  EX_SETTING,
  FACTS,
  LIFE,
  LIVE,
  META_ACCOUNTS,
  META_BLOCKS,
  META_CUSTODY,
  META_EXPOSURES,
  META_MORE_ACCOUNTS,
  META_REQUEST_COUNT,
  META_REQUEST_FIRST,
  META_ROUNDS,
  META_SHARES,
  META_SYMBOLS,
  META_TIMERS,
  META_WORK_END,
  ORDER,
  RISK,
  SHARE,
  SUMS,
  TEXT,
  TIMER,
  TRIGGER,
  WAITING,
} from './layout.ts';
import {
  BET,
  DRAW_ODDS,
  LIMITS,
  LINKS,
  MARKETS,
  MARKS,
  MARK_BETS,
  MARK_DRAWS,
  MARK_OPTIONS,
  MARK_ROUNDS,
  OPTION,
  PLAY,
  PLAY_DAY,
  PLAY_DAY_END,
  ROUND,
  SLOT,
} from './layout-rounds.ts';
import { CUSTODY_MARKS, FIGURE, OPEN } from './layout-custody.ts';
import type { Capacity, CapacityClass } from './capacity.ts';
import { POSITION_BLOCK } from './capacity.ts';
import { enterTable } from './futures/exposure.ts';
import { LADDER_DEPTH } from './futures/ladder.ts';
import { usedLevelWords, usedOrders } from './futures/order-book.ts';
import { deriveFromNodes, usedNodeWords } from './futures/price-index.ts';
import { usedBucketWords, usedListWords } from './futures/trigger-index.ts';
import { ledgerLength } from './ledger/account.ts';
import { enterRows } from './ledger/more-accounts.ts';
import { Asset } from './ledger/purse.ts';
import { assetSums } from './ledger/sums.ts';
import { SPEC_WORDS, decodeInstrument, deriveInstrument } from './market/instrument.ts';
import { fillMarkTables } from './market/mark-tables.ts';
import { enterRequest } from './requests.ts';
import { DAY_MS } from './time.ts';
import { type EngineState, LOGIC_VERSION, REQUEST, createState } from './state.ts';

export const SNAPSHOT_SCHEMA = 4;
/** Of the rules up to 6: no own limits, and days that end by themselves. */
const SCHEMA_OF_RULES_6 = 3;
const MAGIC = 0x4d415255;
const HEAD_WORDS = 96;
/** Magic, schema, logic version, sequence, time, capacity, section sizes. */
export const SNAPSHOT_HEAD_BYTES = HEAD_WORDS * 8;
const FIRST_SIZE = 16;

type Rows = Float64Array | Int32Array | Uint32Array | Uint8Array;

// Every stored array with the number of elements in use, in file order. Symbols and sides follow META_SYMBOLS.
function sections(s: EngineState, schema = SNAPSHOT_SCHEMA): readonly (readonly [Rows, number])[] {
  const accounts = s.meta[META_ACCOUNTS];
  const symbols = s.meta[META_SYMBOLS];
  const exposures = s.meta[META_EXPOSURES];
  const positions = s.meta[META_BLOCKS] * POSITION_BLOCK;
  const b = s.books;
  const orders = usedOrders(b);
  const firstIsolated = s.capacity.accounts * RISK;
  return [
    [s.accounts, accounts * ACCOUNT],
    [s.risk, accounts * RISK],
    [s.risk.subarray(firstIsolated, firstIsolated + positions * RISK), positions * RISK],
    [s.ledger, ledgerLength(accounts)],
    [s.exposures, exposures * EXPOSURE],
    [s.exposureSums, exposures * SUMS],
    [s.positionLots, positions],
    [s.positionCost, positions],
    [s.positionPnl, positions],
    [s.positionMaintenance, positions],
    [s.positionMargin, positions],
    [s.positionLeverage, positions],
    [s.positionTier, positions],
    [s.positionWide, positions],
    [s.positionExposure, positions],
    [s.positionLife, positions * LIFE],
    [s.positionFree, positions],
    [s.blockSymbol, s.meta[META_BLOCKS]],
    [s.blockNext, s.meta[META_BLOCKS]],
    [s.symbolBlocks, symbols],
    [s.symbolFree, symbols],
    [b.rows, orders * ORDER],
    [b.chain, orders * CHAIN],
    [b.prices, orders],
    [b.levels, usedLevelWords(b)],
    [b.best, symbols * 2],
    [b.bestLevels, symbols * 2],
    [b.marks, b.marks.length],
    [b.index.nodes, usedNodeWords(b.index)],
    [b.index.roots, symbols],
    [b.index.marks, b.index.marks.length],
    [s.orderFacts, orders * FACTS],
    [s.orderTexts, orders * TEXT],
    [s.triggers.places, orders],
    [s.triggers.facts, orders * TRIGGER],
    [s.triggers.buckets, usedBucketWords(s.meta)],
    [s.triggers.lists, usedListWords(symbols)],
    [s.triggers.nearest, symbols * 4],
    [s.triggers.chains, exposures * WAITING],
    [s.triggers.index.nodes, usedNodeWords(s.triggers.index)],
    [s.triggers.index.roots, symbols * 4],
    [s.triggers.index.marks, s.triggers.index.marks.length],
    [s.timers, s.meta[META_TIMERS] * TIMER],
    [s.ladders.prices, symbols * 2 * LADDER_DEPTH],
    [s.ladders.lots, symbols * 2 * LADDER_DEPTH],
    [s.ladders.counts, symbols * 2],
    [s.ladders.heads, symbols * 2],
    [s.ladders.times, symbols],
    [s.specs, symbols * SPEC_WORDS],
    [s.specLengths, symbols],
    [s.live, symbols * LIVE],
    [s.work, s.meta[META_WORK_END]],
    [s.insuredDebt, accounts],
    // Behind the rest: snapshots from before there were shares have none of it and load as they are.
    [s.shares, s.meta[META_SHARES] * SHARE],
    ...roundSections(s, accounts, schema),
    // Behind them again: none in snapshots from before there were any, nor of a site without one.
    [s.more.numbers, s.meta[META_MORE_ACCOUNTS]],
    [s.more.balances, s.meta[META_MORE_ACCOUNTS]],
    // And again: none of it of rules 9 and before, nor of a site without coins.
    ...custodySections(s),
  ];
}

function custodySections({ custody, meta }: EngineState): readonly (readonly [Rows, number])[] {
  const { deposits, withdrawals, figures } = custody;
  return [
    [custody.marks, meta[META_CUSTODY] * CUSTODY_MARKS],
    [deposits.states, deposits.count],
    [deposits.rows, deposits.open * OPEN],
    [withdrawals.states, withdrawals.count],
    [withdrawals.rows, withdrawals.open * OPEN],
    [figures.rows, figures.count * FIGURE],
  ];
}

// None of it before the first option, limit or slot seed of the site.
function roundSections(s: EngineState, accounts: number, schema: number): readonly (readonly [Rows, number])[] {
  const t = s.rounds;
  const isUsed = s.meta[META_ROUNDS];
  const rounds = t.marks[MARK_ROUNDS];
  const bets = t.marks[MARK_BETS];
  return [
    [t.marks, isUsed * MARKS],
    [t.options, t.marks[MARK_OPTIONS] * OPTION],
    [t.drawOdds, t.marks[MARK_DRAWS] * MARKETS * DRAW_ODDS],
    [t.rounds, rounds * ROUND],
    [t.stakes, rounds * MARKETS],
    [t.bets, bets * BET],
    [t.betTimes, bets],
    [t.betLinks, bets * LINKS],
    [t.play, isUsed * accounts * PLAY],
    [t.slots, isUsed * accounts * SLOT],
    [t.limits, schema === SCHEMA_OF_RULES_6 ? 0 : isUsed * accounts * LIMITS],
  ];
}

function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}

/** Bytes that takeSnapshot will write now. */
export function snapshotBytes(s: EngineState): number {
  let bytes = SNAPSHOT_HEAD_BYTES + padded(s.meta.byteLength) + s.meta[META_REQUEST_COUNT] * REQUEST * 8;
  for (const [rows, used] of sections(s)) bytes += padded(used * rows.BYTES_PER_ELEMENT);
  return bytes;
}

/** Copies the state into `into` (8-byte aligned, at least snapshotBytes long, may be shared memory); returns the bytes written. */
export function takeSnapshot(s: EngineState, into: Uint8Array): number {
  const all = sections(s);
  const head = new Float64Array(into.buffer, into.byteOffset, HEAD_WORDS);
  head.fill(0);
  head[0] = MAGIC;
  head[1] = SNAPSHOT_SCHEMA;
  head[2] = LOGIC_VERSION;
  head[3] = s.seq;
  head[4] = s.time;
  const c = s.capacity;
  [c.accounts, c.symbols, c.exposures, c.positions, c.orders, c.levels, c.nodes, c.requests].forEach((n, k) => {
    head[5 + k] = n;
  });
  let at = SNAPSHOT_HEAD_BYTES;
  all.forEach(([rows, used], k) => {
    head[FIRST_SIZE + k] = used;
    const bytes = used * rows.BYTES_PER_ELEMENT;
    into.set(new Uint8Array(rows.buffer, rows.byteOffset, bytes), at);
    into.fill(0, at + bytes, at + padded(bytes));
    at += padded(bytes);
  });
  const meta = new Float64Array(into.buffer, into.byteOffset + at, s.meta.length);
  meta.set(s.meta);
  meta[META_REQUEST_FIRST] = 0;
  at += s.meta.byteLength;
  at = copyRequests(s, into, at);
  return at;
}

// Oldest first, so that the bytes do not depend on where the ring stands.
function copyRequests(s: EngineState, into: Uint8Array, at: number): number {
  const first = s.meta[META_REQUEST_FIRST];
  const count = s.meta[META_REQUEST_COUNT];
  const toEnd = Math.min(count, s.capacity.requests - first);
  const rowBytes = REQUEST * 8;
  into.set(new Uint8Array(s.requests.buffer, first * rowBytes, toEnd * rowBytes), at);
  into.set(new Uint8Array(s.requests.buffer, 0, (count - toEnd) * rowBytes), at + toEnd * rowBytes);
  return at + count * rowBytes;
}

/** Reads a snapshot into a new state, by default of the same capacity. Throws on a foreign, newer or torn one. */
export function loadSnapshot(bytes: Uint8Array, capacity?: Capacity | CapacityClass): EngineState {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  if (aligned.byteLength < HEAD_WORDS * 8) throw new RangeError('snapshot is shorter than its head');
  const head = new Float64Array(aligned.buffer, aligned.byteOffset, HEAD_WORDS);
  if (head[0] !== MAGIC) throw new RangeError('not a snapshot');
  if (!isKnown(head)) throw new RangeError(`snapshot schema ${head[1]} of rules ${head[2]} is not known here`);
  const s = createState(capacity ?? capacityOf(head));
  let at = SNAPSHOT_HEAD_BYTES;
  // Counters first: they say how much of each array is in use.
  const metaAt = findMeta(head, aligned.byteLength, s);
  s.meta.set(new Float64Array(aligned.buffer, aligned.byteOffset + metaAt, s.meta.length));
  s.books.marks.set(new Int32Array(aligned.buffer, aligned.byteOffset + offsetOf(head, s, s.books.marks), s.books.marks.length));
  s.books.index.marks.set(
    new Int32Array(aligned.buffer, aligned.byteOffset + offsetOf(head, s, s.books.index.marks), s.books.index.marks.length),
  );
  const triggerMarks = s.triggers.index.marks;
  triggerMarks.set(new Int32Array(aligned.buffer, aligned.byteOffset + offsetOf(head, s, triggerMarks), triggerMarks.length));
  const { marks } = s.rounds;
  if (s.meta[META_ROUNDS] === 1) s.rounds.open(s.capacity);
  if (s.meta[META_MORE_ACCOUNTS] > 0) s.more.open(s.capacity);
  if (s.meta[META_ROUNDS] === 1) marks.set(new Float64Array(aligned.buffer, aligned.byteOffset + offsetOf(head, s, marks), marks.length));
  if (s.meta[META_CUSTODY] === 1) {
    const counters = s.custody.marks;
    counters.set(new Float64Array(aligned.buffer, aligned.byteOffset + offsetOf(head, s, counters), counters.length));
    s.custody.reserve();
  }
  sections(s, head[1]).forEach(([rows, used], k) => {
    if (head[FIRST_SIZE + k] !== used || used > rows.length) throw new RangeError(`snapshot section ${k} does not fit`);
    const size = used * rows.BYTES_PER_ELEMENT;
    new Uint8Array(rows.buffer, rows.byteOffset, size).set(aligned.subarray(at, at + size));
    at += padded(size);
  });
  at += s.meta.byteLength;
  const requests = s.meta[META_REQUEST_COUNT];
  if (requests > s.capacity.requests || aligned.byteLength < at + requests * REQUEST * 8) throw new RangeError('snapshot is torn');
  new Uint8Array(s.requests.buffer).set(aligned.subarray(at, at + requests * REQUEST * 8));
  if (head[1] === SCHEMA_OF_RULES_6) endDays(s);
  rebuild(s);
  return s;
}

function isKnown(head: Float64Array): boolean {
  return head[1] === SNAPSHOT_SCHEMA || (head[1] === SCHEMA_OF_RULES_6 && head[2] <= 6);
}

/** Days of the rules up to 6 ended after 24 hours; no server of theirs ever set a limit. */
function endDays(s: EngineState): void {
  const { play } = s.rounds;
  for (let row = 0; row < play.length; row += PLAY) {
    play.fill(0, row + PLAY_DAY_END, row + PLAY);
    if (play[row + PLAY_DAY] !== 0) play[row + PLAY_DAY_END] = play[row + PLAY_DAY] + DAY_MS;
  }
}

function capacityOf(head: Float64Array): Capacity {
  const [accounts, symbols, exposures, positions, orders, levels, nodes, requests] = head.subarray(5, 13);
  return { accounts, symbols, exposures, positions, orders, levels, nodes, requests };
}

function findMeta(head: Float64Array, length: number, s: EngineState): number {
  let at = SNAPSHOT_HEAD_BYTES;
  sections(s).forEach(([rows], k) => {
    at += padded(head[FIRST_SIZE + k] * rows.BYTES_PER_ELEMENT);
  });
  if (!(at + s.meta.byteLength <= length)) throw new RangeError('snapshot is torn');
  return at;
}

function offsetOf(head: Float64Array, s: EngineState, wanted: Rows): number {
  let at = SNAPSHOT_HEAD_BYTES;
  const all = sections(s);
  for (let k = 0; k < all.length; k++) {
    if (all[k][0] === wanted) return at;
    at += padded(head[FIRST_SIZE + k] * all[k][0].BYTES_PER_ELEMENT);
  }
  throw new RangeError('no such section');
}

// What a snapshot leaves out: tables, scopes, instruments.
function rebuild(s: EngineState): void {
  for (let x = 0; x < s.meta[META_EXPOSURES]; x++) enterTable(s, x);
  for (let r = 0; r < s.meta[META_REQUEST_COUNT]; r++) enterRequest(s, r);
  enterRows(s);
  s.custody.figures.enterRows();
  s.more.passed.add(0, assetSums(s).of(Asset.Binary));
  for (let slot = 0; slot < s.meta[META_BLOCKS] * POSITION_BLOCK; slot++) {
    const x = s.positionExposure[slot];
    if (x < 0) s.positionScope[slot] = s.capacity.accounts + s.capacity.positions;
    else
      s.positionScope[slot] =
        (s.exposures[x * EXPOSURE + EX_SETTING] & 1) === 1 ? s.capacity.accounts + slot : s.exposures[x * EXPOSURE + EX_ACCOUNT];
  }
  for (let symbol = 0; symbol < s.meta[META_SYMBOLS]; symbol++) {
    if (s.specLengths[symbol] === 0) continue;
    const derived = deriveInstrument(decodeInstrument(s.specs.subarray(symbol * SPEC_WORDS, symbol * SPEC_WORDS + s.specLengths[symbol])));
    s.instruments[symbol] = derived;
    fillMarkTables(s.tierTable, s.leverageTable, symbol, derived);
  }
  deriveFromNodes(s.books.index);
  deriveFromNodes(s.triggers.index);
}
