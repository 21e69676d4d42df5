// Times of tables: short within the year, whole beyond it, in the site's own time zone.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fullMoment, pageAgeMs, serverNow, setServerTime, setTimeZone, tableMoment } from './moments.ts';

beforeAll(() => {
  setTimeZone('Asia/Seoul');
  // New Year in Seoul, still the old year in London.
  setServerTime(Date.parse('2026-12-31T15:00:30Z'));
});
afterAll(() => setServerTime(Date.now()));

describe('times of tables', () => {
  it('the running year is left out, another is said', () => {
    expect(tableMoment('2026-12-31T15:00:05Z')).toBe('01.01 00:00:05');
    expect(tableMoment('2026-12-31T14:59:59Z')).toBe('2026.12.31 23:59:59');
    expect(tableMoment('2026-12-31T14:59:59Z', false)).toBe('2026.12.31 23:59');
  });

  it('a record always says its year', () => {
    expect(fullMoment('2026-12-31T15:00:05Z')).toBe('2027.01.01 00:00:05');
  });
});

it('the server’s time is as old as the page that brought it: files that come late make no clock late', () => {
  const page = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ responseStart: 1_000 } as unknown as PerformanceEntry]);
  const now = vi.spyOn(performance, 'now').mockReturnValue(9_000);
  try {
    expect(pageAgeMs()).toBe(8_000);
    setServerTime(1_000_000, pageAgeMs());
    expect(serverNow() - 1_008_000).toBeLessThan(1_000);
    expect(serverNow()).toBeGreaterThanOrEqual(1_008_000);
    page.mockReturnValue([]);
    expect(pageAgeMs()).toBe(0);
  } finally {
    page.mockRestore();
    now.mockRestore();
  }
});
