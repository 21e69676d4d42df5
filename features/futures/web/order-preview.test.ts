// The ticket's figures are the engine's (rules 6.4, 6.5, 9.2), with the specification's 0.08 % on a long's estimate.
import { liquidationPrice } from '@maru/engine/futures/liquidation-price.ts';
import { orderCost } from '@maru/engine/futures/order-cost.ts';
import type { CrossAccount, Position } from '@maru/futures/contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountNow, positionsNow, purseOf } from './account-now.ts';
import { instrumentOf, lotsOf, micro, quantityText } from './instrument.ts';
import { errorText } from './order-errors.ts';
import { orderOf, sentFields } from './order-body.ts';
import { slippageFraction } from './ticket-type-table.ts';
import { emptyTicket, type TicketFields } from './order-fields.ts';
import { type AccountNow, maxLotsOf, type MarketNow, previewOrder } from './order-preview.ts';
import { bitcoin } from './testing/bitcoin-option.ts';
import { afterTrade, heldOf, liquidationTicks } from './position-math.ts';

const btc = instrumentOf(bitcoin);
const usdt = (n: number) => Math.round(n * 1_000_000);
const market: MarketNow = {
  mark: 60_000_00_00,
  bid: 59_999_00,
  ask: 60_001_00,
  last: 60_000_00,
  bids: [{ price: 59_999_00, size: 5_000 }],
  asks: [
    { price: 60_001_00, size: 200 },
    { price: 60_010_00, size: 5_000 },
  ],
};
const purse = { crossWallet: usdt(10_000), crossPnl: 0, positionMargin: 0, orderMargin: 0, maintenance: 0, available: usdt(10_000) };
const account: AccountNow = {
  purse,
  mode: 'ONE_WAY',
  leverage: 10,
  isIsolated: false,
  legs: [],
  openOrderNotional: { BUY: 0, SELL: 0 },
  reducingLots: { BUY: 0, SELL: 0 },
};
const limit = (price: string, quantity: string, over: Partial<TicketFields> = {}): TicketFields => ({
  ...emptyTicket,
  price,
  quantity,
  ...over,
});
const long = (lots: number, price: number) => ({
  side: 1 as const,
  lots,
  entryCost: price * lots * btc.units.costNum,
  isolatedWallet: 0,
  leverage: 10,
});

// Its exits are armed at once, by the mark (rules 3.6 #12); the book asks 60,001, the mark is 60,000.
describe('a limit price that takes at once', () => {
  const exits = (over: Partial<TicketFields>) => limit('60400', '0.1', { hasTpsl: true, ...over });
  const errorsOf = (fields: TicketFields, side: 'BUY' | 'SELL' = 'BUY') =>
    previewOrder(btc, account, market, fields, side).errors.map((e) => [e.code, e.field]);

  it('opens at what the book asks: returns and money of its exits are reckoned from there', () => {
    const p = previewOrder(btc, account, market, exits({}), 'BUY');
    expect(p.takes).toBe(true);
    expect(p.draftCost).toBe(60_001_00 * 100 * btc.units.costNum);
    const deep = previewOrder(btc, account, market, limit('60400', '0.3'), 'BUY');
    expect(deep.draftCost).toBe((60_001_00 * 200 + 60_010_00 * 100) * btc.units.costNum);
  });

  it('what turns a position round opens with the last of its fills', () => {
    const turned = { ...account, legs: [{ ...long(200, 60_000_00), side: -1 as const }] };
    const p = previewOrder(btc, turned, market, limit('60400', '0.3'), 'BUY');
    expect([p.opening, p.draftCost]).toEqual([100, 60_010_00 * 100 * btc.units.costNum]);
  });

  it('a leg that would be true already is refused on its own field, whatever the limit', () => {
    expect(errorsOf(exits({ stopLoss: '60200' }))).toEqual([['STOP_LOSS_WRONG_SIDE', 'stopLoss']]);
    expect(errorsOf(exits({ stopLoss: '60000' }))).toEqual([['STOP_LOSS_WRONG_SIDE', 'stopLoss']]);
    expect(errorsOf(exits({ takeProfit: '60001' }))).toEqual([['TAKE_PROFIT_WRONG_SIDE', 'takeProfit']]);
    expect(errorsOf(exits({ takeProfit: '60200', stopLoss: '59999' }))).toEqual([]);
    const short = (over: Partial<TicketFields>) => limit('59500', '0.1', { hasTpsl: true, ...over });
    expect(errorsOf(short({ stopLoss: '59800' }), 'SELL')).toEqual([['STOP_LOSS_WRONG_SIDE', 'stopLoss']]);
    expect(errorsOf(short({ takeProfit: '59800', stopLoss: '60001' }), 'SELL')).toEqual([]);
  });

  it('at market only the mark bounds them, as in the engine: between it and the book a leg is taken', () => {
    const at = (over: Partial<TicketFields>) => limit('', '0.1', { type: 'MARKET', hasTpsl: true, ...over });
    expect(errorsOf(at({ stopLoss: '60000.5' }))).toEqual([['STOP_LOSS_WRONG_SIDE', 'stopLoss']]);
    expect(errorsOf(at({ takeProfit: '60000' }))).toEqual([['TAKE_PROFIT_WRONG_SIDE', 'takeProfit']]);
    expect(errorsOf(at({ takeProfit: '60000.5', stopLoss: '59990' }))).toEqual([]);
    expect(errorsOf(at({ takeProfit: '59999.5' }), 'SELL')).toEqual([]);
  });

  it('one that rests is measured from its own price', () => {
    const resting = (over: Partial<TicketFields>) => limit('59000', '0.1', { hasTpsl: true, ...over });
    expect(previewOrder(btc, account, market, resting({}), 'BUY').takes).toBe(false);
    expect(errorsOf(resting({ stopLoss: '59100' }))).toEqual([['STOP_LOSS_WRONG_SIDE', 'stopLoss']]);
    expect(errorsOf(resting({ takeProfit: '59100', stopLoss: '58900' }))).toEqual([]);
  });
});

describe('6.4 order cost', () => {
  it('a long of 0.100 at 60,000 and 10x: margin 600, estimate +0.08 %, engine +0.04 %', () => {
    const p = previewOrder(btc, account, market, limit('60000', '0.1'), 'BUY');
    expect([p.margin, p.cost, p.engineCost]).toEqual([usdt(600), usdt(604.8), usdt(602.4)]);
  });
  it('a short shows what the engine sets aside', () => {
    const p = previewOrder(btc, account, market, limit('60000', '0.1'), 'SELL');
    expect([p.cost, p.engineCost]).toEqual([usdt(602.4), usdt(602.4)]);
  });
  it('a buy above the mark adds the loss it opens with', () => {
    const p = previewOrder(btc, account, market, limit('60600', '0.1'), 'BUY');
    const engine = orderCost(btc.units, 1, 60_600_00, market.mark, 100, 10, btc.takerFee);
    expect(engine.openLoss).toBe(usdt(60));
    expect(p.engineCost).toBe(engine.cost);
  });
  it('an order that only closes costs nothing', () => {
    const p = previewOrder(btc, { ...account, legs: [long(500, 60_000_00)] }, market, limit('60000', '0.1'), 'SELL');
    expect([p.opening, p.closing, p.cost]).toEqual([0, 100, 0]);
  });
});

describe('figures beyond what the engine counts', () => {
  it.each([
    ['LIMIT', '60000', '9999999'],
    ['LIMIT', '999999999', '1000'],
    ['MARKET', '', '9999999999'],
    ['CONDITION_MARKET', '', '9999999999'],
  ] as const)('%s at %s of %s breaks nothing and is refused', (type, price, quantity) => {
    for (const side of ['BUY', 'SELL'] as const)
      for (const legs of [[], [long(500, 60_000_00)]]) {
        const p = previewOrder(btc, { ...account, legs }, market, { ...emptyTicket, type, price, stopPrice: '999999999', quantity }, side);
        expect(p.errors.length).toBe(1);
        expect(p.lots).toBe(lotsOf(btc, quantity));
      }
  });
});

describe('what it would pay', () => {
  it('a market buy walks the book and pays the taker fee', () => {
    const p = previewOrder(btc, account, market, { ...emptyTicket, type: 'MARKET', quantity: '0.3' }, 'BUY');
    expect(p.fillCost).toBe((60_001_00 * 200 + 60_010_00 * 100) * btc.units.costNum);
    expect([p.isMaker, p.price]).toEqual([false, Math.floor((60_001_00 * 10_005) / 10_000)]);
  });
  it('a resting limit pays the maker fee at its own price', () => {
    const p = previewOrder(btc, account, market, limit('59000', '0.1'), 'BUY');
    expect([p.isMaker, p.fee]).toEqual([true, usdt(59_000 * 0.1 * 0.0002)]);
  });
  it('a crossing limit pays the book, never more than its limit', () => {
    const p = previewOrder(btc, account, market, limit('60005', '0.3'), 'BUY');
    expect(p.isMaker).toBe(false);
    expect(p.fillCost).toBe((60_001_00 * 200 + 60_005_00 * 100) * btc.units.costNum);
  });
});

describe('6.5 largest size', () => {
  it('what it names is affordable and one lot more is not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 62_900 }),
        fc.integer({ min: 1, max: 75 }),
        fc.constantFrom('BUY' as const, 'SELL' as const),
        (price, leverage, side) => {
          const a = { ...account, leverage };
          const most = maxLotsOf(btc, a, market, limit(String(price), ''), side);
          const cost = (lots: number) =>
            orderCost(btc.units, side === 'BUY' ? 1 : -1, price * 100, market.mark, lots, leverage, btc.takerFee).cost;
          expect(cost(most)).toBeLessThanOrEqual(purse.available);
          const spaceByBracket = most < Math.floor(3_000_000_000_000 / 60_000_000_000 / 0.001);
          if (spaceByBracket && leverage < 20) expect(cost(most + 1)).toBeGreaterThan(purse.available - 5);
        },
      ),
    );
  });
  it('reduce-only is the position, and nothing without one', () => {
    const fields = limit('60000', '', { reduceOnly: true });
    expect(maxLotsOf(btc, { ...account, legs: [long(480, 60_000_00)] }, market, fields, 'SELL')).toBe(480);
    expect(maxLotsOf(btc, { ...account, legs: [long(480, 60_000_00)] }, market, fields, 'BUY')).toBe(0);
    expect(maxLotsOf(btc, account, market, fields, 'SELL')).toBe(0);
  });
  it('hedge mode closes the named leg', () => {
    const hedge: AccountNow = { ...account, mode: 'HEDGE', legs: [long(480, 60_000_00)] };
    expect(maxLotsOf(btc, hedge, market, limit('60000', '', { intent: 'close' }), 'SELL')).toBe(480);
    expect(maxLotsOf(btc, hedge, market, limit('60000', '', { intent: 'close' }), 'BUY')).toBe(0);
  });
});

describe('9.2 liquidation now and after', () => {
  it('is the engine formula on the position after the fill and its fee', () => {
    const p = previewOrder(btc, account, market, limit('60000', '0.1', { postOnly: true }), 'BUY');
    const fee = usdt(60_000 * 0.1 * 0.0002);
    const expected = liquidationPrice(
      btc.units,
      btc.tiers,
      [{ side: 1, lots: 100, entryCost: 60_000_00 * 100 * btc.units.costNum }],
      usdt(10_000) - fee,
      market.mark,
    );
    expect(p.later.liquidation).toBe(expected);
    expect(p.now.liquidation).toBe(0);
  });
  it('isolated stands on its own margin', () => {
    const p = previewOrder(btc, { ...account, isIsolated: true }, market, limit('60000', '0.1', { postOnly: true }), 'BUY');
    // (600 - 6000) / (0.1 x (0.004 - 1)) = 54,216.87
    expect(liquidationTicks(p.later.liquidation, 1)).toBe(54_216_87);
    expect(p.later.distance).toBe(-964);
  });
  it('closing all leaves nothing to liquidate', () => {
    const p = previewOrder(btc, { ...account, legs: [long(100, 60_000_00)] }, market, limit('60000', '0.1'), 'SELL');
    expect(p.after.held).toBeUndefined();
    expect(p.later.liquidation).toBe(0);
  });
});

describe('6.5, D-11: the largest flip, of a member who owes funding', () => {
  const position = (over: Partial<Position>) =>
    ({
      futuresOptionId: 1,
      symbol: 'X',
      quantity: '0.100',
      entryPrice: '50000',
      tradeType: 'LONG',
      marginType: 'CROSSED',
      margin: '0',
      leverage: 10,
      markPrice: '60000',
      liquidationPrice: '0',
      ...over,
    }) as Position;
  const cross = { playerPoint: '1000', orderMargin: '0' } as CrossAccount;
  function largest(owed: string, over: Partial<Position> = {}): number {
    const bare = positionsNow([position(over)], new Map([[1, btc]]), () => '60000');
    const purse = purseOf({ ...cross, minusFundingFee: owed }, bare);
    const own = accountNow(btc, purse, 'ONE_WAY', { leverage: 10, marginType: 'CROSSED' }, bare, []);
    return maxLotsOf(btc, own, market, limit('60000', ''), 'SELL');
  }
  it('what the close realizes pays the debt before it opens anything', () => {
    // 1,000 profit; 1,400 free + 600 of margin = 2,000 at 6,024 a BTC, 332 lots behind the 100 that close.
    expect(largest('0')).toBe(100 + 332);
    expect(largest('-400')).toBe(100 + Math.floor(1_600_000 / 6_024));
    // Never more than the profit itself.
    expect(largest('-5000')).toBe(100 + Math.floor(1_000_000 / 6_024));
  });
  it('what the screen shows of a position is what the preview begins with, not a copy: its lines are found by it', () => {
    const bare = positionsNow([position({})], new Map([[1, btc]]), () => '60000');
    const own = accountNow(btc, purseOf(cross, bare), 'ONE_WAY', { leverage: 10, marginType: 'CROSSED' }, bare, []);
    expect(previewOrder(btc, own, market, limit('60000', '0.1'), 'BUY').before).toBe(bare[0].held);
  });
  it('of an isolated leg what is left of its margin pays it', () => {
    const isolated = { marginType: 'ISOLATED', margin: '500' } as const;
    expect(largest('0', isolated) - largest('-100', isolated)).toBe(Math.floor(1_500_000 / 6_024) - Math.floor(1_400_000 / 6_024));
  });
});

describe('7.2 flips', () => {
  it('close what is there, then open the rest at the fill price', () => {
    const after = afterTrade(btc, long(100, 60_000_00), {
      side: -1,
      lots: 150,
      cost: 61_000_00 * 150 * btc.units.costNum,
      fee: 0,
      leverage: 10,
      isIsolated: false,
    });
    expect(after.realized).toBe(usdt(100));
    expect(after.held).toMatchObject({ side: -1, lots: 50, entryCost: 61_000_00 * 50 * btc.units.costNum });
  });
  it('an entry price of the wire gives back the exact cost', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 1_000_00, max: 90_000_00 }),
        fc.integer({ min: 1, max: 999 }),
        (lots, price, odd) => {
          const cost = price * lots * btc.units.costNum + odd;
          const entry = (BigInt(cost) * 10n ** 8n * 2n + BigInt(lots) * 1_000n) / (BigInt(lots) * 1_000n * 2n);
          const text = `${entry / 10n ** 8n}.${String(entry % 10n ** 8n).padStart(8, '0')}`;
          const held = heldOf(btc, {
            quantity: quantityText(btc, lots),
            entryPrice: text,
            tradeType: 'LONG',
            marginType: 'CROSSED',
            margin: '0',
            leverage: 10,
          } as Position);
          expect(Math.abs(Number(held.entryCost) - cost)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

describe('3.6 errors before sending, in the engine’s order', () => {
  const errors = (fields: TicketFields, side: 'BUY' | 'SELL' = 'BUY', a: AccountNow = account, m: MarketNow = market) =>
    previewOrder(btc, a, m, fields, side).errors.map((e) => e.code);
  it.each<[string, TicketFields, 'BUY' | 'SELL', string]>([
    ['no quantity', limit('60000', ''), 'BUY', 'QUANTITY_NOT_POSITIVE'],
    ['too many decimals', limit('60000', '0.0001'), 'BUY', 'BAD_PRECISION'],
    ['beyond one order', limit('60000', '1001'), 'BUY', 'QUANTITY_TOO_LARGE'],
    ['no price', limit('', '0.1'), 'BUY', 'PRICE_NOT_POSITIVE'],
    ['a buy above the band', limit('63000.01', '0.1'), 'BUY', 'PRICE_ABOVE_BAND'],
    ['a sell below the band', limit('56999.99', '0.1'), 'SELL', 'PRICE_BELOW_BAND'],
    ['too little value', limit('60000', '0.001'), 'BUY', 'NOTIONAL_TOO_SMALL'],
    ['nothing to reduce', limit('60000', '0.1', { reduceOnly: true }), 'SELL', 'REDUCE_ONLY_REJECTED'],
    ['more than the money', limit('60000', '2'), 'BUY', 'INSUFFICIENT_MARGIN'],
    ['post-only that would take', limit('60001', '0.1', { postOnly: true }), 'BUY', 'POST_ONLY_WOULD_TAKE'],
  ])('%s', (_, fields, side, code) => expect(errors(fields, side)).toEqual([code]));
  it('a good order has none', () => expect(errors(limit('63000', '0.1'))).toEqual([]));
  it('the bracket comes before the balance', () =>
    expect(errors(limit('60000', '10'), 'BUY', { ...account, leverage: 110 })).toEqual(['NOTIONAL_ABOVE_BRACKET']));
  it.each([
    ['reduce-only', account, limit('60000', '0.5', { reduceOnly: true })],
    ['closing a leg', { ...account, mode: 'HEDGE' as const }, limit('60000', '0.5', { intent: 'close' as const })],
  ])('3.5 %s beyond the position closes it and turns nothing round', (_, own, fields) => {
    const p = previewOrder(btc, { ...own, legs: [long(200, 60_000_00)] }, market, fields, 'SELL');
    expect([p.closing, p.opening, p.after.held, p.margin, p.cost]).toEqual([200, 0, undefined, 0, 0]);
    expect(p.fee).toBe(usdt(2.4));
  });
  it('a close is never refused for money', () =>
    expect(errors(limit('60000', '0.5'), 'SELL', { ...account, legs: [long(500, 60_000_00)], purse: { ...purse, available: 0 } })).toEqual(
      [],
    ));
  it('without an opposite price a market order waits', () =>
    expect(errors({ ...emptyTicket, type: 'MARKET', quantity: '0.1' }, 'BUY', account, { ...market, ask: 0 })).toEqual(['NO_LIQUIDITY']));
  it('says the limit in both languages', () => {
    expect(errorText({ code: 'PRICE_ABOVE_BAND', limit: '63000' }, 'ko')).toContain('63,000 USDT');
    const short = { code: 'INSUFFICIENT_MARGIN', limit: '9904.26', offered: '12000' } as const;
    expect(errorText(short, 'en')).toContain('12,000 USDT needed, 9,904.26 USDT');
    expect(errorText({ code: 'QUANTITY_TOO_SMALL', limit: '0.001', unit: 'BTC' }, 'en')).toContain('0.001 BTC');
  });
});

describe('the order a button makes', () => {
  it('one-way', () =>
    expect(orderOf(limit('60000', '0.1', { reduceOnly: true }), 'ONE_WAY', 'SELL', 1)).toEqual({
      futuresOptionId: 1,
      side: 'SELL',
      positionSide: 'BOTH',
      type: 'LIMIT',
      quantity: '0.1',
      price: '60000',
      timeInForce: 'GTC',
      reduceOnly: true,
    }));
  it('hedge close names the leg and sends no reduce-only', () =>
    expect(orderOf(limit('60000', '0.1', { intent: 'close', reduceOnly: true }), 'HEDGE', 'SELL', 1)).toMatchObject({
      positionSide: 'LONG',
      side: 'SELL',
    }));
  it('what only reduces brings no exits, however the ticket was filled', () => {
    const draft = limit('60000', '0.1', { hasTpsl: true, takeProfit: '61000', stopLoss: '59000' });
    expect(orderOf(sentFields(draft, 0), 'ONE_WAY', 'SELL', 1)).not.toHaveProperty('takeProfit');
    expect(orderOf(sentFields(draft, 100), 'ONE_WAY', 'BUY', 1)).toMatchObject({ takeProfit: '61000', stopLoss: '59000' });
  });
  it('a market order carries its cap and no price', () =>
    expect(orderOf({ ...emptyTicket, type: 'MARKET', quantity: '1', price: '5', slippagePercent: '0.5' }, 'ONE_WAY', 'BUY', 1)).toEqual({
      futuresOptionId: 1,
      side: 'BUY',
      positionSide: 'BOTH',
      type: 'MARKET',
      quantity: '1',
      slippageLimit: '0.005',
    }));
  it.each([
    ['0.5', '0.005'],
    ['12', '0.12'],
    ['1.25', '0.0125'],
    ['', undefined],
    ['0', undefined],
    ['-1', undefined],
  ])('slippage %s %% is %s', (percent, fraction) => expect(slippageFraction(percent)).toBe(fraction));
  it('quantities survive text and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (lots) => {
        expect(lotsOf(btc, quantityText(btc, lots))).toBe(lots);
      }),
    );
    expect(micro('0.000001')).toBe(1);
  });
});
