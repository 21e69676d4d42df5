// Stories told to both engines at once: what the random runs met once and what must not depend on their drawing it again.
import { describe, expect, test } from 'vitest';
import {
  type Command,
  CommandKind,
  encodeCommand,
  MarginType,
  OrderType,
  PositionSide,
  SelfTrade,
  Side,
  TimeInForce,
} from '../wire/command.ts';
import { decodeEvent, type EngineEvent, EVENT_WORDS, EventKind, OrderEnd } from '../wire/event.ts';
import { HouseAccount, futuresWallet, PostingReason } from '../ledger/account.ts';
import { encodeInstrument, instrumentOf } from '../market/instrument.ts';
import { symbolNamed } from '../market/symbols.ts';
import type { Body } from './test-exchange.ts';
import { Simulation } from './simulator.ts';

const USDT = 1_000_000;
/** 60,000.00 */
const MARK = 6_000_000;
/** A seed of those whose work takes several slices. */
const SLICED = 3;

/** One exchange, both engines: each command is compared as in a simulation. */
class Pair {
  readonly run = new Simulation(SLICED);
  time = 1_700_000_000_000;

  send(body: Body<Command>): EngineEvent[] {
    this.time += 100;
    const words = this.run.take(encodeCommand({ time: this.time, keyHi: 0, keyLo: 0, body: 0, ...body } as Command));
    expect([...this.run.report.violations, ...this.run.report.differences]).toEqual([]);
    return Array.from({ length: words.length / EVENT_WORDS }, (_, k) => decodeEvent(words, k * EVENT_WORDS));
  }

  mark(ticks: number): EngineEvent[] {
    const at = ticks * 100;
    return this.send({ kind: CommandKind.SetMark, account: -1, symbol: 0, mark: at, index: at, last: at, valid: 1 });
  }

  ladder(bids: number[], asks: number[]): EngineEvent[] {
    return this.send({ kind: CommandKind.SetLadder, account: -1, symbol: 0, bids, asks });
  }
}

const warnings = (events: readonly EngineEvent[]) => events.filter((e) => e.kind === EventKind.MarginWarned);

describe('a close-all that meets nothing', () => {
  /** 0.1 BTC long on an isolated 120 USDT: 80 % of it used at 59,095, all of it at 59,036. Found in breach, then saved before its turn. */
  function letGo(): Pair {
    const pair = new Pair();
    const spec = instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 0, takerFee: 0 });
    pair.send({ kind: CommandKind.ListSymbol, account: -1, symbol: 0, spec: encodeInstrument(spec) });
    pair.send({ kind: CommandKind.OpenAccount, account: 0, symbol: -1 });
    const deposit = { debit: HouseAccount.External, credit: futuresWallet(0), reason: PostingReason.Deposit };
    pair.send({ kind: CommandKind.Transfer, account: -1, symbol: -1, ...deposit, amount: 1_000 * USDT });
    pair.mark(MARK);
    pair.send({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType: MarginType.Isolated });
    pair.send({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 50 });
    pair.ladder([MARK - 100, 1_000], [MARK, 1_000]);
    const order = { kind: CommandKind.PlaceOrder, account: 0, symbol: 0, side: Side.Buy, positionSide: PositionSide.Both, lots: 100 };
    const plain = { timeInForce: TimeInForce.GTC, selfTrade: SelfTrade.ExpireTaker, reduceOnly: false, slippage: 0, clientOrderId: '' };
    pair.send({ ...order, ...plain, type: OrderType.Market, price: 0 });
    // The only bid there will be is its own.
    pair.send({ ...order, ...plain, type: OrderType.Limit, price: MARK - 200_000 });
    pair.ladder([], []);
    pair.mark(5_900_000);
    pair.mark(5_907_000);
    pair.send({ kind: CommandKind.Tick, account: -1, symbol: -1 });
    return pair;
  }

  test.each([
    ['of all symbols', -1],
    ['of its own', 0],
  ])('%s looks at the leg all the same, and warns (rules 9.1, 9.7)', (_, symbol) => {
    const pair = letGo();
    expect(pair.run.naive.positions).toMatchObject([{ lots: 100n }]);
    const events = pair.send({ kind: CommandKind.ClosePositions, account: 0, symbol, slippage: 0 });
    expect(events.flatMap((e) => (e.kind === EventKind.OrderClosed ? [e.end] : []))).toEqual([OrderEnd.SelfTrade]);
    expect(pair.run.naive.positions).toMatchObject([{ lots: 100n }]);
    expect(warnings(events)).toMatchObject([{ account: 0, symbol: 0 }]);
  });
});
