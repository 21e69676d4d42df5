// The naive engine's world: plain objects, arrays and BigInt, written from the trading rules, slow and obvious.
import { MarginType, PositionMode } from '../../wire/command.ts';
import { futuresWallet, hasSlot, isolatedPurse } from '../../ledger/account.ts';
import type { AttachedTpsl } from '../../wire/order-terms.ts';
import type { InstrumentSpec } from '../../market/instrument.ts';
import type { Capacity } from '../../capacity.ts';
import { createNaiveCustody, type NaiveCustody } from './custody-model.ts';
import { createNaiveRounds, type NaiveRounds } from './rounds-model.ts';
import type { Warning } from './warn.ts';

export interface Level {
  price: bigint;
  lots: bigint;
}

export interface NaiveSymbol {
  index: number;
  spec: InstrumentSpec;
  /** Cost units per tick x lot, and per micro-USDT (rules 1.1, 7.3). */
  costNum: bigint;
  costDen: bigint;
  mark: bigint;
  valid: boolean;
  switches: number;
  bids: Level[];
  asks: Level[];
  ladderAt: number;
  /** Net lots of the house: what its ladder and its take-overs bought less what they sold. */
  house: bigint;
  /** ms of the last mark. */
  markAt: number;
  /** Last settled or running funding time, 0 = none yet. */
  fundedAt: number;
  /** The settlement that runs: frozen rate and mark, and who is still to settle. */
  funding: Funding | undefined;
  /** Taken off the exchange; `isDelisting` while its orders and positions are being closed. */
  /** Last price of the reference feed, mark units. */
  last: bigint;
  gate: Gate;
  isDelisted: boolean;
  isDelisting: boolean;
}

/** Whether prices may fire triggers: never the first tick after a halt, a doubtful price or a gap (rules 2, D-4). */
export interface Gate {
  state: 'open' | 'shut' | 'opening';
  since: number;
  mark: bigint;
  last: bigint;
}

export interface Funding {
  rate: bigint;
  mark: bigint;
  time: number;
  pending: Set<NaivePosition>;
  /** What positions that traded since held at the funding time. */
  shares: Share[];
}

export interface Share {
  p: NaivePosition;
  lots: bigint;
}

/** One leg: side 0 both (lots signed), 1 long (lots >= 0), 2 short (lots <= 0). */
export interface NaivePosition {
  account: number;
  symbol: number;
  positionSide: number;
  lots: bigint;
  /** Exact entry cost in cost units, of the absolute lots. */
  cost: bigint;
  isolated: bigint;
  realized: bigint;
  fees: bigint;
  /** Funding over its life, + paid. */
  funding: bigint;
  openedAt: number;
  /** The last funding time whose share of it was kept aside. */
  sharedAt: number;
  /** Where the engine keeps it: the order of isolated legs within a wave. */
  slot: number;
  /** The engine's id, told by its events. */
  id: number;
}

export interface NaiveOrder {
  id: number;
  account: number;
  symbol: number;
  /** +1 buy, -1 sell. */
  sign: bigint;
  positionSide: number;
  type: number;
  timeInForce: number;
  selfTrade: number;
  reduceOnly: boolean;
  price: bigint;
  lots: bigint;
  rest: bigint;
  reserved: bigint;
  slippage: bigint;
  /** Place in time; renewed when an amendment loses priority. */
  arrival: number;
  /** Place in age, for "newest first". */
  age: number;
  /** What it waits for before it is an order at all; undefined once it fired, or when it never had to. */
  trigger: Trigger | undefined;
  /** TP/SL that its fills arm. */
  attached: AttachedTpsl | undefined;
}

export interface Trigger {
  /** Ticks; of a trailing stop its activation price, 0 = none. */
  stop: bigint;
  byMark: boolean;
  priceProtect: boolean;
  closePosition: boolean;
  /** Callback of a trailing stop, 10^-8. */
  rate: bigint;
  /** Best price since activation, mark units; 0 = not active. */
  extreme: bigint;
  /** Ticks that its reserve and notional assume: limit, else stop, else the price it was armed at. */
  assumed: bigint;
  /** Place among those armed. */
  serial: number;
  /** Reached: waits for its turn. */
  isFired: boolean;
  /** Entry order whose fill armed it, 0 = none. */
  parent: number;
}

export interface NaiveAccount {
  mode: number;
  leverage: Map<number, number>;
  marginType: Map<number, number>;
  /** Bits of AccountFlag. */
  flags: number;
  /** Funding that could not be collected, >= 0 (D-11). */
  debt: bigint;
  /** What of it the insurance fund gave to the house. */
  insuredDebt: bigint;
}

export interface Request {
  body: number;
  seq: number;
}

export interface Fill {
  account: number;
  orderId: number;
  price: bigint;
  lots: bigint;
  role: number;
  fee: bigint;
  realized: bigint;
}

export interface Closed {
  orderId: number;
  end: number;
  filled: bigint;
  /** Why a fired order was refused, else 0. */
  reason: number;
}

/** A cross account (symbol -1), or one isolated leg. */
export interface Scope {
  account: number;
  symbol: number;
  positionSide: number;
}

/** One funding payment as it was settled. */
export interface Settled {
  account: number;
  symbol: number;
  positionSide: number;
  amount: bigint;
  collected: bigint;
  debt: bigint;
}

/** How much of a site's room is taken for good. */
export interface Occupancy {
  capacity: Capacity;
  /** account:symbol pairs that ever had an order or a setting, and symbols that ever held a leg: neither is given back. */
  exposures: Set<string>;
  blocks: Set<number>;
  /** Ledger accounts that take room. */
  accounts: Set<number>;
}

export interface Naive {
  time: number;
  seq: number;
  serial: number;
  triggerSerial: number;
  siteSwitches: number;
  accounts: Map<number, NaiveAccount>;
  symbols: Map<number, NaiveSymbol>;
  orders: NaiveOrder[];
  positions: NaivePosition[];
  balances: Map<number, bigint>;
  requests: Map<string, Request>;
  /** Orders whose trigger was reached, first come first fired. */
  fired: NaiveOrder[];
  /** Reached by a tick and not in line yet, in the order in which they will be, with the price before by source. */
  due: { o: NaiveOrder; symbol: number; markBefore: bigint; lastBefore: bigint }[];
  /** Symbols whose line is not whole yet. */
  crossing: readonly number[];
  /** Countdowns of the dead man's switch, the first to run out first; symbol -1 = all. */
  timers: { account: number; symbol: number; until: number }[];
  /** Entries that opened lots in this command, and for which position an entry's TP/SL were armed. */
  opened: { o: NaiveOrder; lots: bigint }[];
  attachedTo: Map<number, NaivePosition>;
  /** Ids that the engine gave in this command, in its order: to what it armed, and to its own market orders. */
  armedIds: number[];
  placedIds: number[];
  /** Scopes found in breach whose liquidation has not had its turn (rules 9.3, step 1). */
  held: Scope[];
  crossWarnings: Map<number, Warning>;
  legWarnings: Map<NaivePosition, Warning>;
  /** Of the command being done. */
  fills: Fill[];
  closed: Closed[];
  settled: Settled[];
  /** Orders that fired, in their order. */
  firedNow: number[];
  warned: string[];
  /** TP/SL that could not be armed, and closes or reversals that were cut short, each with its code. */
  cutShort: string[];
  /** Equities told in this command. */
  reported: string[];
  /** account:symbol whose legs a fill, a funding or a settlement changed in this command. */
  stirred: Set<string>;
  /** The last funding time that has passed, and what was kept of it. */
  shareAt: number;
  shares: Share[];
  adlQueues: Map<string, NaivePosition[]>;
  touched: Set<number>;
  occupancy: Occupancy;
  rounds: NaiveRounds;
  custody: NaiveCustody;
}

export function createNaive(capacity: Capacity): Naive {
  return {
    time: 0,
    seq: 0,
    serial: 0,
    triggerSerial: 0,
    siteSwitches: 0,
    accounts: new Map(),
    symbols: new Map(),
    orders: [],
    positions: [],
    balances: new Map(),
    requests: new Map(),
    fired: [],
    due: [],
    crossing: [],
    timers: [],
    opened: [],
    attachedTo: new Map(),
    armedIds: [],
    placedIds: [],
    held: [],
    crossWarnings: new Map(),
    legWarnings: new Map(),
    fills: [],
    closed: [],
    settled: [],
    firedNow: [],
    warned: [],
    cutShort: [],
    reported: [],
    stirred: new Set(),
    shareAt: 0,
    shares: [],
    adlQueues: new Map(),
    touched: new Set(),
    occupancy: { capacity, exposures: new Set(), blocks: new Set(), accounts: new Set() },
    rounds: createNaiveRounds(),
    custody: createNaiveCustody(),
  };
}

export const sameScope = (a: Scope, b: Scope): boolean =>
  a.account === b.account && a.symbol === b.symbol && (a.symbol === -1 || a.positionSide === b.positionSide);

export function balance(s: Naive, ledger: number): bigint {
  return s.balances.get(ledger) ?? 0n;
}

/** One posting: equal debit and credit, never a balance set (rules 4). A negative amount goes the other way. */
export function post(s: Naive, debit: number, credit: number, amount: bigint): void {
  if (amount !== 0n) for (const ledger of [debit, credit]) if (!hasSlot(ledger)) s.occupancy.accounts.add(ledger);
  s.balances.set(debit, balance(s, debit) - amount);
  s.balances.set(credit, balance(s, credit) + amount);
}

export const wallet = (s: Naive, account: number): bigint => balance(s, futuresWallet(account));
export const isolatedTotal = (s: Naive, account: number): bigint => balance(s, isolatedPurse(account));

/** A symbol that is on the exchange now: not one taken off it. */
export function listed(s: Naive, index: number): NaiveSymbol | undefined {
  const m = s.symbols.get(index);
  return m === undefined || m.isDelisted ? undefined : m;
}

export function symbolOf(s: Naive, index: number): NaiveSymbol {
  const symbol = s.symbols.get(index);
  if (symbol === undefined) throw new Error(`symbol ${index} is not listed`);
  return symbol;
}

export function accountOf(s: Naive, index: number): NaiveAccount {
  const account = s.accounts.get(index);
  if (account === undefined) throw new Error(`account ${index} is not open`);
  return account;
}

export function leverageOf(s: Naive, account: number, symbol: number): number {
  return accountOf(s, account).leverage.get(symbol) ?? symbolOf(s, symbol).spec.defaultLeverage;
}

export function isIsolated(s: Naive, account: number, symbol: number): boolean {
  return (accountOf(s, account).marginType.get(symbol) ?? MarginType.Crossed) === MarginType.Isolated;
}

export function isHedge(s: Naive, account: number): boolean {
  return accountOf(s, account).mode === PositionMode.Hedge;
}

export function positionOf(s: Naive, account: number, symbol: number, positionSide: number): NaivePosition | undefined {
  return s.positions.find((p) => p.account === account && p.symbol === symbol && p.positionSide === positionSide);
}

export function positionsOf(s: Naive, account: number): NaivePosition[] {
  return s.positions.filter((p) => p.account === account);
}

/** Orders that stand in the book: not those that wait for a trigger. */
export const inBook = (o: NaiveOrder): boolean => o.trigger === undefined;

export function ordersOf(s: Naive, account: number, symbol = -1): NaiveOrder[] {
  return s.orders.filter((o) => o.account === account && (symbol === -1 || o.symbol === symbol));
}

export function removeOrder(s: Naive, order: NaiveOrder, end: number, reason = 0): void {
  s.orders = s.orders.filter((o) => o !== order);
  s.fired = s.fired.filter((o) => o !== order);
  const filled = order.trigger === undefined ? order.lots - order.rest : 0n;
  s.closed.push({ orderId: order.id, end, filled, reason });
  s.touched.add(order.account);
  s.stirred.add(`${order.account}:${order.symbol}`);
}
