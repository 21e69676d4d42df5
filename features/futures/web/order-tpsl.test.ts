// What a draft of an entry's TP/SL asks of the server: only what differs, null removes, a limit needs the partial kind.
import { describe, expect, it } from 'vitest';
import type { Order } from '@maru/futures/contract.ts';
import { carriesTpsl, tpslChange, tpslDraftOf } from './order-tpsl.ts';

const order = (terms: Partial<Order> = {}) =>
  ({ type: 'LIMIT', side: 'BUY', positionSide: 'BOTH', reduceOnly: false, price: '100', quantity: '1', ...terms }) as Order;
const both = order({ takeProfit: '110', stopLoss: '90', isPartialTpsl: true, takeProfitLimit: '111' });

describe('the TP/SL of a resting entry', () => {
  it('says nothing when nothing differs', () => {
    expect(tpslChange(both, { ...tpslDraftOf(both), takeProfit: '110.0' })).toBeUndefined();
    expect(tpslChange(order(), tpslDraftOf(order()))).toBeUndefined();
  });

  it('removes with null and keeps the other', () => {
    expect(
      tpslChange(order({ takeProfit: '110', stopLoss: '90' }), { ...tpslDraftOf(order({ takeProfit: '110' })), stopLoss: '' }),
    ).toEqual({
      stopLoss: null,
    });
  });

  it('a new leg watches the mark; an exit at a limit closes what the order opened', () => {
    const draft = { ...tpslDraftOf(order()), takeProfit: '120', exitsAtLimit: true, takeProfitLimit: '121' };
    expect(tpslChange(order(), draft)).toEqual({ takeProfit: '120', isMarkTp: true, takeProfitLimit: '121', isPartialTpsl: true });
    expect(tpslChange(both, { ...tpslDraftOf(both), exitsAtLimit: false })).toEqual({ takeProfitLimit: null });
  });

  it.each([
    [order(), true],
    [order({ reduceOnly: true }), false],
    [order({ type: 'TRAILINGSTOP' }), false],
    [order({ positionSide: 'SHORT' }), false],
    [order({ positionSide: 'LONG', type: 'STOPLOSS' }), true],
  ] as const)('%# may carry one: %s', (terms, carries) => expect(carriesTpsl(terms)).toBe(carries));
});
