// The fold of bets: whatever order, and however often, news arrives, the lists are those that the last state of every bet gives.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { expect, test } from 'vitest';
import { type BetLists, foldBet, foldResult } from './fold-bet.ts';
import type { TradeBet } from './shapes.ts';

const add = (a: string, b: string) => String(Number(a) + Number(b));
const fold = { most: 12, dayOf: (ms: number) => new Date(ms).toISOString().slice(0, 10), add };
const none: BetLists = { open: [], past: [], days: [] };

const opened = (id: number): TradeBet => ({
  tradeHistoryId: id,
  tradeRoundId: 1,
  tradeOptionId: 1,
  code: 'R.5',
  stock: null,
  type: 'UP',
  point: String(id),
  odds: '1.95',
  expectPoint: '0',
  status: 0,
  payout: null,
  profit: null,
  strike: null,
  closePrice: null,
  isTakenBack: false,
  isSold: false,
  voidReason: null,
  startAt: '',
  endAt: '',
  cancelUntil: '',
  betAt: new Date(Math.floor(id / 10) * DAY_MS).toISOString(),
  settledAt: null,
  currency: 'USDT',
});

const paid = [0, 2, 0, 1];
const ended = (id: number): TradeBet => {
  const status = (id % 3) + 1;
  return { ...opened(id), status, payout: String(paid[status] * id), profit: String((paid[status] - 1) * id) };
};

/** Numbers of a seed (mulberry32). */
function random(seed: number): (most: number) => number {
  let a = seed;
  return (most) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % most;
  };
}

/** The lists as they would be read. */
function read(bets: readonly TradeBet[]): BetLists {
  const newest = bets.toSorted((a, b) => b.tradeHistoryId - a.tradeHistoryId);
  const past = newest.filter(({ status }) => status !== 0);
  const dates = [...new Set(past.map(({ betAt }) => betAt.slice(0, 10)))];
  const sum = (of: TradeBet[], name: 'point' | 'payout' | 'profit') => of.reduce((all, bet) => add(all, bet[name] ?? '0'), '0');
  const days = dates.map((date) => {
    const of = past.filter(({ betAt }) => betAt.startsWith(date));
    const count = (status: number) => of.filter((bet) => bet.status === status).length;
    const counts = { bets: of.length, won: count(1), lost: count(2), void: count(3) };
    return { date, ...counts, point: sum(of, 'point'), payout: sum(of, 'payout'), profit: sum(of, 'profit') };
  });
  return { open: newest.filter(({ status }) => status === 0), past: past.slice(0, fold.most), days };
}

test('a live list agrees with a read one, field by field, with news told late and twice', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const below = random(seed);
    const bets = new Map<number, TradeBet>();
    const told: TradeBet[] = [];
    let lists = none;
    let result = '0';
    const take = (bet: TradeBet) => {
      // Too old to be known: the page reads, and is where it was.
      const now = foldBet(lists, bet, fold) ?? lists;
      if (now !== lists) result = foldResult(result, bet, add);
      lists = now;
    };
    for (let step = 0; step < 60; step++) {
      const open = [...bets.values()].filter(({ status }) => status === 0);
      const bet = open.length > 0 && below(2) === 0 ? ended(open[below(open.length)].tradeHistoryId) : opened(bets.size + 1);
      bets.set(bet.tradeHistoryId, bet);
      told.push(bet);
      take(bet);
      // The answer and the queue tell the same, the one or the other a moment later.
      const again = told[Math.max(0, told.length - 1 - below(8))];
      take(again);
      expect(lists, `seed ${seed}, step ${step}`).toEqual(read([...bets.values()]));
    }
    const owed = [...bets.values()].reduce((sum, bet) => sum + (bet.status === 0 ? -Number(bet.point) : Number(bet.profit)), 0);
    expect(Number(result), `seed ${seed}`).toBe(owed);
  }
});
