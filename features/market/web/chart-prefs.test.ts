// Drawings are their owner's: what one member wrote on the chart is not shown to the next one at the same browser.
import type { Drawing } from '@maru/kit/web/chart/chart-drawings.ts';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { dropSession, type SessionUser, setUser } from '@maru/kit/web/session.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { keepDrawingsOf, readColors, readDrawingsOf } from './chart-prefs.ts';

const member = (id: number) => setUser({ id } as SessionUser);
const points = [{ timestamp: 1, value: 2 }];
const line: Drawing = { tool: 'segment', points };
const note: Drawing = { tool: 'note', points, text: '돌파하면 롱' };

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
beforeEach(() => {
  usePrefs.setState({ layout: {} });
  dropSession();
});

it('a member finds their own again, by symbol', () => {
  member(1);
  keepDrawingsOf('BTC', [line, note]);
  expect(readDrawingsOf('BTC')).toEqual([line, note]);
  expect(readDrawingsOf('ETH')).toEqual([]);
});

it('neither another member nor a guest sees them', () => {
  member(1);
  keepDrawingsOf('BTC', [line, note]);
  member(2);
  expect(readDrawingsOf('BTC')).toEqual([]);
  dropSession();
  expect(readDrawingsOf('BTC')).toEqual([]);
});

it('lines drawn before the log-in stand until the member draws, words do not', () => {
  keepDrawingsOf('BTC', [line, note]);
  expect(readDrawingsOf('BTC')).toEqual([line, note]);
  member(1);
  expect(readDrawingsOf('BTC')).toEqual([line]);
  keepDrawingsOf('BTC', []);
  expect(readDrawingsOf('BTC')).toEqual([]);
});

it('colours that a device kept are taken only as far as a chart can draw them', () => {
  expect(readColors({ MA: ['#112233', 'red', '#445566'], NONE: ['#112233'], RSI: 'x' })).toEqual({ MA: ['#112233', undefined] });
  expect(readColors('x')).toEqual({});
});
