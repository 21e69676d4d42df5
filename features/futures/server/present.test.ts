// Engine integers as decimal strings: exact where exact, half-even only in reports (rules 1.2).
import { rateText } from '@maru/engine/money/decimal.ts';
import { describe, expect, it } from 'vitest';
import { packOrderFlags } from '@maru/engine/wire/command.ts';
import { OrderEnd, PositionEnd } from '@maru/engine/wire/event.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { unitsOf } from '@maru/engine/money/units.ts';
import { Reject } from '@maru/engine/reject.ts';
import { fixedText, percentText } from './decimal-text.ts';
import type { PositionView } from './engine-views.ts';
import { presentCross } from './present-account.ts';
import type { OrderFacts } from '../fold-order.ts';
import { averagePrice, presentOrder, statusOf } from './present-order.ts';
import { presentClosed, presentPosition, ratioText } from './present-position.ts';
import type { SiteSymbol } from './site-symbols.ts';

function symbol(code: string): SiteSymbol {
  const data = symbolNamed(code);
  return { symbol: 0, futuresOptionId: 1, data, units: unitsOf(data.tickDecimals, data.lotDecimals) };
}
const btc = symbol('BINANCE:BTCUSDT');
const flags = packOrderFlags({ side: 0, positionSide: 0, type: 0, timeInForce: 0, selfTrade: 0, reduceOnly: false });
const order: OrderFacts = {
  orderId: 5,
  symbol: 0,
  flags,
  price: 6_000_050,
  lots: 10,
  filledLots: 0,
  filledCost: 0,
  reserved: 30_123_456,
  clientOrderId: '',
  end: -1,
  placedAt: 0,
  updatedAt: 0,
};

describe('decimal text', () => {
  it.each([
    [0, 2, '0.00'],
    [5, 2, '0.05'],
    [-5, 2, '-0.05'],
    [123_456, 3, '123.456'],
    [7, 0, '7'],
    [9_007_199_254_740_991, 6, '9007199254.740991'],
  ])('%s with %s decimals is %s', (units, decimals, text) => {
    expect(fixedText(units, decimals)).toBe(text);
  });
  it('writes rates without trailing zeros and percents with two decimals', () => {
    expect([rateText(40_000), rateText(105_000_000), percentText(-1234)]).toEqual(['0.0004', '1.05', '-12.34']);
  });
});

describe('orders', () => {
  it('show price, quantity and margin at their own precisions', () => {
    expect(presentOrder(btc, order)).toMatchObject({
      id: 5,
      status: 'NEW',
      price: '60000.50',
      quantity: '0.010',
      filledQuantity: '0.000',
      averagePrice: '0',
      reserved: '30.123456',
      endReason: null,
      clientOrderId: null,
      createdAt: '1970-01-01T00:00:00.000Z',
    });
  });
  it('name the code for which a resting order left the book', () => {
    expect(presentOrder(btc, order)).not.toHaveProperty('reason');
    expect(presentOrder(btc, { ...order, end: OrderEnd.Expired, reason: Reject.OPEN_INTEREST_CAP })).toMatchObject({
      status: 'EXPIRED',
      endReason: 'EXPIRED',
      reason: 'OPEN_INTEREST_CAP',
    });
  });
  it.each([
    [-1, 0, 'NEW'],
    [-1, 4, 'PARTIALLY_FILLED'],
    [OrderEnd.Filled, 10, 'FILLED'],
    [OrderEnd.CanceledByMember, 4, 'CANCELED'],
    [OrderEnd.Expired, 0, 'EXPIRED'],
    [OrderEnd.SelfTrade, 0, 'EXPIRED'],
    [OrderEnd.Slippage, 3, 'EXPIRED'],
    [OrderEnd.Liquidation, 0, 'CANCELED'],
    [OrderEnd.Liquidation, 10, 'FILLED'],
  ])('end %s with %s lots filled is %s (rules 3.4)', (end, filled, status) => {
    expect(statusOf({ end, filledLots: filled, lots: 10 })).toBe(status);
  });
  it('average their fills half-even with eight decimals, exactly when one price fits', () => {
    expect(averagePrice(btc, 6_000_050 * 10, 10)).toBe('60000.50');
    expect(averagePrice(btc, 6_000_000 + 6_000_001 + 6_000_001, 3)).toBe('60000.00666667');
    expect(averagePrice(btc, 20_000_000_000_000_000n, 3)).toBe('66666666666666.66666667');
  });
});

const position: PositionView = {
  positionId: 9,
  symbol: 0,
  positionSide: 0,
  lots: 100,
  entryCost: 6_000_000n * 100n * 10n,
  isolatedWallet: 0,
  realizedPnl: 0,
  feesPaid: 2_400_000,
  fundingPaid: 0,
  adlLight: 0,
  inLiquidation: false,
  leverage: 10,
  marginType: 0,
  mark: 606_000_000,
  unrealizedPnl: 60_000_000,
  initialMargin: 606_000_000,
  maintenanceMargin: 24_240_000,
  marginBalance: 10_060_000_000,
  scopeMaintenanceMargin: 24_240_000,
  liquidationPrice: 0,
  removable: 0,
  openedAt: 0,
};

describe('positions', () => {
  it('show entry, break-even, mark, ROE and ratio of a cross long (rules 7.4, 7.5, 9.1)', () => {
    expect(presentPosition(btc, position)).toMatchObject({
      tradeType: 'LONG',
      quantity: '0.100',
      entryPrice: '60000.00',
      breakEvenPrice: '60024.00',
      markPrice: '60600.0000',
      liquidationPrice: '0',
      marginType: 'CROSSED',
      margin: '606.000000',
      unrealizedPnl: '60.000000',
      roe: '10.00',
      marginRatio: '0.24',
    });
  });
  it('never show a liquidation price later than it acts: long up, short down (rules 1.2)', () => {
    const liquidationPrice = 5_432_150;
    expect(presentPosition(btc, { ...position, liquidationPrice }).liquidationPrice).toBe('543.22');
    expect(presentPosition(btc, { ...position, lots: -100, liquidationPrice }).liquidationPrice).toBe('543.21');
  });
  it('closed ones show averages, PnL net of fees and funding, and the signed return (rules 7.3)', () => {
    const closed = presentClosed(btc, {
      positionId: 9,
      lots: -100,
      entryCost: 6_000_000_000n,
      exitCost: 5_940_000_000n,
      realizedPnl: 60_000_000,
      feesPaid: 4_776_000,
      fundingPaid: 224_000,
      leverage: 10,
      end: PositionEnd.Closed,
      time: 0,
    });
    expect(closed).toMatchObject({
      tradeType: 'SHORT',
      startPrice: '60000.00',
      closePrice: '59400.00',
      roe: '10.00',
      fundingPaid: '0.224000',
      closedPnl: '55.000000',
      end: 'CLOSED',
    });
  });
  it('a balance that is gone reads as 100 percent', () => {
    expect(ratioText(-5, 10)).toBe('100.00');
    expect(ratioText(0, 0)).toBe('0.00');
  });
});

describe('the account', () => {
  it('floors point at zero and lets realPoint be negative (rules 6.3)', () => {
    const account = {
      seq: 4,
      known: true,
      crossWallet: 100_000_000,
      isolatedWallets: 0,
      crossUnrealizedPnl: -150_000_000,
      fundingDebt: 0,
      orderMargin: 0,
      positionMargin: 0,
      maintenanceMargin: 0,
      available: 0,
      withdrawable: 0,
      positionMode: 1,
    };
    expect(presentCross(account)).toMatchObject({
      point: '0.000000',
      realPoint: '-50.000000',
      markPnl: '-150.000000',
      positionMode: 'HEDGE',
      sequence: 4,
    });
  });
});
