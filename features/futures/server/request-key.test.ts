// Request keys: same key and command meet, everything else stays apart (decisions.md, Responses).
import { describe, expect, it } from 'vitest';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { type RequestKey, stampRequestKey } from '@maru/kit/server/request-key.ts';
import { unitsOf } from '@maru/engine/money/units.ts';
import type { PlaceOrderBody } from '../orders-contract.ts';
import { encodePlaceOrder } from './encode-order.ts';

const data = symbolNamed('BINANCE:BTCUSDT');
const btc = { symbol: 0, futuresOptionId: 1, data, units: unitsOf(data.tickDecimals, data.lotDecimals) };
const body: PlaceOrderBody = { futuresOptionId: 1, side: 'BUY', positionSide: 'BOTH', type: 'LIMIT', quantity: '1', price: '60000' };

function stamps(key: Partial<RequestKey>, change: Partial<PlaceOrderBody> = {}): { key: string; body: number } {
  const record = encodePlaceOrder(3, btc, { ...body, ...change });
  stampRequestKey(record, { site: 1, member: 10, requestKey: undefined, ...key });
  return { key: `${record[4]}:${record[5]}`, body: record[6] };
}

describe('request keys', () => {
  it('are absent without header and client order id', () => {
    expect(stamps({})).toEqual({ key: '0:0', body: 0 });
  });
  it('are equal for the same key and body, however the decimals are written', () => {
    expect(stamps({ requestKey: 'a' }, { quantity: '1.000' })).toEqual(stamps({ requestKey: 'a' }));
  });
  it('differ by key, member and site', () => {
    const keys = [{ requestKey: 'a' }, { requestKey: 'b' }, { requestKey: 'a', member: 11 }, { requestKey: 'a', site: 2 }].map(
      (k) => stamps(k).key,
    );
    expect(new Set(keys).size).toBe(4);
  });
  it('keep a header and a client order id of the same text apart, and let the header win', () => {
    expect(stamps({ ownName: 'a' }).key).not.toBe(stamps({ requestKey: 'a' }).key);
    expect(stamps({ ownName: 'x', requestKey: 'a' }).key).toBe(stamps({ requestKey: 'a' }).key);
  });
  it('see another body in any changed field', () => {
    const first = stamps({ requestKey: 'a' }).body;
    const changes: Partial<PlaceOrderBody>[] = [
      { quantity: '2' },
      { price: '60001' },
      { side: 'SELL' },
      { reduceOnly: true },
      { timeInForce: 'IOC' },
      { clientOrderId: 'z' },
      { selfTradePrevention: 'EXPIRE_BOTH' },
      { positionSide: 'LONG' },
    ];
    for (const change of changes) expect([change, stamps({ requestKey: 'a' }, change).body]).not.toEqual([change, first]);
  });
  it('are whole numbers that a double holds', () => {
    const record = encodePlaceOrder(3, btc, body);
    stampRequestKey(record, { site: 1, member: 10, requestKey: 'k' });
    for (const word of [record[4], record[5], record[6]]) expect(Number.isSafeInteger(word) && word > 0).toBe(true);
  });
});
