// The ruler says of a way what it is: price and percent with their sign, bars and time without.
import { afterEach, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { rulerWords } from './ruler-words.ts';

const way = { from: 60_000, to: 60_600, decimals: 1, bars: 26, ms: 26 * 300_000 };
afterEach(() => setLanguage('ko'));

it.each([
  ['up and to the right', way, ['+600.0 (+1.00%)', '봉 26개 · 2시간 10분']],
  ['down', { ...way, from: 60_600, to: 60_000 }, ['−600.0 (−0.99%)', '봉 26개 · 2시간 10분']],
  [
    'drawn from right to left: the price keeps its sign, time has none',
    { ...way, bars: -26, ms: -way.ms },
    ['+600.0 (+1.00%)', '봉 26개 · 2시간 10분'],
  ],
  ['one bar', { ...way, bars: 1, ms: 1_000 }, ['+600.0 (+1.00%)', '봉 1개 · 1초']],
  ['no way at all', { ...way, to: 60_000, bars: 0, ms: 0 }, ['0.0 (0.00%)', '봉 0개 · 0분']],
  ['the two largest units', { ...way, bars: 90, ms: (26 * 60 + 5) * 60_000 }, ['+600.0 (+1.00%)', '봉 90개 · 1일 2시간']],
  ['below zero there is no percent', { ...way, from: -1, to: 1 }, ['+2.0', '봉 26개 · 2시간 10분']],
])('%s', (_, given, words) => expect(rulerWords(given)).toEqual(words));

it('in English', () => {
  setLanguage('en');
  expect(rulerWords({ ...way, bars: 1, ms: 60_000 })[1]).toBe('1 bar · 1m');
});
