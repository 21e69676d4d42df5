// An order that nobody answered is the same order when it is pressed again; what only says how things are to stand is asked anew.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestSeen } from '@maru/kit/web/request-keys.ts';
import { useAccount } from './account-store.ts';
import { cancelEvery, changeLeverage, sendOrder } from './trade-actions.ts';

const order = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'MARKET', quantity: '0.1' } as const;
let sent: { key: string; body: Record<string, unknown> }[];
/** What comes back next; a fault of something in between where nothing is named. */
let answers: unknown[];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (_: string, init: { headers: Record<string, string>; body: string }) => {
    sent.push({ key: init.headers['idempotency-key'], body: JSON.parse(init.body) as Record<string, unknown> });
    const data = answers.shift();
    return data === undefined ? Response.json({}, { status: 503 }) : Response.json({ status: 'success', data });
  });
});
afterEach(() => vi.unstubAllGlobals());

const press = (quantity = '0.1') => sendOrder({ ...order, quantity }, 'BINANCE:BTCUSDT');
const taken = { order: { id: 1, status: 'FILLED' }, fills: [] };

test('an order without an answer keeps its number until it is answered; another order has its own', async () => {
  await press();
  expect(useAccount.getState().pending).toEqual([]);
  answers = [taken];
  await press('0.2');
  answers = [taken];
  await press();
  answers = [taken];
  await press();
  const numbers = sent.map(({ key }) => key);
  expect(sent.map(({ body }) => body['clientOrderId'])).toEqual(numbers);
  expect(numbers[2]).toBe(numbers[0]);
  expect(new Set(numbers).size).toBe(3);
});

test('news of the order is an answer too', async () => {
  await press('0.3');
  requestSeen(sent[0].key);
  await press('0.3');
  expect(sent[1].key).not.toBe(sent[0].key);
});

test('orders placed since are cancelled too, and a leverage is set again, whatever was not answered before', async () => {
  await cancelEvery(1);
  await cancelEvery(1);
  await changeLeverage(1, 20);
  await changeLeverage(1, 20);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(4);
});
