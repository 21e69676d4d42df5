// The root state of one site: rows of typed arrays and nothing else, so that a snapshot is a copy and a row is one cache line.
//
// Field offsets are in layout.ts. Instruments are derived from their spec words; scratch fields mean nothing between commands.
import * as layout from './layout.ts';
import { type Capacity, type CapacityClass, capacityClasses } from './capacity.ts';
import type { Opened } from './futures/opened-tpsl.ts';
import { Ladders } from './futures/ladder.ts';
import { OrderBooks } from './futures/order-book.ts';
import { TriggerIndex } from './futures/trigger-index.ts';
import { ledgerLength } from './ledger/account.ts';
import { MoreAccounts } from './ledger/more-accounts.ts';
import { type Instrument, SPEC_WORDS } from './market/instrument.ts';
import { LEVERAGE_TABLE, TIER_TABLE } from './market/mark-tables.ts';
import { intRows, realRows } from './rows.ts';
import { CustodyTables } from './custody/tables.ts';
import { RoundTables } from './rounds/tables.ts';

const { ACCOUNT, EXPOSURE, FACTS, LIFE, LIVE, META, META_SEQ, META_SLICE, META_TIME, RISK, SHARE, SUMS, TEXT, TIMER } = layout;

/** A small capacity gets small slices, so that they are seen in it too. */
const SLICE_EVENTS = 2000;

/** Raised whenever the same commands would give another state or other events. */
export const LOGIC_VERSION = 12;

/** One remembered request: account, keyHi, keyLo, body, sequence, time, command, orderId, filledLots, filledCost, status. */
export const REQUEST = 11;

export class EngineState {
  declare readonly capacity: Capacity;
  readonly meta = new Float64Array(META);
  declare readonly accounts: Int32Array;
  declare readonly risk: Float64Array;
  /** Balances of ledger accounts by number, and of those without a slot. */
  declare readonly ledger: Float64Array;
  declare readonly more: MoreAccounts;
  /** Deposits and withdrawals of coins. */
  declare readonly custody: CustodyTables;

  declare readonly exposures: Int32Array;
  declare readonly exposureSums: Float64Array;
  /** (account, symbol) -> exposure + 1, open addressing. */
  declare readonly exposureTable: Int32Array;

  // Position legs, by slot; a block of slots belongs to one symbol, so that a mark tick walks them in order.
  declare readonly positionLots: Float64Array;
  /** Signed entry cost; meaningless while positionWide is 1. */
  declare readonly positionCost: Float64Array;
  declare readonly positionPnl: Float64Array;
  declare readonly positionMaintenance: Float64Array;
  declare readonly positionMargin: Float64Array;
  declare readonly positionScope: Int32Array;
  declare readonly positionLeverage: Uint8Array;
  declare readonly positionTier: Uint8Array;
  declare readonly positionWide: Uint8Array;
  /** Exposure of the leg; -1 = free slot, then positionFree chains. */
  declare readonly positionExposure: Int32Array;
  declare readonly positionLife: Float64Array;
  declare readonly positionFree: Int32Array;
  /** Symbol of a block, and the next block of the same symbol + 1. */
  declare readonly blockSymbol: Int32Array;
  declare readonly blockNext: Int32Array;
  /** First block + 1 and first free slot + 1 of a symbol. */
  declare readonly symbolBlocks: Int32Array;
  declare readonly symbolFree: Int32Array;

  declare readonly books: OrderBooks;
  declare readonly orderFacts: Float64Array;
  declare readonly orderTexts: Float64Array;
  declare readonly triggers: TriggerIndex;
  /** Cancel-all-after: rows of account, symbol, deadline, in no order. */
  declare readonly timers: Float64Array;
  declare readonly ladders: Ladders;
  declare readonly specs: Float64Array;
  declare readonly specLengths: Int32Array;
  declare readonly live: Float64Array;

  /** Timed rounds, bets and slots. */
  readonly rounds = new RoundTables();

  /** A ring of requests, oldest first, and its table (row + 1). */
  declare readonly requests: Float64Array;
  declare readonly requestTable: Int32Array;

  // Derived.
  declare readonly tierTable: Float64Array;
  declare readonly leverageTable: Float64Array;
  /** Values a symbol's legs at a mark; made on first use (futures/revalue.ts). */
  kernel: ((i: Instrument, symbol: number, mark: number) => number) | undefined = undefined;
  declare readonly instruments: (Instrument | undefined)[];

  // Scratch: numbers of the last refusal, and what the running command touched.
  refusedLimit = 0;
  refusedOffered = 0;
  declare readonly touchedAccounts: Int32Array;
  touchedAccountCount = 0;
  declare readonly touchedExposures: Int32Array;
  touchedExposureCount = 0;
  declare readonly accountTouched: Uint8Array;
  declare readonly exposureTouched: Uint8Array;
  declare readonly positionTouched: Uint8Array;
  /** Scopes that wait for their liquidation: a cross account, or -1 - slot of an isolated leg: not a number of this room (work-queue.ts). */
  declare readonly work: Int32Array;
  /** What legs that traded since held at the last funding time (futures/funding-share.ts). */
  declare readonly shares: Float64Array;
  /** Of each account's funding debt, what the insurance fund paid for it. */
  declare readonly insuredDebt: Float64Array;
  /** Scopes to test at the end of the command. */
  declare readonly alarms: Int32Array;
  alarmCount = 0;
  /** Fills of entry orders whose TP/SL the running command has to arm. */
  readonly opened: Opened[] = [];
  /** Legs that a mark tick leaves to the exact formulas. */
  declare readonly pending: Int32Array;
  warnedScopes = 0;

  constructor(capacity: Capacity) {
    const c = capacity;
    this.capacity = c;
    this.meta[META_SLICE] = c.accounts < SLICE_EVENTS ? c.accounts : SLICE_EVENTS;
    this.accounts = intRows(c.accounts * ACCOUNT);
    this.risk = realRows((c.accounts + c.positions + 1) * RISK);
    this.ledger = realRows(ledgerLength(c.accounts));
    this.exposures = intRows(c.exposures * EXPOSURE);
    this.exposureSums = realRows(c.exposures * SUMS);
    this.exposureTable = new Int32Array(tableSize(c.exposures));
    this.positionLots = new Float64Array(c.positions);
    this.positionCost = new Float64Array(c.positions);
    this.positionPnl = new Float64Array(c.positions);
    this.positionMaintenance = new Float64Array(c.positions);
    this.positionMargin = new Float64Array(c.positions);
    this.positionScope = new Int32Array(c.positions);
    this.positionLeverage = new Uint8Array(c.positions);
    this.positionTier = new Uint8Array(c.positions);
    this.positionWide = new Uint8Array(c.positions);
    this.positionExposure = new Int32Array(c.positions);
    this.positionLife = realRows(c.positions * LIFE);
    this.positionFree = new Int32Array(c.positions);
    this.blockSymbol = new Int32Array(blocksOf(c));
    this.blockNext = new Int32Array(blocksOf(c));
    this.symbolBlocks = new Int32Array(c.symbols);
    this.symbolFree = new Int32Array(c.symbols);
    this.books = new OrderBooks(c.orders, c.levels, c.nodes, c.symbols);
    this.orderFacts = realRows(c.orders * FACTS);
    this.orderTexts = new Float64Array(c.orders * TEXT);
    this.triggers = new TriggerIndex(c.orders, c.levels, c.nodes, c.symbols, c.exposures);
    this.timers = new Float64Array(c.accounts * TIMER);
    this.ladders = new Ladders(c.symbols);
    this.specs = new Float64Array(c.symbols * SPEC_WORDS);
    this.specLengths = new Int32Array(c.symbols);
    this.live = new Float64Array(c.symbols * LIVE);
    this.requests = new Float64Array(c.requests * REQUEST);
    this.requestTable = new Int32Array(tableSize(c.requests));
    this.instruments = Array.from<Instrument | undefined>({ length: c.symbols });
    this.tierTable = new Float64Array(c.symbols * TIER_TABLE);
    this.leverageTable = new Float64Array(c.symbols * LEVERAGE_TABLE);
    this.touchedAccounts = new Int32Array(c.accounts);
    this.touchedExposures = new Int32Array(c.exposures);
    this.accountTouched = new Uint8Array(c.accounts);
    this.exposureTouched = new Uint8Array(c.exposures);
    this.positionTouched = new Uint8Array(c.positions);
    this.work = new Int32Array(c.accounts + c.positions);
    this.shares = new Float64Array(c.positions * SHARE);
    this.insuredDebt = new Float64Array(c.accounts);
    this.alarms = new Int32Array(c.accounts + c.positions);
    this.pending = new Int32Array(c.positions);
    // Last, so that what the order path reads stays where it was.
    this.more = new MoreAccounts();
    this.custody = new CustodyTables();
  }

  /** Sequence of the last applied command. */
  get seq(): number {
    return this.meta[META_SEQ];
  }

  /** Engine time of the last applied command, ms. */
  get time(): number {
    return this.meta[META_TIME];
  }
}

export function createState(capacity: Capacity | CapacityClass = 'medium'): EngineState {
  return new EngineState(typeof capacity === 'string' ? capacityClasses[capacity] : capacity);
}

export function blocksOf(c: Capacity): number {
  return Math.floor(c.positions * 2 ** -5);
}

// A power of two at least twice the entries keeps probes short.
function tableSize(entries: number): number {
  let size = 16;
  while (size < entries * 2) size *= 2;
  return size;
}
