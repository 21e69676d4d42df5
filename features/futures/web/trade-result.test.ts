// The share card's picture is the trade: first and last point are its entry and exit.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { describe, expect, it } from 'vitest';
import { resample, resultOfClosed } from './trade-result.ts';

describe('share card', () => {
  it('starts at the entry and ends at the exit, whatever lies between', () => {
    for (const closes of [[], [5], Array.from({ length: 300 }, (_, i) => i)]) {
      const path = resample(closes, 100, 130, 41);
      expect([path.length, path[0], path[40]]).toEqual([41, 100, 130]);
      expect(path.every(Number.isFinite)).toBe(true);
    }
  });
  it('takes the specification’s fields; its amount and its return are what fees and funding left', () => {
    const result = resultOfClosed(
      {
        futuresPositionId: 1,
        futuresOptionId: 2,
        symbol: 'BINANCE:ETHUSDT',
        stock: 'ETH',
        tradeType: 'SHORT',
        leverage: 10,
        quantity: '1',
        startPrice: '2700',
        closePrice: '2600',
        realizedPnl: '100',
        feesPaid: '2',
        closedPnl: '98',
        roe: '37.03',
        end: 'CLOSED',
        closedAt: 'b',
      },
      'a',
    );
    expect(result).toMatchObject({ entry: '2700', exit: '2600', net: '98', roe: '36.30', openedAt: 'a', closedAt: 'b' });
    expect(pairOf(result.symbol)).toBe('ETHUSDT');
  });
});
