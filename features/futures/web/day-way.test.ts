// A day's way begins anew with the day and its base, keeps a point a minute, and never grows without end.
import { describe, expect, it } from 'vitest';
import { dayRatio, type DayWay, keptWay, wayName, withEquity } from './day-way.ts';

describe('the way of a day', () => {
  it('takes a point a minute', () => {
    let way: DayWay = withEquity(keptWay(null), 'monday 100', 100, 0);
    way = withEquity(way, 'monday 100', 101, 59_999);
    way = withEquity(way, 'monday 100', 102, 60_000);
    expect(way.points.map(([, value]) => value)).toEqual([100, 102]);
  });
  it('begins anew with another day, and with a base that a transfer moved', () => {
    const way = withEquity(keptWay(null), 'monday 100', 100, 0);
    expect(withEquity(way, 'tuesday 100', 7, 60_000).points).toEqual([[60_000, 7]]);
    expect(withEquity(way, 'monday 90', 7, 60_000).points).toEqual([[60_000, 7]]);
  });
  it('begins anew with another member, whose day began with the same', () => {
    const way = withEquity(keptWay(null), wayName(1, 'monday', 100), 103, 0);
    expect(withEquity(way, wayName(2, 'monday', 100), 100, 60_000).points).toEqual([[60_000, 100]]);
  });
  it('is thinned, its last point kept', () => {
    let way = keptWay(null);
    for (let minute = 0; minute < 2_000; minute++) way = withEquity(way, 'monday 0', minute, minute * 60_000);
    expect(way.points.length).toBeLessThanOrEqual(240);
    expect(way.points.at(-1)?.[1]).toBeGreaterThan(1_990);
  });
  it.each(['', '{', '[]', '{"of":1,"points":[]}', 'null'])('what cannot be read is nothing: %s', (text) =>
    expect(keptWay(text).points).toEqual([]),
  );
  it('the ratio is of what the day began with', () => {
    expect([dayRatio(251_970_000, 3_387_900_000), dayRatio(-5, 1_000), dayRatio(5, 0)]).toEqual([743, -50, undefined]);
  });
});
