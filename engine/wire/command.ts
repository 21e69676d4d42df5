// Every command the engine accepts, as one union of plain facts, with its fixed binary layout of Float64 words.
//
// A record is HEADER_WORDS words followed by `ext` further words. All words are integers below 2^53, so a batch of
// records is one Float64Array that travels unchanged from the gateway to the journal and into `apply`.
// Amounts: micro-USDT (10^-6). Prices: ticks. Quantities: lots. Rates: 10^-8. Times: ms since 1970, engine clock.
import { HEADER_WORDS, CommandKind, type CommandHead, packOrderFlags, unpackOrderFlags } from './command-kind.ts';
import {
  type AttachedTpsl,
  type ConditionalCommand,
  attachedBits,
  attachedLength,
  attachedWords,
  decodeConditional,
  encodeConditional,
  readAttached,
  readTpslWords,
  tpslWords,
} from './order-terms.ts';
import { type RoundCommand, decodeRound, encodeRound, roundWords } from './round-terms.ts';
import { packText, textWords, unpackText } from './text.ts';

export {
  HEADER_WORDS,
  CommandKind,
  Side,
  PositionSide,
  OrderType,
  WorkingType,
  TimeInForce,
  SelfTrade,
  MarginType,
  PositionMode,
  SwitchBit,
  ALL_SWITCHES,
  AccountFlag,
  ALL_ACCOUNT_FLAGS,
  SHUT_FLAGS,
  packOrderFlags,
  unpackOrderFlags,
} from './command-kind.ts';
export type { CommandHead, OrderFlags } from './command-kind.ts';

/** Commands of the wallets, beside Transfer. */
type WalletCommand =
  /**
   * `amount` of the account's purse `from` becomes num / den as much in its purse `to` of another currency, less `spread` (10^-8); both in
   * their currency's smallest unit, the rate as the site had it.
   */
  | { kind: typeof CommandKind.Convert; from: number; to: number; amount: number; spread: number; num: number; den: number }
  /** Tells the equity of `count` accounts from `first` on that hold positions, as the beginning of `day` (days since 1970, the site's). */
  | { kind: typeof CommandKind.ReportEquity; first: number; count: number; day: number };

export type Command = CommandHead &
  (
    | { kind: typeof CommandKind.OpenAccount }
    /** `spec` is the encoded instrument (engine/market/instrument.ts): precision, filters, fees, tiers. */
    | { kind: typeof CommandKind.ListSymbol; spec: number[] }
    | { kind: typeof CommandKind.SetSwitch; bits: number }
    /** Moves `amount` from one ledger account to another (engine/ledger/account.ts numbers them). `ref` stands in its posting: what it was for. */
    | { kind: typeof CommandKind.Transfer; debit: number; credit: number; amount: number; reason: number; ref?: number }
    /** `mark`, `index` and `last` in mark units (tick / 100). */
    /** `parts`: what the mark was made of (price 1 and 2 in mark units, funding rate), kept for explanations; none = the venue's own mark. */
    | { kind: typeof CommandKind.SetMark; mark: number; index: number; last: number; valid: number; parts?: number[] }
    /** The house's depth, best first: pairs of (ticks, lots). Replaces the ladder as a whole. */
    | { kind: typeof CommandKind.SetLadder; bids: number[]; asks: number[] }
    | {
        kind: typeof CommandKind.PlaceOrder;
        side: number;
        positionSide: number;
        type: number;
        timeInForce: number;
        selfTrade: number;
        reduceOnly: boolean;
        price: number;
        lots: number;
        /** Worst accepted distance from the mark for MARKET, in 10^-8; 0 = the symbol's own bound. */
        slippage: number;
        /** Up to 36 characters, echoed back; '' = none. */
        clientOrderId: string;
        attached?: AttachedTpsl;
      }
    /** `end`: why the house ends it, Operator, OwnLimit or GoodTillDate of OrderEnd; absent = the member wants it. */
    | { kind: typeof CommandKind.CancelOrder; orderId: number; end?: number }
    /** symbol -1 = all symbols of the account. */
    | { kind: typeof CommandKind.CancelAll }
    /** `tpsl`: its TP/SL anew, both legs 0 = none; absent = as they are. */
    | { kind: typeof CommandKind.AmendOrder; orderId: number; price: number; lots: number; tpsl?: AttachedTpsl }
    | { kind: typeof CommandKind.SetLeverage; leverage: number }
    | { kind: typeof CommandKind.SetMarginType; marginType: number }
    | { kind: typeof CommandKind.SetPositionMode; mode: number }
    /** Adds (direction 1) or removes (2) isolated margin, micro-USDT. */
    | { kind: typeof CommandKind.ChangeMargin; positionId: number; amount: number; direction: number }
    | ConditionalCommand
    /** Time passes: lets liquidations and other continuing work proceed in bounded slices. */
    | { kind: typeof CommandKind.Tick }
    /** Every position open in the symbol pays or receives `rate` (10^-8) of its notional at mark, once for this `fundingTime`. */
    | { kind: typeof CommandKind.SettleFunding; rate: number; fundingTime: number }
    /** Bits of AccountFlag and the limit of leverage above them. `only` these change; absent = all of them. */
    | { kind: typeof CommandKind.SetAccountFlags; flags: number; only?: number }
    /** Cancels all orders of the symbol and settles its positions at the last mark; it then is no longer listed. */
    | { kind: typeof CommandKind.DelistSymbol }
    | WalletCommand
    | RoundCommand
  );

/** A command's own fields: all but the head that its sender and the sequencer fill. */
export type CommandFields = WithoutHead<Command>;
type WithoutHead<C> = C extends unknown ? Omit<C, 'time' | 'account' | 'symbol' | 'keyHi' | 'keyLo' | 'body'> : never;

/** A record that still lacks its time, which the sequencer stamps, and its request key. */
export function encodeFields(account: number, symbol: number, fields: CommandFields): Float64Array {
  return encodeCommand({ time: 0, account, symbol, keyHi: 0, keyLo: 0, body: 0, ...fields } as Command);
}

/** Encodes one command; the sequencer stamps word 1 (time) later. Cold callers only: it allocates. */
export function encodeCommand(c: Command): Float64Array {
  const ext = extWords(c);
  const w = new Float64Array(HEADER_WORDS + ext.length);
  w[0] = c.kind;
  w[1] = c.time;
  w[2] = c.account;
  w[3] = c.symbol;
  w[4] = c.keyHi;
  w[5] = c.keyLo;
  w[6] = c.body;
  w[11] = ext.length;
  w.set(ext, HEADER_WORDS);
  switch (c.kind) {
    case CommandKind.Transfer:
      w[7] = c.debit;
      w[8] = c.credit;
      w[9] = c.amount;
      w[10] = c.reason;
      break;
    case CommandKind.SetMark:
      w[7] = c.mark;
      w[8] = c.index;
      w[9] = c.last;
      w[10] = c.valid;
      break;
    case CommandKind.SetLadder:
      w[7] = c.bids.length >> 1;
      w[8] = c.asks.length >> 1;
      break;
    case CommandKind.PlaceOrder:
      w[7] = c.price;
      w[8] = c.lots;
      w[9] = packOrderFlags(c) | attachedBits(c.attached);
      w[10] = c.slippage;
      break;
    case CommandKind.CancelOrder:
      w.set([c.orderId, c.end ?? 0], 7);
      break;
    case CommandKind.AmendOrder:
      w[7] = c.orderId;
      w[8] = c.price;
      w[9] = c.lots;
      break;
    case CommandKind.SetLeverage:
      w[7] = c.leverage;
      break;
    case CommandKind.SetMarginType:
      w[7] = c.marginType;
      break;
    case CommandKind.SetPositionMode:
      w[7] = c.mode;
      break;
    case CommandKind.ChangeMargin:
      w[7] = c.positionId;
      w[8] = c.amount;
      w[9] = c.direction;
      break;
    case CommandKind.SetSwitch:
    case CommandKind.SettleFunding:
    case CommandKind.SetAccountFlags:
    case CommandKind.Convert:
    case CommandKind.ReportEquity:
      encodeRare(w, c);
      break;
    default:
      encodeConditional(w, c);
      encodeRound(w, c);
  }
  return w;
}

type RareKind =
  | typeof CommandKind.SetSwitch
  | typeof CommandKind.SettleFunding
  | typeof CommandKind.SetAccountFlags
  | typeof CommandKind.Convert
  | typeof CommandKind.ReportEquity;

function encodeRare(w: Float64Array, c: Extract<Command, { kind: RareKind }>): void {
  if (c.kind === CommandKind.SetAccountFlags) w.set([c.flags, c.only ?? 0], 7);
  else if (c.kind === CommandKind.SetSwitch) w[7] = c.bits;
  else if (c.kind === CommandKind.SettleFunding) {
    w[7] = c.rate;
    w[8] = c.fundingTime;
  } else if (c.kind === CommandKind.Convert) {
    w[7] = c.from;
    w[8] = c.to;
    w[9] = c.amount;
    w[10] = c.spread;
  } else {
    w[7] = c.first;
    w[8] = c.count;
    w[9] = c.day;
  }
}

function extWords(c: Command): number[] {
  if (c.kind === CommandKind.ListSymbol) return c.spec;
  if (c.kind === CommandKind.SetLadder) return [...c.bids, ...c.asks];
  if (c.kind === CommandKind.SetMark) return c.parts ?? [];
  if (c.kind === CommandKind.PlaceOrder) return [...attachedWords(c.attached), ...packText(c.clientOrderId)];
  if (c.kind === CommandKind.AmendOrder) return tpslWords(c.tpsl);
  if (c.kind === CommandKind.AmendConditional) return [c.callbackRate, ...tpslWords(c.tpsl)];
  if (c.kind === CommandKind.PlaceConditional) return [c.callbackRate, ...attachedWords(c.attached), ...packText(c.clientOrderId)];
  if (c.kind === CommandKind.Convert) return [c.num, c.den];
  if (c.kind === CommandKind.Transfer) return c.ref === undefined ? [] : [c.ref];
  return roundWords(c);
}

/** Words of the record that starts at `offset`. */
export function recordLength(words: Float64Array, offset: number): number {
  return HEADER_WORDS + words[offset + 11];
}

/** Decodes the record at `offset` for logs, explain pages, the naive engine and tests. */
export function decodeCommand(words: Float64Array, offset = 0): Command {
  const at = (i: number) => words[offset + i];
  const head: CommandHead = { time: at(1), account: at(2), symbol: at(3), keyHi: at(4), keyLo: at(5), body: at(6) };
  const kind = at(0) as CommandKind;
  const ext = () => [...words.subarray(offset + HEADER_WORDS, offset + recordLength(words, offset))];
  switch (kind) {
    case CommandKind.OpenAccount:
    case CommandKind.CancelAll:
    case CommandKind.Tick:
    case CommandKind.DelistSymbol:
      return { ...head, kind };
    case CommandKind.ListSymbol:
      return { ...head, kind, spec: ext() };
    case CommandKind.SetSwitch:
      return { ...head, kind, bits: at(7) };
    case CommandKind.Transfer:
      return { ...head, kind, debit: at(7), credit: at(8), amount: at(9), reason: at(10), ...(at(11) > 0 ? { ref: at(12) } : {}) };
    case CommandKind.SetMark:
      return { ...head, kind, mark: at(7), index: at(8), last: at(9), valid: at(10), ...(at(11) > 0 ? { parts: ext() } : {}) };
    case CommandKind.SetLadder: {
      const all = ext();
      return { ...head, kind, bids: all.slice(0, at(7) * 2), asks: all.slice(at(7) * 2) };
    }
    case CommandKind.PlaceOrder: {
      const attached = readAttached(at(9), words, offset + HEADER_WORDS);
      const skip = attachedLength(at(9));
      return {
        ...head,
        kind,
        price: at(7),
        lots: at(8),
        ...unpackOrderFlags(at(9)),
        slippage: at(10),
        clientOrderId: at(11) > skip ? unpackText(words, offset + HEADER_WORDS + skip, at(11) - skip) : '',
        ...(attached === undefined ? {} : { attached }),
      };
    }
    case CommandKind.CancelOrder:
      return { ...head, kind, orderId: at(7), ...(at(8) === 0 ? {} : { end: at(8) }) };
    case CommandKind.AmendOrder:
      return { ...head, kind, orderId: at(7), price: at(8), lots: at(9), ...readTpslWords(words, offset + HEADER_WORDS, at(11)) };
    case CommandKind.SetLeverage:
      return { ...head, kind, leverage: at(7) };
    case CommandKind.SetMarginType:
      return { ...head, kind, marginType: at(7) };
    case CommandKind.SetPositionMode:
      return { ...head, kind, mode: at(7) };
    case CommandKind.ChangeMargin:
      return { ...head, kind, positionId: at(7), amount: at(8), direction: at(9) };
    case CommandKind.SettleFunding:
      return { ...head, kind, rate: at(7), fundingTime: at(8) };
    case CommandKind.SetAccountFlags:
      return { ...head, kind, flags: at(7), ...(at(8) === 0 ? {} : { only: at(8) }) };
    case CommandKind.Convert: {
      const [num, den] = ext();
      return { ...head, kind, from: at(7), to: at(8), amount: at(9), spread: at(10), num, den };
    }
    case CommandKind.ReportEquity:
      return { ...head, kind, first: at(7), count: at(8), day: at(9) };
    default: {
      const further = decodeConditional(kind, head, words, offset) ?? decodeRound(kind, head, words, offset);
      if (further !== undefined) return further;
      throw new Error(`unknown command kind ${String(kind)}`);
    }
  }
}

/** Words a client order id takes. */
export const CLIENT_ID_WORDS = textWords(36);
