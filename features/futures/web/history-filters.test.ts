// Filters of the histories become one question; days are the site's days.
import { describe, expect, test } from 'vitest';
import { periodOf } from '@maru/kit/web/periods.ts';
import { countFilters, historyQuery, noFilters, riskQuery } from './history-filters.ts';

const now = Date.parse('2026-11-21T16:30:00Z'); // Seoul: the 22nd, 01:30

describe('periods', () => {
  test('today begins at the site’s midnight', () => {
    expect(periodOf({ ...noFilters, period: '1' }, now, 'Asia/Seoul')).toEqual({ startDate: '2026-11-21T15:00:00.000Z' });
    expect(periodOf({ ...noFilters, period: '1' }, now, 'UTC')).toEqual({ startDate: '2026-11-21T00:00:00.000Z' });
  });

  test('own days count whole, to their last millisecond', () => {
    const own = { ...noFilters, period: 'own' as const, from: '2026-11-01', to: '2026-11-02' };
    expect(periodOf(own, now, 'Asia/Seoul')).toEqual({ startDate: '2026-10-31T15:00:00.000Z', endDate: '2026-11-02T15:00:00.000Z' });
  });

  test('a day of a zone west of Greenwich', () => {
    const own = { ...noFilters, period: 'own' as const, from: '2026-07-01' };
    expect(periodOf(own, now, 'America/New_York')).toEqual({ startDate: '2026-07-01T04:00:00.000Z' });
  });

  test('a day on whose night clocks change begins by the clock before', () => {
    const own = { ...noFilters, period: 'own' as const, from: '2026-10-04', to: '2026-10-04' };
    expect(periodOf(own, now, 'Australia/Sydney')).toEqual({ startDate: '2026-10-03T14:00:00.000Z', endDate: '2026-10-04T13:00:00.000Z' });
  });
});

describe('questions', () => {
  test('only what the kind knows is asked', () => {
    const f = { ...noFilters, side: 'SELL' as const, orderType: 'LIMIT' as const, status: 'FILLED', futuresOptionId: 3 };
    expect(historyQuery('order', f, now)).toMatchObject({
      type: 'order',
      side: 'SELL',
      orderType: 'LIMIT',
      status: 'FILLED',
      futuresOptionId: '3',
    });
    expect(historyQuery('trade', f, now)).not.toHaveProperty('orderType');
    expect(historyQuery('trade', f, now)).not.toHaveProperty('status');
    expect(countFilters('order', f)).toBe(3);
    expect(countFilters('trade', f)).toBe(1);
  });

  test('liquidations know a side and no state, funding neither', () => {
    const f = { ...noFilters, side: 'SELL' as const, status: 'FILLED', futuresOptionId: 3 };
    expect(riskQuery('liquidation', f, now)).toMatchObject({ side: 'SELL', futuresOptionId: '3' });
    expect(riskQuery('liquidation', f, now)).not.toHaveProperty('status');
    expect(riskQuery('funding', f, now)).not.toHaveProperty('side');
  });
});
