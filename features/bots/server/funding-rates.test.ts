// Settled funding rates are kept as the engine told them.
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { expect, test } from 'vitest';
import { createFundingRates } from './funding-rates.ts';

test('every settlement is remembered with its rate, mark and time, oldest first, other events pass by', () => {
  let tell: (batch: EventBatch) => void = () => {};
  const rates = createFundingRates({ engine: { onBatch: (listener: typeof tell) => (tell = listener) } as never });
  const batch = (...records: number[][]): EventBatch => {
    const events = new Float64Array(records.length * EVENT_WORDS);
    records.forEach((record, i) => events.set(record, i * EVENT_WORDS));
    return { site: 1, firstSeq: 1, lastSeq: 1, commands: new Float64Array(), events };
  };
  tell(batch([EventKind.FundingStarted, 1, 0, 5, -1, 3, 10_000, 6_000_000, 28_800_000], [EventKind.MarkSet, 1, 1, 5, -1, 3]));
  tell(batch([EventKind.FundingStarted, 2, 0, 6, -1, 3, -5_000, 6_100_000, 57_600_000]));
  expect(rates.of(1, 3)).toEqual([
    { symbol: 3, time: 28_800_000, rate: '0.00010000', mark: 6_000_000 },
    { symbol: 3, time: 57_600_000, rate: '-0.00005000', mark: 6_100_000 },
  ]);
  expect(rates.of(2, 3)).toEqual([]);
});
