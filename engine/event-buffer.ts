// Where the engine reports what happened: event records in one growing Float64Array, written without an object per event.
//
// One emitter per kind, in the word order of event.ts. `index` counts the events of one command.
import { EVENT_WORDS, EventKind } from './event.ts';
import { WIDE_BASE } from './money/wide.ts';

const PER_BASE = 2 ** -40;

export class EventBuffer {
  words: Float64Array;
  /** Words used. */
  length = 0;
  seq = 0;
  time = 0;
  index = 0;

  constructor(events = 4096) {
    this.words = new Float64Array(events * EVENT_WORDS);
  }

  clear(): void {
    this.length = 0;
  }

  /** Head of a new record; returns its offset. Only growing allocates. */
  begin(kind: number, account: number, symbol: number): number {
    const at = this.length;
    if (at + EVENT_WORDS > this.words.length) this.#grow();
    const w = this.words;
    w[at] = kind;
    w[at + 1] = this.seq;
    w[at + 2] = this.index;
    w[at + 3] = this.time;
    w[at + 4] = account;
    w[at + 5] = symbol;
    for (let i = at + 6; i < at + EVENT_WORDS; i++) w[i] = 0;
    this.index++;
    this.length = at + EVENT_WORDS;
    return at;
  }

  #grow(): void {
    const bigger = new Float64Array(this.words.length * 2);
    bigger.set(this.words);
    this.words = bigger;
  }
}

/** Two words of a safe integer magnitude (money/wide.ts). */
function putWide(w: Float64Array, at: number, value: number): void {
  const hi = Math.floor(value * PER_BASE);
  w[at] = hi;
  w[at + 1] = value - hi * WIDE_BASE;
}

export function emitRejected(e: EventBuffer, account: number, symbol: number, code: number, a: number, b: number): void {
  const at = e.begin(EventKind.CommandRejected, account, symbol);
  const w = e.words;
  w[at + 6] = code;
  w[at + 7] = a;
  w[at + 8] = b;
}

export function emitRepeated(
  e: EventBuffer,
  account: number,
  symbol: number,
  firstSeq: number,
  command: number,
  orderId: number,
  filledLots: number,
  filledCost: number,
  status: number,
): void {
  const at = e.begin(EventKind.RequestRepeated, account, symbol);
  const w = e.words;
  w[at + 6] = firstSeq;
  w[at + 7] = command;
  w[at + 8] = orderId;
  w[at + 9] = filledLots;
  putWide(w, at + 10, filledCost);
  w[at + 12] = status;
}

/** Kinds that carry one number of their own (or none). */
export function emitSimple(e: EventBuffer, kind: number, account: number, symbol: number, value: number): void {
  const at = e.begin(kind, account, symbol);
  e.words[at + 6] = value;
}

export function emitPosted(
  e: EventBuffer,
  account: number,
  symbol: number,
  debit: number,
  credit: number,
  amount: number,
  reason: number,
  ref: number,
  debitAfter: number,
  creditAfter: number,
): void {
  const at = e.begin(EventKind.LedgerPosted, account, symbol);
  const w = e.words;
  w[at + 6] = debit;
  w[at + 7] = credit;
  w[at + 8] = amount;
  w[at + 9] = reason;
  w[at + 10] = ref;
  w[at + 11] = debitAfter;
  w[at + 12] = creditAfter;
}

export function emitPlaced(
  e: EventBuffer,
  account: number,
  symbol: number,
  orderId: number,
  flags: number,
  price: number,
  lots: number,
  reserved: number,
): void {
  const at = e.begin(EventKind.OrderPlaced, account, symbol);
  const w = e.words;
  w[at + 6] = orderId;
  w[at + 7] = flags;
  w[at + 8] = price;
  w[at + 9] = lots;
  w[at + 10] = reserved;
}

export function emitFilled(
  e: EventBuffer,
  account: number,
  symbol: number,
  orderId: number,
  flags: number,
  price: number,
  lots: number,
  role: number,
  fee: number,
  realizedPnl: number,
  tradeId: number,
  restLots: number,
  positionId: number,
): void {
  const at = e.begin(EventKind.OrderFilled, account, symbol);
  const w = e.words;
  w[at + 6] = orderId;
  w[at + 7] = flags;
  w[at + 8] = price;
  w[at + 9] = lots;
  w[at + 10] = role;
  w[at + 11] = fee;
  w[at + 12] = realizedPnl;
  w[at + 13] = tradeId;
  w[at + 14] = restLots;
  w[at + 15] = positionId;
}

export function emitAmended(
  e: EventBuffer,
  account: number,
  symbol: number,
  orderId: number,
  flags: number,
  price: number,
  lots: number,
  filledLots: number,
  reserved: number,
): void {
  const at = e.begin(EventKind.OrderAmended, account, symbol);
  const w = e.words;
  w[at + 6] = orderId;
  w[at + 7] = flags;
  w[at + 8] = price;
  w[at + 9] = lots;
  w[at + 10] = filledLots;
  w[at + 11] = reserved;
}

export function emitClosed(
  e: EventBuffer,
  account: number,
  symbol: number,
  orderId: number,
  flags: number,
  end: number,
  price: number,
  lots: number,
  filledLots: number,
  filledCost: number,
): void {
  const at = e.begin(EventKind.OrderClosed, account, symbol);
  const w = e.words;
  w[at + 6] = orderId;
  w[at + 7] = flags;
  w[at + 8] = end;
  w[at + 9] = price;
  w[at + 10] = lots;
  w[at + 11] = filledLots;
  putWide(w, at + 12, filledCost);
}

/** `costHi` and `costLo` are the entry cost's magnitude; `setting` is leverage * 2 + margin type. */
export function emitPositionChanged(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  positionSide: number,
  lots: number,
  costHi: number,
  costLo: number,
  isolatedWallet: number,
  realizedPnl: number,
  feesPaid: number,
  setting: number,
): void {
  const at = e.begin(EventKind.PositionChanged, account, symbol);
  const w = e.words;
  w[at + 6] = positionId;
  w[at + 7] = positionSide;
  w[at + 8] = lots;
  w[at + 9] = costHi;
  w[at + 10] = costLo;
  w[at + 11] = isolatedWallet;
  w[at + 12] = realizedPnl;
  w[at + 13] = feesPaid;
  w[at + 15] = setting;
}

export function emitPositionClosed(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  positionSide: number,
  lots: number,
  entryHi: number,
  entryLo: number,
  exitHi: number,
  exitLo: number,
  realizedPnl: number,
  feesPaid: number,
  end: number,
  leverage: number,
): void {
  const at = e.begin(EventKind.PositionClosed, account, symbol);
  const w = e.words;
  w[at + 6] = positionId;
  w[at + 7] = positionSide;
  w[at + 8] = lots;
  w[at + 9] = entryHi;
  w[at + 10] = entryLo;
  w[at + 11] = exitHi;
  w[at + 12] = exitLo;
  w[at + 13] = realizedPnl;
  w[at + 14] = feesPaid;
  w[at + 15] = leverage * 4 + end;
}

export function emitAccountChanged(
  e: EventBuffer,
  account: number,
  crossWallet: number,
  isolatedWallets: number,
  orderMargin: number,
  positionMargin: number,
  unrealizedPnl: number,
  maintenanceMargin: number,
  available: number,
): void {
  const at = e.begin(EventKind.AccountChanged, account, -1);
  const w = e.words;
  w[at + 6] = crossWallet;
  w[at + 7] = isolatedWallets;
  w[at + 8] = orderMargin;
  w[at + 9] = positionMargin;
  w[at + 10] = unrealizedPnl;
  w[at + 11] = maintenanceMargin;
  w[at + 12] = available;
}

export function emitLiquidationStarted(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  mark: number,
  equity: number,
  maintenance: number,
): void {
  const at = e.begin(EventKind.LiquidationStarted, account, symbol);
  const w = e.words;
  w[at + 6] = positionId;
  w[at + 7] = mark;
  w[at + 8] = equity;
  w[at + 9] = maintenance;
}

export function emitLiquidationFinished(
  e: EventBuffer,
  account: number,
  symbol: number,
  positionId: number,
  clearanceFee: number,
  insurancePaid: number,
  lots: number,
  price: number,
): void {
  const at = e.begin(EventKind.LiquidationFinished, account, symbol);
  const w = e.words;
  w[at + 6] = positionId;
  w[at + 7] = clearanceFee;
  w[at + 8] = insurancePaid;
  w[at + 9] = lots;
  w[at + 10] = price;
}

export function emitWarned(e: EventBuffer, account: number, symbol: number, positionId: number, ratioPpm: number): void {
  const at = e.begin(EventKind.MarginWarned, account, symbol);
  e.words[at + 6] = positionId;
  e.words[at + 7] = ratioPpm;
}

export function emitMark(e: EventBuffer, symbol: number, mark: number, index: number): void {
  const at = e.begin(EventKind.MarkSet, -1, symbol);
  e.words[at + 6] = mark;
  e.words[at + 7] = index;
}
