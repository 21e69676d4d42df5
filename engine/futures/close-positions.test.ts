// Rules 5.7 and 16: reversing and closing all as single commands; the dead man's switch.
import { describe, expect, test } from 'vitest';
import { apply } from '../apply.ts';
import { CommandKind, encodeCommand, OrderType, PositionMode, PositionSide, Side, SwitchBit } from '../wire/command.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind } from '../wire/event.ts';
import { rejections } from '../reject.ts';
import { arm, conditionalExchange, MARK, price, take, told } from '../testing/conditional-steps.ts';
import { accountView, positionViews } from '../testing/engine-reader.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { dueAt } from '../work.ts';
import { DAY_MS } from '../time.ts';

const reverse = (exchange: TestExchange, positionId = positionViews(exchange.state, 0)[0].id) =>
  exchange.send({ kind: CommandKind.ReversePosition, account: 0, symbol: 0, positionId, slippage: 0 });
const closeAll = (exchange: TestExchange, symbol = -1) =>
  exchange.send({ kind: CommandKind.ClosePositions, account: 0, symbol, slippage: 0 });

describe('5.7 reverse', () => {
  test('two fills of one command: all out, as much in on the other side, a fee on both', () => {
    const exchange = conditionalExchange({ takerFee: 40_000 });
    take(exchange, 50);
    const events = told(reverse(exchange));
    const [close, open] = events.filter((t) => t[0] === 'placed').map((t) => t[1]);
    expect(events).toEqual([
      ['placed', close, 0, 50],
      ['filled', close, MARK - 100, 50],
      ['closed', close, 'Filled'],
      ['placed', open, 0, 50],
      ['filled', open, MARK - 100, 50],
      ['closed', open, 'Filled'],
    ]);
    expect(exchange.lots(0)).toBe(-50);
  });

  test('hedge mode: the new leg is on the other positionSide', () => {
    const exchange = conditionalExchange();
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: PositionMode.Hedge });
    take(exchange, 50, { positionSide: PositionSide.Long });
    expect(exchange.refusal(reverse(exchange))).toBeUndefined();
    expect(exchange.legs(0)).toEqual([[PositionSide.Short, -50]]);
  });

  test('the new side is checked on the balance expected after the close; failing, nothing happens', () => {
    const exchange = conditionalExchange({ takerFee: 40_000 });
    take(exchange, 50_000);
    // All that is free leaves; the margin of the position comes back with the close, but not the two fees.
    const { available } = accountView(exchange.state, 0);
    exchange.accept({ kind: CommandKind.Transfer, account: -1, symbol: -1, debit: 16, credit: 3, amount: available, reason: 2 });
    expect(exchange.refusal(reverse(exchange))).toBe('INSUFFICIENT_MARGIN');
    expect(exchange.lots(0)).toBe(50_000);
    price(exchange, MARK + 50_000);
    expect(exchange.refusal(reverse(exchange))).toBeUndefined();
    expect(exchange.lots(0)).toBe(-50_000);
  });

  test('a book that gives only part of the close: it stands, the other side is told as cut', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    exchange.ladder(0, [MARK - 100, 30], [MARK + 100, 30]);
    const events = reverse(exchange);
    const cut = events.find((e) => e.kind === EventKind.ReverseCut);
    expect(cut).toMatchObject({ lots: 50 });
    expect(rejections.get(cut?.kind === EventKind.ReverseCut ? cut.code : 0)?.name).toBe('NO_LIQUIDITY');
    expect(exchange.lots(0)).toBe(20);
  });

  test('an id that is not an open position of one’s own is unknown', () => {
    const exchange = conditionalExchange();
    take(exchange, 50, { account: 1 });
    const foreign = positionViews(exchange.state, 1)[0].id;
    expect(exchange.refusal(reverse(exchange, foreign))).toBe('POSITION_UNKNOWN');
  });
});

describe('close all positions', () => {
  test('every position at market, TP/SL die with it, no position is no error', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const stop = arm(exchange, { side: Side.Sell, stopPrice: MARK - 5000, closePosition: true });
    const events = told(closeAll(exchange));
    expect(events).toContainEqual(['closed', stop, 'PositionClosed']);
    expect(exchange.lots(0)).toBe(0);
    expect(told(closeAll(exchange))).toEqual([]);
  });

  test('a position larger than a market order may be is closed whole', () => {
    const exchange = conditionalExchange({ maxMarketLots: 40 });
    take(exchange, 40);
    take(exchange, 40);
    expect(exchange.refusal(closeAll(exchange, 0))).toBeUndefined();
    expect(exchange.lots(0)).toBe(0);
  });

  test('in a halted market it is refused', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits: SwitchBit.Halt });
    expect(exchange.refusal(closeAll(exchange))).toBe('TRADING_HALTED');
  });
});

describe('16 cancel-all-after', () => {
  const watch = (exchange: TestExchange, countdownMs: number, symbol = 0) =>
    exchange.send({ kind: CommandKind.SetCancelAfter, account: 0, symbol, countdownMs });
  const tick = (exchange: TestExchange) => told(exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 }));

  test('when the countdown runs out all orders of the symbol end, conditional ones too', () => {
    const exchange = conditionalExchange();
    exchange.place({ account: 0, side: Side.Buy, lots: 10, price: MARK - 500 });
    arm(exchange, { side: Side.Buy, stopPrice: MARK + 500 });
    watch(exchange, 5000);
    expect(dueAt(exchange.state)).toBe(exchange.time + 5000);
    exchange.time += 4999;
    expect(tick(exchange)).toEqual([]);
    exchange.time += 1;
    expect(tick(exchange).map((t) => t[2])).toEqual(['CancelAfter', 'CancelAfter']);
    expect(dueAt(exchange.state)).toBe(Number.POSITIVE_INFINITY);
  });

  test('sent again it begins anew, with 0 it ends, and others’ orders stay', () => {
    const exchange = conditionalExchange();
    exchange.place({ account: 1, side: Side.Buy, lots: 10, price: MARK - 500 });
    exchange.place({ account: 0, side: Side.Buy, lots: 10, price: MARK - 500 });
    watch(exchange, 5000, -1);
    exchange.time += 4000;
    watch(exchange, 5000, -1);
    exchange.time += 4000;
    expect(tick(exchange)).toEqual([]);
    watch(exchange, 0, -1);
    exchange.time += 10_000;
    expect(tick(exchange)).toEqual([]);
    expect(exchange.refusal(watch(exchange, 999))).toBe('INVALID_COUNTDOWN');
    expect(exchange.refusal(watch(exchange, DAY_MS + 1))).toBe('INVALID_COUNTDOWN');
  });
});

describe('work of others never rides on a member’s command', () => {
  test('what a tick fired waits for Ticks in slices; orders between them are answered', () => {
    const exchange = conditionalExchange({ maxConditionalOrders: 200, maxOpenOrders: 400 });
    for (let k = 0; k < 190; k++) arm(exchange, { side: Side.Buy, stopPrice: MARK + 500, lots: 10 });
    const first = price(exchange, MARK + 500).filter((e) => e.kind === EventKind.OrderTriggered).length;
    expect(first).toBeGreaterThan(10);
    expect(first).toBeLessThan(190);
    expect(dueAt(exchange.state)).toBe(0);
    const order = exchange.place({ account: 1, side: Side.Buy, type: OrderType.Limit, lots: 10, price: MARK - 500 });
    expect(order.some((e) => e.kind === EventKind.OrderTriggered)).toBe(false);
    const sink = new EventBuffer(64);
    const record = encodeCommand({ kind: CommandKind.Tick, time: exchange.time, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 });
    let ticks = 0;
    while (dueAt(exchange.state) === 0 && ticks < 50) {
      sink.clear();
      apply(exchange.state, record, 0, exchange.state.seq + 1, sink);
      ticks++;
    }
    expect(ticks).toBeGreaterThan(0);
    expect(exchange.lots(0)).toBe(1900);
  });
});
