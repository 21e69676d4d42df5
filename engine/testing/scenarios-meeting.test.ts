// Rules that meet at one moment: brackets, reversals, stops, halts, delistings and limits, each where another one is already at work.
import { describe, expect, test } from 'vitest';
import { apply } from '../apply.ts';
import {
  CommandKind,
  encodeFields,
  MarginType,
  OrderType,
  PositionMode,
  PositionSide,
  Side,
  SwitchBit,
  TimeInForce,
} from '../wire/command.ts';
import { LEVERAGE_LIMIT_SHIFT } from '../wire/command-kind.ts';
import { type EngineEvent, EventKind, LiquidationStage, PositionEnd } from '../wire/event.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { META_SLICE } from '../layout.ts';
import { futuresWallet } from '../ledger/account.ts';
import { encodeInstrument, instrumentOf } from '../market/instrument.ts';
import { symbolNamed } from '../market/symbols.ts';
import { buildTiers } from '../market/tiers.ts';
import { selfCheck } from '../self-check.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { stateHash } from '../state-hash.ts';
import { riskOfView } from '../view-risk.ts';
import { arm, conditional, conditionalExchange, MARK, price, take, told, USDT, waitingIds } from './conditional-steps.ts';
import { positionViews, restingOrders } from './engine-reader.ts';
import type { TestExchange } from './test-exchange.ts';

const BROKE = 3;
const attached = (stopLoss: number) => ({ takeProfit: 0, stopLoss, takeProfitByMark: false, stopLossByMark: false, partial: true });
const leverage = (exchange: TestExchange, account: number, value: number) =>
  exchange.send({ kind: CommandKind.SetLeverage, account, symbol: 0, leverage: value });
const reverse = (exchange: TestExchange, account: number) => {
  const positionId = positionViews(exchange.state, account)[0].id;
  return exchange.send({ kind: CommandKind.ReversePosition, account, symbol: 0, positionId, slippage: 0 });
};
const halt = (exchange: TestExchange, bits: number) => exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: 0, bits });
const tick = (exchange: TestExchange) => exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
const stepsOf = (events: readonly EngineEvent[]) => events.flatMap((e) => (e.kind === EventKind.LiquidationStep ? [e.stage] : []));
/** Nothing is lost, and the engine's own sums hold. */
const expectWhole = (exchange: TestExchange) => {
  expect(exchange.state.ledger.reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect(selfCheck(exchange.state)).toEqual([]);
};

describe('a bracket half filled, reversed, and liquidated by one tick', () => {
  /** 40 of 100 lots bought with a stop of their own, turned round; 60 still rest. A stop to buy waits where the account dies. */
  function turned(): { exchange: TestExchange; stop: number } {
    const exchange = conditionalExchange();
    exchange.open(BROKE, 70 * USDT);
    exchange.accept({ kind: CommandKind.SetLeverage, account: BROKE, symbol: 0, leverage: 100 });
    exchange.ladder(0, [MARK - 100, 100_000], [MARK + 100, 40]);
    exchange.place({ account: BROKE, side: Side.Buy, price: MARK + 100, lots: 100, attached: attached(MARK - 2_000) });
    const [stopLoss] = waitingIds(exchange, BROKE);
    // Its own entry is the best bid: the taker of a self-trade expires, and nothing has changed.
    expect(told(reverse(exchange, BROKE)).map(([what, , how]) => [what, how])).toEqual([
      ['placed', 0],
      ['closed', 'SelfTrade'],
    ]);
    expect([exchange.lots(BROKE), waitingIds(exchange, BROKE)]).toEqual([40, [stopLoss]]);
    exchange.ladder(0, [MARK + 200, 100_000], [MARK + 400, 100_000]);
    expect(told(reverse(exchange, BROKE))).toContainEqual(['closed', stopLoss, 'PositionClosed']);
    const stop = arm(exchange, { account: BROKE, side: Side.Buy, stopPrice: MARK + 90_000, lots: 10 });
    return { exchange, stop };
  }

  test('the reversal leaves the other side alone, the rest of the entry only reduces it', () => {
    const { exchange } = turned();
    expect(exchange.lots(BROKE)).toBe(-40);
    expect(restingOrders(exchange.state, 0).filter((o) => o.account === BROKE)).toMatchObject([{ rest: 60 }]);
    expectWhole(exchange);
  });

  test('the liquidation comes before the stop that the same tick reached, and nothing of the account stays', () => {
    const { exchange, stop } = turned();
    const events = price(exchange, MARK + 200_000);
    expect(stepsOf(events)[0]).toBe(LiquidationStage.Cancelled);
    expect(told(events)).toContainEqual(['closed', stop, 'Liquidation']);
    expect(told(events).filter(([what, id]) => what === 'triggered' && id === stop)).toEqual([]);
    expect([exchange.lots(BROKE), waitingIds(exchange, BROKE)]).toEqual([0, []]);
    expect(restingOrders(exchange.state, 0).filter((o) => o.account === BROKE)).toEqual([]);
    expect(exchange.balance(futuresWallet(BROKE))).toBeGreaterThanOrEqual(0);
    expectWhole(exchange);
  });
});

describe('a trailing stop over a halt', () => {
  test('neither follows nor fires while halted; from the second tick that agrees it goes on from where it stood', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const trailing = arm(exchange, { side: Side.Sell, type: OrderType.Trailing, reduceOnly: true, lots: 50, callbackRate: 1_000_000 });
    halt(exchange, SwitchBit.Halt);
    expect(told(price(exchange, MARK + 300_000))).toEqual([]);
    expect(told(price(exchange, MARK - 300_000))).toEqual([]);
    halt(exchange, 0);
    expect(told(price(exchange, MARK - 50_000))).toEqual([]);
    // 0.8 % under where it stood when the halt came: had it followed to +5 %, this would fire.
    expect(told(price(exchange, MARK - 48_000))).toEqual([]);
    expect(told(price(exchange, MARK - 61_000))[0]).toEqual(['triggered', trailing, (MARK - 61_000) * 100]);
    expect(exchange.lots(0)).toBe(0);
    expectWhole(exchange);
  });
});

describe('closing orders of two hedge legs', () => {
  test('are cut with their own leg, newest first, and the other leg’s stay', () => {
    const exchange = conditionalExchange();
    exchange.accept({ kind: CommandKind.SetPositionMode, account: 0, symbol: -1, mode: PositionMode.Hedge });
    take(exchange, 50, { positionSide: PositionSide.Long });
    take(exchange, -50, { positionSide: PositionSide.Short });
    const close = (side: number, positionSide: number, at: number) =>
      exchange.place({ account: 0, side, positionSide, price: at, lots: 25, timeInForce: TimeInForce.GTX });
    for (const step of [500, 600]) {
      close(Side.Sell, PositionSide.Long, MARK + step);
      close(Side.Buy, PositionSide.Short, MARK - step);
    }
    take(exchange, -30, { positionSide: PositionSide.Long });
    const rests = () => restingOrders(exchange.state, 0).map((o) => [o.price, o.rest]);
    expect(rests()).toEqual(
      expect.arrayContaining([
        [MARK + 500, 20],
        [MARK - 500, 25],
        [MARK - 600, 25],
      ]),
    );
    expect(rests()).toHaveLength(3);
    expect(
      exchange.refusal(exchange.order({ account: 0, side: Side.Sell, positionSide: PositionSide.Long, price: MARK + 900, lots: 1 })),
    ).toBe('REDUCE_ONLY_REJECTED');
    expectWhole(exchange);
  });
});

describe('orders at the edge of what a symbol may hold', () => {
  test('of a scale, those that still find a place stand; a place set free takes the next one', () => {
    const exchange = conditionalExchange({ maxOpenOrders: 4, maxConditionalOrders: 2 });
    arm(exchange, { side: Side.Sell, stopPrice: MARK - 5_000 });
    arm(exchange, { side: Side.Sell, stopPrice: MARK - 6_000 });
    expect(exchange.refusal(conditional(exchange, { side: Side.Sell, stopPrice: MARK - 7_000 }))).toBe('TOO_MANY_CONDITIONAL_ORDERS');
    const scale = [1_000, 2_000, 3_000].map((below) => exchange.order({ account: 0, side: Side.Buy, price: MARK - below, lots: 10 }));
    expect(scale.map((events) => exchange.refusal(events))).toEqual([undefined, undefined, 'TOO_MANY_ORDERS']);
    // The ladder reaches the first one of the scale and sets its place free.
    price(exchange, MARK - 1_100);
    expect(exchange.lots(0)).toBe(10);
    exchange.place({ account: 0, side: Side.Buy, price: MARK - 3_000, lots: 10 });
    expectWhole(exchange);
  });
});

describe('cancel-all-after over a restart', () => {
  test('from a snapshot the countdown ends at its own time, once, and both engines stand alike', () => {
    const exchange = conditionalExchange();
    exchange.place({ account: 0, side: Side.Buy, price: MARK - 5_000, lots: 10 });
    arm(exchange, { side: Side.Sell, stopPrice: MARK - 9_000 });
    exchange.accept({ kind: CommandKind.SetCancelAfter, account: 0, symbol: -1, countdownMs: 5_000 });
    const bytes = new Uint8Array(snapshotBytes(exchange.state));
    takeSnapshot(exchange.state, bytes);
    const again = loadSnapshot(bytes);
    const beat = (afterMs: number) => {
      exchange.time += afterMs;
      const record = encodeFields(-1, -1, { kind: CommandKind.Tick });
      record[1] = exchange.time;
      apply(again, record, 0, again.seq + 1, new EventBuffer(64));
      return told(tick(exchange)).map(([what, , how]) => [what, how]);
    };
    const ended = ['closed', 'CancelAfter'];
    expect([beat(4_999), beat(1), beat(1)]).toEqual([[], [ended, ended], []]);
    expect(stateHash(again)).toBe(stateHash(exchange.state));
    expectWhole(exchange);
  });
});

describe('a symbol delisted with everything armed', () => {
  test('entry, TP/SL and trailing stop end as delisted; listed anew nothing of them comes back', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    const positionId = positionViews(exchange.state, 0)[0].id;
    const body = { takeProfit: MARK + 5_000, stopLoss: MARK - 5_000, flags: 0 };
    exchange.accept({ kind: CommandKind.SetPositionTpsl, account: 0, symbol: 0, positionId, ...body });
    arm(exchange, { side: Side.Sell, type: OrderType.Trailing, reduceOnly: true, lots: 20, callbackRate: 1_000_000 });
    exchange.place({ account: 0, side: Side.Buy, price: MARK - 3_000, lots: 10, attached: attached(MARK - 8_000) });
    const before = exchange.balance(futuresWallet(0));
    const ends = told(exchange.accept({ kind: CommandKind.DelistSymbol, account: -1, symbol: 0 }));
    expect(ends.filter(([, , how]) => how === 'Delisted')).toHaveLength(4);
    expect([exchange.lots(0), waitingIds(exchange)]).toEqual([0, []]);
    // Bought a dollar above the mark: settled at the mark without a fee, 0.05 down.
    expect(exchange.balance(futuresWallet(0))).toBe(before - 50_000);
    expect(exchange.refusal(exchange.order({ account: 0, side: Side.Buy, price: MARK, lots: 10 }))).toBe('SYMBOL_CLOSED');
    const spec = instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 0, takerFee: 0 });
    exchange.accept({ kind: CommandKind.ListSymbol, account: -1, symbol: 0, spec: encodeInstrument(spec) });
    for (const at of [MARK, MARK, MARK - 10_000, MARK - 10_000]) expect(told(price(exchange, at))).toEqual([]);
    expectWhole(exchange);
  });
});

describe('a leg that waits for its liquidation when its symbol is delisted', () => {
  test('settles at the last mark like all others: no liquidation, no fee, what is left comes back', () => {
    const exchange = conditionalExchange();
    exchange.open(BROKE, 100 * USDT);
    exchange.accept({ kind: CommandKind.SetMarginType, account: BROKE, symbol: 0, marginType: MarginType.Isolated });
    exchange.accept({ kind: CommandKind.SetLeverage, account: BROKE, symbol: 0, leverage: 100 });
    take(exchange, 50, { account: BROKE });
    // Slices so small that a mark leaves what it brings down to Ticks.
    exchange.state.meta[META_SLICE] = 4;
    price(exchange, MARK - 45_000);
    expect(riskOfView(exchange.state, BROKE)?.heldPositions).toHaveLength(1);
    const events = [exchange.accept({ kind: CommandKind.DelistSymbol, account: -1, symbol: 0 }), tick(exchange), tick(exchange)].flat();
    expect(events.filter((e) => e.kind === EventKind.LiquidationStarted || e.kind === EventKind.LiquidationStep)).toEqual([]);
    expect(events.find((e) => e.kind === EventKind.PositionClosed)).toMatchObject({ account: BROKE, end: PositionEnd.Settled });
    // Bought a dollar above the mark, settled 450 below it: 0.05 x 451 lost.
    expect(exchange.balance(futuresWallet(BROKE))).toBe(100 * USDT - 22_550_000);
    expect(riskOfView(exchange.state, BROKE)).toMatchObject({ held: false, heldPositions: [] });
    expectWhole(exchange);
  });
});

describe('leverage at the border of a bracket', () => {
  const tiers = buildTiers([
    [1_000, 100, 1_000_000],
    [2_000, 50, 2_000_000],
    [100_000, 20, 5_000_000],
  ]);

  test('5.3, 5.4: resting orders of exactly the cap let it rise, one lot more does not', () => {
    const exchange = conditionalExchange({ tiers });
    // 0.020 at 50,000 (band of 5 % aside, so at 57,500: 0.017 = 977.5) up to the cap of 1,000.
    exchange.place({ account: 0, side: Side.Buy, price: 5_882_300, lots: 17 });
    // 58,823.00 x 0.017 = 999.991: under the first bracket's cap; half a USDT more is over it.
    expect(exchange.refusal(leverage(exchange, 0, 100))).toBeUndefined();
    expect(exchange.refusal(leverage(exchange, 0, 20))).toBeUndefined();
    const { orderId } = restingOrders(exchange.state, 0)[0];
    exchange.accept({ kind: CommandKind.AmendOrder, account: 0, symbol: 0, orderId, price: 5_882_400, lots: 17 });
    expect(exchange.refusal(leverage(exchange, 0, 100))).toBe('NOTIONAL_ABOVE_BRACKET');
    expect(exchange.refusal(leverage(exchange, 0, 50))).toBeUndefined();
    expectWhole(exchange);
  });

  test('an account’s own limit refuses a reversal before its close', () => {
    const exchange = conditionalExchange();
    take(exchange, 50);
    exchange.accept({ kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags: 10 << LEVERAGE_LIMIT_SHIFT });
    expect(exchange.refusal(reverse(exchange, 0))).toBe('LEVERAGE_LIMITED');
    expect(exchange.lots(0)).toBe(50);
    take(exchange, -50);
    expect(exchange.lots(0)).toBe(0);
    expectWhole(exchange);
  });
});
