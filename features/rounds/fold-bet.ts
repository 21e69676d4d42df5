// What a member's bets of an option look like once a bet is told: one fold for the answer of a call and for the member's own queue.
import type { BetDay, TradeBet } from './shapes.ts';

export interface BetLists {
  /** Newest first. */
  open: readonly TradeBet[];
  /** Settled ones, newest first. */
  past: readonly TradeBet[];
  /** Sums of settled ones by the day of their bet, newest first. */
  days: readonly BetDay[];
}

interface Fold {
  /** Settled ones that are kept. */
  most: number;
  /** The site's day of a moment. */
  dayOf(ms: number): string;
  /** Exact. */
  add(a: string, b: string): string;
}

const put = (bets: readonly TradeBet[], bet: TradeBet): TradeBet[] =>
  [...bets.filter(({ tradeHistoryId }) => tradeHistoryId !== bet.tradeHistoryId), bet].sort((a, b) => b.tradeHistoryId - a.tradeHistoryId);

const has = (bets: readonly TradeBet[], { tradeHistoryId }: TradeBet) => bets.some((bet) => bet.tradeHistoryId === tradeHistoryId);

/** As it was where the bet is no news: what has ended stays so, whatever is told late. Undefined: the lists do not tell what the bet was. */
export function foldBet(was: BetLists, bet: TradeBet, fold: Fold): BetLists | undefined {
  const { open, past, days } = was;
  if (has(past, bet)) return was;
  const isOpen = has(open, bet);
  if (bet.status === 0) {
    // One that may have ended before those that are kept.
    const isOlder = past.length >= fold.most && bet.tradeHistoryId < past[past.length - 1].tradeHistoryId;
    return isOpen ? was : isOlder ? undefined : { open: put(open, bet), past, days };
  }
  if (!isOpen) return undefined;
  return {
    open: open.filter(({ tradeHistoryId }) => tradeHistoryId !== bet.tradeHistoryId),
    past: put(past, bet).slice(0, fold.most),
    days: foldDay(days, bet, fold),
  };
}

function foldDay(days: readonly BetDay[], bet: TradeBet, { dayOf, add }: Fold): BetDay[] {
  const date = dayOf(Date.parse(bet.betAt));
  const none: BetDay = { date, bets: 0, won: 0, lost: 0, void: 0, point: '0', payout: '0', profit: '0' };
  const day = days.find((each) => each.date === date) ?? none;
  const counted: BetDay = {
    date,
    bets: day.bets + 1,
    won: day.won + Number(bet.status === 1),
    lost: day.lost + Number(bet.status === 2),
    void: day.void + Number(bet.status === 3),
    point: add(day.point, bet.point),
    payout: add(day.payout, bet.payout ?? '0'),
    profit: add(day.profit, bet.profit ?? '0'),
  };
  return [...days.filter((each) => each.date !== date), counted].sort((a, b) => (a.date < b.date ? 1 : -1));
}

/** What the day came to, by the news of one bet: an open stake counts as lost, as it does where a limit binds. */
export const foldResult = (result: string, bet: TradeBet, add: Fold['add']): string =>
  add(result, bet.status === 0 ? `-${bet.point}` : (bet.payout ?? '0'));

/** What was staked on a day: what is void or taken back of it is given back to it. */
export const foldStake = (staked: string, bet: TradeBet, today: string, { dayOf, add }: Fold): string =>
  dayOf(Date.parse(bet.betAt)) !== today || bet.status === 1 || bet.status === 2
    ? staked
    : add(staked, bet.status === 0 ? bet.point : `-${bet.point}`);
