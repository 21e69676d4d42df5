// The slow, obvious second engine: same commands in, comparable outcome out. It stays for ever as the oracle of the simulator.
//
// Ids of orders and positions are the real engine's, told as hints; so is the order in which it liquidated. Everything else,
// accepted or refused, every fill, fee, balance and figure, is worked out here on its own.
import { type Command, CommandKind } from '../../wire/command.ts';
import { decodeInstrument, faultOfSpec, type InstrumentSpec } from '../../market/instrument.ts';
import { Reject } from '../../reject.ts';
import { signOf } from './risk.ts';
import { unitsOf } from '../../money/units.ts';
import { amendConditional, placeConditional } from './conditional.ts';
import { setPositionTpsl } from './tpsl.ts';
import { crossTriggers, putInLine } from './trigger.ts';
import { performCustody } from './custody.ts';
import { setCancelAfter } from './cancel-after.ts';
import { closePositions, reversePosition } from './close-positions.ts';
import { convert, reportEquity } from './convert.ts';
import { shutGates } from './trigger-gate.ts';
import { startDelisting } from './delist.ts';
import { abs, max, sum } from './exact.ts';
import { passTime, startFunding } from './funding.ts';
import { crossResting, setLadder } from './match.ts';
import { type Level, listed, type Naive, type NaivePosition, type NaiveSymbol } from './model.ts';
import { performRound } from './rounds.ts';
import { amendOrder, cancelAll, cancelOrder } from './amend.ts';
import { placeOrder } from './place.ts';
import { changeMargin, setLeverage, setMarginType, setPositionMode, transfer } from './settings.ts';
import { PositionMode } from '../../wire/command.ts';
import { warnTouched } from './warn.ts';
import { followWork, isWaiting, type WorkHints } from './work.ts';

export interface Hints {
  /** Id the engine gave to the order of this command. */
  orderId: number;
  /** Id the engine gave to the bet of this command. */
  betId: number;
  /** Position that the command names. */
  position: NaivePosition | undefined;
  /** Ids of the conditional orders that the command armed, in the engine's order. */
  armed: readonly number[];
  /** Ids of the market orders that a closing command placed. */
  placed: readonly number[];
  work: WorkHints;
}

export interface Outcome {
  /** 0, or the rejection's number. */
  rejected: number;
  repeated: boolean;
  /** What the naive engine thinks of the work that the engine did; '' when it agrees. */
  dispute: string;
}

export function execute(s: Naive, seq: number, c: Command, hints: Hints): Outcome {
  s.seq = seq;
  s.time = c.time;
  passTime(s, c.time);
  s.fills = [];
  s.closed = [];
  s.settled = [];
  s.firedNow = [];
  s.warned = [];
  s.cutShort = [];
  s.reported = [];
  s.rounds.told = [];
  s.custody.told = [];
  s.stirred = new Set();
  s.adlQueues = new Map();
  s.touched = new Set();
  const request = requestKey(c);
  const known = request === '' ? undefined : s.requests.get(request);
  if (known !== undefined) {
    if (known.body === c.body) return { rejected: 0, repeated: true, dispute: '' };
    return { rejected: Reject.REQUEST_REUSED, repeated: false, dispute: '' };
  }
  s.armedIds = [...hints.armed];
  s.placedIds = [...hints.placed];
  s.opened = [];
  const wasWaiting = isWaiting(s);
  const rejected = perform(s, c, hints);
  if (rejected) return { rejected, repeated: false, dispute: '' };
  if (request !== '') s.requests.set(request, { body: c.body, seq });
  const dispute = followWork(s, c, wasWaiting, hints.work);
  s.warned.push(...warnTouched(s, c));
  return { rejected: 0, repeated: false, dispute };
}

function requestKey(c: Command): string {
  return c.keyHi === 0 && c.keyLo === 0 ? '' : `${c.account}:${c.keyHi}:${c.keyLo}`;
}

function perform(s: Naive, c: Command, hints: Hints): number {
  switch (c.kind) {
    case CommandKind.OpenAccount:
      if (c.account >= s.occupancy.capacity.accounts) return Reject.CAPACITY_FULL;
      if (s.accounts.has(c.account)) return Reject.ACCOUNT_EXISTS;
      s.accounts.set(c.account, {
        mode: PositionMode.OneWay,
        leverage: new Map(),
        marginType: new Map(),
        flags: 0,
        debt: 0n,
        insuredDebt: 0n,
      });
      return 0;
    case CommandKind.ListSymbol:
      return listSymbol(s, c.symbol, c.spec);
    case CommandKind.SetSwitch:
      return setSwitch(s, c.symbol, c.bits);
    case CommandKind.Transfer:
      return transfer(s, c);
    case CommandKind.SetMark:
      return setMark(s, c);
    case CommandKind.SetLadder:
      return newLadder(s, c.symbol, c.bids, c.asks);
    case CommandKind.PlaceOrder:
      return placeOrder(s, c, hints.orderId);
    case CommandKind.CancelOrder:
      return cancelOrder(s, c);
    case CommandKind.CancelAll:
      return cancelAll(s, c.account, c.symbol);
    case CommandKind.AmendOrder:
      return amendOrder(s, c);
    case CommandKind.SetLeverage:
      return setLeverage(s, c);
    case CommandKind.SetMarginType:
      return setMarginType(s, c);
    case CommandKind.SetPositionMode:
      return setPositionMode(s, c);
    case CommandKind.ChangeMargin:
      return changeMargin(s, c, hints.position);
    case CommandKind.Tick:
      return 0;
    case CommandKind.PlaceConditional:
      return placeConditional(s, c, hints.orderId);
    case CommandKind.AmendConditional:
      return amendConditional(s, c);
    case CommandKind.SetPositionTpsl:
      return setPositionTpsl(s, c, hints.position);
    case CommandKind.ReversePosition:
      return reversePosition(s, c, hints.position);
    case CommandKind.ClosePositions:
      return closePositions(s, c);
    case CommandKind.SetCancelAfter:
      return setCancelAfter(s, c);
    case CommandKind.SettleFunding:
      return startFunding(s, c);
    case CommandKind.SetAccountFlags:
      return setFlags(s, c.account, c.flags, c.only ?? 0);
    case CommandKind.DelistSymbol:
      return startDelisting(s, c.symbol);
    case CommandKind.Convert:
      return convert(s, c);
    case CommandKind.ReportEquity:
      return reportEquity(s, c);
    default:
      return c.kind >= CommandKind.PendDeposit ? performCustody(s, c) : performRound(s, c, hints);
  }
}

function listSymbol(s: Naive, index: number, words: number[]): number {
  if (index >= s.occupancy.capacity.symbols) return Reject.CAPACITY_FULL;
  if (faultOfSpec(words) !== '') return Reject.PARAM_MALFORMED;
  const spec = decodeInstrument(words);
  const units = unitsOf(spec.tickDecimals, spec.lotDecimals);
  const known = s.symbols.get(index);
  if (known !== undefined) return relist(s, known, spec);
  s.symbols.set(index, {
    index,
    spec,
    costNum: BigInt(units.costNum),
    costDen: BigInt(units.costDen),
    mark: 0n,
    valid: false,
    switches: 0,
    bids: [],
    asks: [],
    ladderAt: 0,
    house: 0n,
    markAt: 0,
    fundedAt: 0,
    funding: undefined,
    last: 0n,
    gate: { state: 'open', since: 0, mark: 0n, last: 0n },
    isDelisted: false,
    isDelisting: false,
  });
  return 0;
}

/** New fees, filters, bounds and brackets under what is open; whoever holds the symbol is tested by the new ones at once. */
function relist(s: Naive, m: NaiveSymbol, spec: InstrumentSpec): number {
  if (m.isDelisting) return Reject.SYMBOL_CLOSED;
  if (spec.tickDecimals !== m.spec.tickDecimals || spec.lotDecimals !== m.spec.lotDecimals) return Reject.BAD_PRECISION;
  m.spec = spec;
  // What comes back after a delisting waits for a price of its own.
  if (m.isDelisted) m.valid = false;
  m.isDelisted = false;
  for (const p of s.positions) if (p.symbol === m.index) s.touched.add(p.account);
  return 0;
}

function setSwitch(s: Naive, symbol: number, bits: number): number {
  if (bits < 0 || bits > 63) return Reject.PARAM_MALFORMED;
  const m = listed(s, symbol);
  if (symbol === -1) s.siteSwitches = bits;
  else if (m !== undefined) m.switches = bits;
  else return Reject.SYMBOL_UNKNOWN;
  shutGates(s);
  // A liquidation that a halt held back is due as soon as it ends, and quotes that came meanwhile meet who rests.
  for (const p of s.positions) s.touched.add(p.account);
  for (const k of s.symbols.values()) if ((symbol === -1 || symbol === k.index) && isTrading(s, k)) crossResting(s, k);
  return 0;
}

/** Halt, closed, cancel-only and the feed's own halt let nothing trade. */
const isTrading = (s: Naive, m: NaiveSymbol): boolean => !m.isDelisted && ((s.siteSwitches | m.switches) & (1 | 4 | 8 | 32)) === 0;

/** Each flag by itself: of those named the new one counts, of the others the old one; naming none names all. */
function setFlags(s: Naive, account: number, flags: number, only: number): number {
  for (const word of [flags, only]) if (!Number.isSafeInteger(word) || word < 0 || word >= 2 ** 16) return Reject.PARAM_MALFORMED;
  if (Math.floor(flags / 256) % 128 > 125) return Reject.PARAM_MALFORMED;
  const bit = (word: number, at: number) => Math.floor(word / 2 ** at) % 2;
  const all = Array.from({ length: 16 }, (_, at) => at);
  const named = only === 0 ? all : all.filter((at) => bit(only, at) === 1);
  if (all.some((at) => bit(flags, at) === 1 && !named.includes(at))) return Reject.PARAM_MALFORMED;
  const ofLimit = named.filter((at) => at >= 8 && at < 15).length;
  if (ofLimit !== 0 && ofLimit !== 7) return Reject.PARAM_MALFORMED;
  const a = s.accounts.get(account);
  if (a === undefined) return Reject.ACCOUNT_UNKNOWN;
  a.flags = all.reduce((sum, at) => sum + bit(named.includes(at) ? flags : a.flags, at) * 2 ** at, 0);
  return 0;
}

function setMark(s: Naive, c: Extract<Command, { kind: typeof CommandKind.SetMark }>): number {
  const m = listed(s, c.symbol);
  if (m === undefined) return Reject.SYMBOL_UNKNOWN;
  if (c.mark <= 0) return Reject.PRICE_NOT_POSITIVE;
  if (c.mark > m.spec.maxPrice * 100 || c.last > m.spec.maxPrice * 100) return Reject.PRICE_TOO_HIGH;
  // What members hold must stay countable at the new mark.
  const held = (sign: bigint) => sum(s.positions.filter((p) => p.symbol === m.index && signOf(p.lots) === sign).map((p) => abs(p.lots)));
  if (BigInt(c.mark) * max(held(1n), held(-1n)) * m.costNum > 8_000_000_000_000_000n * m.costDen * 100n) return Reject.PRICE_TOO_HIGH;
  // The line of the tick before is made whole first.
  putInLine(s, c.symbol, () => true);
  const before = { mark: m.mark, last: m.last, time: m.markAt };
  m.valid = c.valid !== 0;
  m.last = BigInt(c.last);
  m.markAt = c.time;
  // An unusable mark freezes the last usable one.
  if (m.valid || m.mark === 0n) m.mark = BigInt(c.mark);
  for (const p of s.positions) if (p.symbol === c.symbol) s.touched.add(p.account);
  crossTriggers(s, m, before);
  return 0;
}

function newLadder(s: Naive, symbol: number, bids: readonly number[], asks: readonly number[]): number {
  const m = listed(s, symbol);
  if (m === undefined) return Reject.SYMBOL_UNKNOWN;
  const b = levels(bids);
  const a = levels(asks);
  const falling = (list: Level[], sign: bigint) =>
    list.every((l, i) => l.price > 0n && l.lots > 0n && (i === 0 || sign * (list[i - 1].price - l.price) > 0n));
  if (!falling(b, 1n) || !falling(a, -1n)) return Reject.PARAM_MALFORMED;
  if (b.length > 0 && a.length > 0 && b[0].price >= a[0].price) return Reject.PARAM_MALFORMED;
  setLadder(s, m, b, a, isTrading(s, m));
  return 0;
}

function levels(pairs: readonly number[]): Level[] {
  const list: Level[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) list.push({ price: BigInt(pairs[i]), lots: BigInt(pairs[i + 1]) });
  return list;
}
