// While an order's line is dragged it says what a drop there would mean, and knows where the engine would refuse it (rules 3.6, 5).
import type { Order } from '@maru/futures/contract.ts';
import { costOf } from '@maru/engine/money/cost.ts';
import { describe, expect, test } from 'vitest';
import { instrumentOf } from './instrument.ts';
import type { LineInput } from './line-input.ts';
import { orderLines } from './order-lines.ts';
import { bitcoin } from './testing/bitcoin-option.ts';

const i = instrumentOf(bitcoin);
const held = { side: 1 as const, lots: 480, entryCost: costOf(6_180_000, 480, i.units.costNum), isolatedWallet: 0, leverage: 20 };
const leg = { instrument: i, held, position: { tradeType: 'LONG' } };
const wallet = 1_000_000_000;
const purse = { crossWallet: wallet, crossPnl: 0, positionMargin: 0, orderMargin: 0, maintenance: 0, available: wallet };
const none = { BUY: 0, SELL: 0 };
const input = (order: Partial<Order>, positions: unknown[] = [leg]) =>
  ({
    i,
    t: (id: string) => id,
    isPhone: false,
    positions,
    orders: [{ id: 7, futuresOptionId: 1, positionSide: 'BOTH', filledQuantity: '0', ...order }],
    account: { purse, mode: 'ONE_WAY', leverage: 20, isIsolated: false, legs: [], openOrderNotional: none, reducingLots: none },
    market: { mark: 618_400_000, last: 6_184_000, bid: 6_183_990, ask: 6_184_010, bids: [], asks: [] },
    actions: {},
  }) as unknown as LineInput;
const move = (order: Partial<Order>, positions?: unknown[]) => orderLines(input(order, positions))[0].move!;
const said = (order: Partial<Order>, price: number, positions?: unknown[]) =>
  move(order, positions)
    .partsAt?.(price)
    .map(({ text }) => text);

const exit = { side: 'SELL', type: 'LIMIT', quantity: '0.100', filledQuantity: '0.020', price: '61900', reduceOnly: true } as const;
const entry = { side: 'BUY', type: 'LIMIT', quantity: '0.120', price: '61500', timeInForce: 'GTC' } as const;
const trigger = { ...exit, type: 'STOPLOSS', isWaiting: true, stopPrice: '61000', workingType: 'CONTRACT_PRICE' } as const;

describe('a limit order', () => {
  test('that closes says what closing its rest there brings: 0.080 from 61,800 to 62,000', () => {
    expect(said(exit, 62_000)?.slice(1)).toEqual(['+16.00 (+6.47%)']);
  });
  test('that opens says how far it is and where what it opens would end', () => {
    const [distance, end] = said(entry, 61_221.6, [])?.slice(1) ?? [];
    expect(distance).toBe('−1.0%');
    expect(end).toMatch(/^line\.liquidation 53,[01]\d\d\.\d\d$/);
  });
  test('let go where it would meet the book is asked first, elsewhere it moves at once', () => {
    const asked: string[] = [];
    const actions = {
      moveOrder: (_: Order, to: string) => asked.push(`moved ${to}`),
      askToMove: (_: Order, to: string) => asked.push(`asked ${to}`),
    };
    const drop = orderLines({ ...input(entry, []), actions } as unknown as LineInput)[0].move!.drop;
    drop(61_840);
    drop(61_840.1);
    expect(asked).toEqual(['moved 61840.00', 'asked 61840.10']);
    expect(said(entry, 61_840.1, [])?.[1]).toBe('line.takes');
  });
  test('goes neither above the band nor, as maker only, across the spread', () => {
    expect(move(entry).isValid?.(64_900)).toBe(true);
    expect(move(entry).isValid?.(64_940)).toBe(false);
    expect(move({ ...entry, timeInForce: 'GTX' }).isValid?.(61_840.1)).toBe(false);
    expect(move({ ...entry, timeInForce: 'GTX' }).isValid?.(61_840)).toBe(true);
  });
});

describe('a trigger', () => {
  test('names its new price and what it brings, and stays on its side of the price it watches', () => {
    expect(said(trigger, 61_300)?.[1]).toContain('≤ 61,300.00');
    expect(said(trigger, 61_300)?.[2]).toBe('−40.00 (−16.18%)');
    expect(move(trigger).isValid?.(61_839.99)).toBe(true);
    expect(move(trigger).isValid?.(61_840)).toBe(false);
    expect(move({ ...trigger, type: 'TAKEPROFIT' }).isValid?.(61_840)).toBe(false);
    expect(move({ ...trigger, type: 'TAKEPROFIT' }).isValid?.(61_840.01)).toBe(true);
  });
  test('that trails follows the price, not the hand', () => {
    expect(orderLines(input({ ...trigger, type: 'TRAILINGSTOP', extremePrice: '62000', callbackRate: '1' }))[0]).toMatchObject({
      price: 61_380,
    });
    expect(move({ ...trigger, type: 'TRAILINGSTOP', extremePrice: '62000', callbackRate: '1' })).toBeUndefined();
  });
});
