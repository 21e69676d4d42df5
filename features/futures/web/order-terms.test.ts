// Orders are called what traders call them, and only what may change is offered for editing.
import { setLanguage } from '@maru/kit/web/i18n/language.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import type { Order } from '@maru/futures/contract.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { orderOf, scaleOf } from './order-body.ts';
import { emptyTicket } from './order-fields.ts';
import { futuresTexts } from './futures-texts.ts';
import { conditionOf } from './ticket-type-table.ts';
import { isEditable, orderLine, orderTypeText, triggerText } from './order-terms.ts';

const t = textOf(futuresTexts);
const order = (terms: Partial<Order>) => ({ side: 'SELL', positionSide: 'BOTH', price: '0.00', isWaiting: true, ...terms }) as Order;
beforeAll(() => setLanguage('ko'));

describe('one line about an order', () => {
  const symbol = 'BINANCE:BTCUSDT';
  test.each([
    [{ type: 'LIMIT', price: '60000.0', quantity: '0.050' }, '60000.0', 'BTCUSDT 숏 0.050 · 60,000.0'],
    [{ type: 'MARKET', price: '0', quantity: '0.050' }, '0', 'BTCUSDT 숏 0.050 · 시장가'],
    [
      { type: 'TAKEPROFIT', closePosition: true, price: '0', quantity: '0.000', stopPrice: '63682.80', workingType: 'MARK_PRICE' },
      '0',
      'BTCUSDT 익절 시장가 ≥ 63,682.80 마크 · 전체',
    ],
    [{ type: 'STOPLOSS', reduceOnly: true, price: '0', quantity: '0.050', stopPrice: '60000.0' }, '59990.1', 'BTCUSDT 숏 0.050 · 59,990.1'],
  ] as const)('%o', (terms, price, line) => {
    expect(orderLine(t, order({ symbol, ...terms }), '숏', price)).toBe(line);
  });
});

describe('names', () => {
  test.each([
    [{ type: 'STOPLOSS', reduceOnly: true }, '손절 시장가'],
    [{ type: 'TAKEPROFIT', closePosition: true }, '익절 시장가'],
    [{ type: 'STOPLOSS', positionSide: 'LONG', price: '60000.0' }, '손절 지정가'],
    [{ type: 'STOPLOSS', side: 'BUY' }, '조건 시장가'],
    [{ type: 'TAKEPROFIT', side: 'BUY', positionSide: 'LONG', price: '60000.0' }, '조건 지정가'],
    [{ type: 'LIMIT', price: '60000.0' }, '지정가'],
  ] as const)('%o is %s', (terms, name) => {
    expect(orderTypeText(t, order(terms))).toBe(name);
  });

  test('a trigger says which way the price has to go, and which price', () => {
    expect(triggerText(t, order({ type: 'STOPLOSS', stopPrice: '60000.0', workingType: 'MARK_PRICE' }))).toBe('≤ 60,000.0 마크');
    expect(triggerText(t, order({ type: 'TAKEPROFIT', stopPrice: '62000.0' }))).toBe('≥ 62,000.0 최근가');
    expect(triggerText(t, order({ type: 'LIMIT', price: '60000.0' }))).toBe('');
  });
});

test('what may be edited: no price of a market order, no size of a whole position, no trigger that fired', () => {
  const exit = order({ type: 'STOPLOSS', closePosition: true, stopPrice: '60000.0', quantity: '0.000' });
  expect(['price', 'quantity', 'stopPrice', 'callbackRate'].map((name) => isEditable(exit, name as 'price'))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(isEditable(order({ type: 'STOPLOSS', stopPrice: '60000.0', isWaiting: false }), 'stopPrice')).toBe(false);
  expect(isEditable(order({ type: 'TRAILINGSTOP', callbackRate: '1' }), 'callbackRate')).toBe(true);
});

describe('what the ticket sends', () => {
  const fields = { ...emptyTicket, quantity: '0.1', stopPrice: '61000', price: '61010' };

  test('a condition is a stop loss when it runs after the market, a take profit when it waits for better', () => {
    expect(conditionOf('BUY', 61_000, 60_000)).toBe('STOPLOSS');
    expect(conditionOf('BUY', 59_000, 60_000)).toBe('TAKEPROFIT');
    expect(conditionOf('SELL', 59_000, 60_000)).toBe('STOPLOSS');
    expect(conditionOf('SELL', 61_000, 60_000)).toBe('TAKEPROFIT');
  });

  test('a stop market carries no price, a stop limit does', () => {
    const market = orderOf({ ...fields, type: 'CONDITION_MARKET' }, 'ONE_WAY', 'BUY', 1, 60_000);
    expect(market).toMatchObject({ type: 'STOPLOSS', stopPrice: '61000', workingType: 'CONTRACT_PRICE' });
    expect(market).not.toHaveProperty('price');
    expect(orderOf({ ...fields, type: 'CONDITION_LIMIT' }, 'ONE_WAY', 'BUY', 1, 60_000)).toMatchObject({ price: '61010' });
  });

  test('TP/SL go with an entry, never with what only reduces', () => {
    const tpsl = { ...fields, hasTpsl: true, takeProfit: '62000', stopLoss: '60500' };
    expect(orderOf(tpsl, 'ONE_WAY', 'BUY', 1)).toMatchObject({ takeProfit: '62000', isMarkTp: true, stopLoss: '60500', isMarkSl: true });
    expect(orderOf({ ...tpsl, reduceOnly: true }, 'ONE_WAY', 'BUY', 1)).not.toHaveProperty('takeProfit');
    expect(orderOf({ ...tpsl, intent: 'close' }, 'HEDGE', 'BUY', 1)).not.toHaveProperty('stopLoss');
  });

  test('a ladder names its ends, its rungs and how sizes grow', () => {
    const ladder = { ...fields, type: 'SCALE' as const, scaleFrom: '60000', scaleTo: '59000', scaleCount: '4', scaleSkew: '2' };
    expect(scaleOf(ladder, 'ONE_WAY', 'BUY', 1)).toMatchObject({
      fromPrice: '60000',
      toPrice: '59000',
      count: 4,
      skew: '2',
      quantity: '0.1',
    });
  });
});
