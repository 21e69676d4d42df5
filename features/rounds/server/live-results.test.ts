// Results of a round reach a member in one message, once, and never behind something newer.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { expect, test } from 'vitest';
import { LiveResults, type ResultsToTell } from './live-results.ts';
import type { BetFacts } from './present-round.ts';

const site = { id: 1 } as SiteConfig;
const end: ResultsToTell = { site, seq: 9, index: 3, time: 60_000 };
const bet = (betId: number, ordinal = 5): BetFacts => ({
  betId,
  option: 0,
  ordinal,
  market: 0,
  stake: 100,
  odds: 195_000_000,
  strike: 0,
  status: 1,
  ended: 0,
  payout: 195,
  placedMs: 0,
  settledMs: 60_000,
});
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((done) => setImmediate(done));
};

test('bets paid in several slices are told when the last is, one message a member (issue 5, section 4)', async () => {
  const told: [number, number[]][] = [];
  const results = new LiveResults((member, bets) => void told.push([member, bets.map(({ betId }) => betId)]));
  for (const betId of [1, 2, 3]) for (const member of [7, 8]) results.note(1, member, bet(betId * 10 + member));
  results.note(1, 7, bet(99, 6));
  expect(told).toEqual([]);
  results.finish(0, 5, end);
  await turns(2);
  expect(told).toEqual([
    [7, [17, 27, 37]],
    [8, [18, 28, 38]],
  ]);
  results.finish(0, 5, end);
  await turns(2);
  expect(told).toHaveLength(2);
});

test('thousands are told over several turns of the loop, and a member who is due something newer before it', async () => {
  const told: number[] = [];
  const results = new LiveResults((member) => void told.push(member));
  for (let member = 1; member <= 5_000; member++) results.note(1, member, bet(member));
  results.finish(0, 5, end);
  expect(told.length).toBeLessThan(1_000);
  results.tellNow(1, 4_999);
  expect(told.at(-1)).toBe(4_999);
  results.tellNow(2, 4_998);
  expect(told.at(-1)).toBe(4_999);
  await turns(100);
  expect(told).toHaveLength(5_000);
  expect(new Set(told).size).toBe(5_000);
});
