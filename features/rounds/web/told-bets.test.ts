// News of bets and the lists that a page remembers: what is folded is not taken away by rows that had not heard of it.
import { getOwnLimits } from '@maru/account/contract.ts';
import { queryClient, queryKey } from '@maru/kit/web/query.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentBetsOfOption, listBets, type TradeBet } from '../contract.ts';
import { openQuery, pastQuery, takeBets } from './told-bets.ts';

const bet = (tradeHistoryId: number, tradeOptionId: number, status: 0 | 1 | 2 | 3 = 0): TradeBet => {
  const facts = { tradeHistoryId, tradeOptionId, status, point: '10', payout: null, profit: null };
  return { ...facts, betAt: new Date().toISOString() } as TradeBet;
};

/** Questions that wait for their answer, by what they ask for. */
let asked: { of: string; answer(data: unknown): void }[];
let stops: (() => void)[];
const openKey = (option: number) => queryKey(currentBetsOfOption, openQuery(option));
const pastKey = (option: number) => queryKey(listBets, pastQuery(option));
const openOf = (option: number) => queryClient.getQueryData<TradeBet[]>(openKey(option))?.map(({ tradeHistoryId }) => tradeHistoryId);

function known(option: number, open: readonly TradeBet[] = []): void {
  queryClient.setQueryData(openKey(option), open);
  queryClient.setQueryData(pastKey(option), { content: [], days: [] });
}
function watch(key: readonly unknown[]): void {
  const ask = () => new Promise<unknown>((answer) => asked.push({ of: JSON.stringify(key), answer }));
  stops.push(new QueryObserver(queryClient, { queryKey: key, queryFn: ask, staleTime: Infinity }).subscribe(() => undefined));
}

beforeEach(() => {
  [asked, stops] = [[], []];
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('fetch', (path: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({ of: path, answer: (data) => resolve(Response.json({ status: 'success', data })) });
    return promise;
  });
});
afterEach(() => {
  for (const stop of stops) stop();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const afters = () => asked.flatMap(({ of }) => /after=(\d+)/.exec(of)?.[1] ?? []);

it('a bet told while rows of another are waited for: they are read when they have reached both', async () => {
  known(1);
  watch(openKey(1));
  // Of a game that is not shown: what it was, no list tells.
  takeBets([bet(1, 2, 1)], 100);
  await expect.poll(afters).toEqual(['100']);
  takeBets([bet(2, 1)], 101);
  expect(openOf(1)).toEqual([2]);
  asked[0].answer([]);
  await expect.poll(() => asked.length).toBe(2);
  expect(afters()).toEqual(['100', '101']);
  asked[1].answer([]);
  await expect.poll(() => asked.length).toBe(3);
  expect(asked[2].of).toBe(JSON.stringify(openKey(1)));
});

it('a list that is known to have missed news is not taken for whole again by the next', async () => {
  known(1);
  await queryClient.invalidateQueries({ queryKey: openKey(1) });
  takeBets([bet(3, 1)], 200);
  await expect.poll(afters).toEqual(['200']);
  expect([openOf(1), queryClient.getQueryState(openKey(1))?.isInvalidated]).toEqual([[], true]);
});

it('brings the day of the limits that a member set: what is lost, and what is staked', () => {
  known(1);
  const used = (loss: string, stake: string) => [
    { kind: 'GAME_LOSS', used: loss },
    { kind: 'GAME_STAKE', used: stake },
    { kind: 'GAME_TIME', used: '7' },
  ];
  queryClient.setQueryData(queryKey(getOwnLimits), { content: used('-5', '40') });
  takeBets([bet(4, 1)], 300);
  expect(queryClient.getQueryData(queryKey(getOwnLimits))).toEqual({ content: used('-15', '50') });
  takeBets([{ ...bet(4, 1, 3), payout: '10' }], 301);
  expect(queryClient.getQueryData(queryKey(getOwnLimits))).toEqual({ content: used('-5', '40') });
});
