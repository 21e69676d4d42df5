// A small exchange for scenarios that read like the rules: two BTC-like symbols, marks and ladders by hand, members with money.
import { apply } from '../apply.ts';
import { type Command, CommandKind, encodeCommand, OrderType, PositionSide, SelfTrade, TimeInForce } from '../wire/command.ts';
import { decodeEvent, type EngineEvent, EVENT_WORDS, EventKind } from '../wire/event.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { HouseAccount, futuresWallet, PostingReason } from '../ledger/account.ts';
import { balanceOf } from '../ledger/balance.ts';
import { encodeInstrument, type InstrumentSpec, instrumentOf } from '../market/instrument.ts';
import { symbolNamed } from '../market/symbols.ts';
import { rejections, type RejectName } from '../reject.ts';
import { createState, type EngineState } from '../state.ts';
import { positionViews } from './engine-reader.ts';
import { checkRefusal } from './refusal-check.ts';

/** A command without what the exchange stamps itself. */
export type Body<C> = C extends unknown ? Omit<C, 'time' | 'keyHi' | 'keyLo' | 'body'> : never;
type Order = Partial<Extract<Command, { kind: typeof CommandKind.PlaceOrder }>> & { account: number; side: number; lots: number };

export class TestExchange {
  readonly state: EngineState = createState('small');
  readonly #sink = new EventBuffer(64);
  #seq = 0;
  /** ms; scenarios move it themselves. */
  time = 1_700_000_000_000;

  constructor(change: Partial<InstrumentSpec> = {}) {
    const spec = encodeInstrument({ ...instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 20_000, takerFee: 40_000 }), ...change });
    for (const symbol of [0, 1]) this.accept({ kind: CommandKind.ListSymbol, account: -1, symbol, spec });
  }

  send(body: Body<Command>): EngineEvent[] {
    const record = encodeCommand({ time: this.time, keyHi: 0, keyLo: 0, body: 0, ...body } as Command);
    this.#sink.clear();
    const code = apply(this.state, record, 0, ++this.#seq, this.#sink);
    for (const unlisted of checkRefusal(body.kind, code)) throw new Error(unlisted);
    const events: EngineEvent[] = [];
    for (let at = 0; at < this.#sink.length; at += EVENT_WORDS) events.push(decodeEvent(this.#sink.words, at));
    return events;
  }

  /** The same, for what must be accepted. */
  accept(body: Body<Command>): EngineEvent[] {
    const events = this.send(body);
    const refused = this.refusal(events);
    if (refused !== undefined) throw new Error(`refused: ${refused}`);
    return events;
  }

  refusal(events: readonly EngineEvent[]): RejectName | undefined {
    for (const e of events) if (e.kind === EventKind.CommandRejected) return rejections.get(e.code)?.name;
    return undefined;
  }

  open(account: number, money: number): this {
    this.accept({ kind: CommandKind.OpenAccount, account, symbol: -1 });
    const debit = HouseAccount.External;
    const reason = PostingReason.Deposit;
    this.accept({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit, credit: futuresWallet(account), amount: money, reason });
    return this;
  }

  /** `ticks` at a whole tick. */
  mark(symbol: number, ticks: number): EngineEvent[] {
    return this.accept({
      kind: CommandKind.SetMark,
      account: -1,
      symbol,
      mark: ticks * 100,
      index: ticks * 100,
      last: ticks * 100,
      valid: 1,
    });
  }

  /** Pairs of (ticks, lots), best first. */
  ladder(symbol: number, bids: number[], asks: number[]): EngineEvent[] {
    return this.accept({ kind: CommandKind.SetLadder, account: -1, symbol, bids, asks });
  }

  /** A GTC limit order on the first symbol unless said otherwise. */
  order(order: Order): EngineEvent[] {
    return this.send({
      kind: CommandKind.PlaceOrder,
      symbol: 0,
      positionSide: PositionSide.Both,
      type: OrderType.Limit,
      timeInForce: TimeInForce.GTC,
      selfTrade: SelfTrade.ExpireTaker,
      reduceOnly: false,
      price: 0,
      slippage: 0,
      clientOrderId: '',
      ...order,
    });
  }

  /** The same, for what must be accepted. */
  place(order: Order): EngineEvent[] {
    const events = this.order(order);
    const refused = this.refusal(events);
    if (refused !== undefined) throw new Error(`order refused: ${refused}`);
    return events;
  }

  closed(events: readonly EngineEvent[]): EngineEvent | undefined {
    return events.find((e) => e.kind === EventKind.OrderClosed);
  }

  balance(ledger: number): number {
    return balanceOf(this.state, ledger);
  }

  /** Signed lots of the account's position. */
  lots(account: number, symbol = 0): number {
    return positionViews(this.state, account).find((p) => p.symbol === symbol)?.lots ?? 0;
  }

  /** Position side and signed lots of each leg. */
  legs(account: number, symbol = 0): number[][] {
    return positionViews(this.state, account)
      .filter((p) => p.symbol === symbol)
      .map((p) => [p.positionSide, p.lots]);
  }
}
