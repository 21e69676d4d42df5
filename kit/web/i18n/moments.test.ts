// Times of tables: short within the year, whole beyond it, in the site's own time zone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullMoment, setServerTime, setTimeZone, tableMoment } from './moments.ts';

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
