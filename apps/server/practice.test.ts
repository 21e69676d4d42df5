// Practice money over the whole server, time held: the same rounds, prices and rules as bets for money, and not a trace of it in the books.
import type { TradeBet, TradeRound } from '@maru/rounds/contract.ts';
import type { PracticeBet, PracticePurse } from '@maru/rounds/practice-contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FloorMember } from './testing/floor.ts';
import { openRoundStage, type RoundStage } from './testing/round-stage.ts';

const PRACTICE = '/api/trade/practice';
const PRICE = 6_000_000;
let stage: RoundStage;
let alice: FloorMember;

beforeAll(async () => {
  stage = await openRoundStage({ 0: { isEarlySale: true }, 4: { isInRound: true } });
  alice = await stage.player('alice');
});
afterAll(async () => {
  await stage.floor.stop();
  stage.time.stop();
});
beforeEach(() => {
  alice = stage.fresh(alice);
});

const purse = async (member: FloorMember): Promise<PracticePurse> => (await member.get(PRACTICE)).body.data;
const past = async (member: FloorMember): Promise<PracticeBet[]> => (await member.get(`${PRACTICE}/history`)).body.data.content;
const place = (member: FloorMember, round: TradeRound, type: string, point = '100', key?: string) =>
  member.post(`${PRACTICE}/betting`, { point, tradeRoundId: round.tradeRoundId, type }, key === undefined ? {} : { 'idempotency-key': key });
const placed = async (member: FloorMember, round: TradeRound, type: string, point = '100'): Promise<PracticeBet> => {
  const { body } = await place(member, round, type, point);
  expect([body.status, body.code]).toEqual(['success', undefined]);
  return body.data;
};
const ended = (member: FloorMember, { tradeHistoryId }: TradeBet) =>
  expect.poll(async () => (await past(member)).find((bet) => bet.tradeHistoryId === tradeHistoryId)?.status);

describe('a practice bet', () => {
  it('begins with the start amount, takes its stake, and is settled by the prices of its round', async () => {
    await stage.toNext();
    expect(await purse(alice)).toMatchObject({ currency: 'USDT', point: '10000.000000', startPoint: '10000.000000', open: [] });
    const { betting: round } = await stage.current();
    const bet = await placed(alice, round, 'UP');
    expect(bet).toMatchObject({ isPractice: true, point: '100.000000', odds: '1.95', status: 0, strike: null });
    expect(await purse(alice)).toMatchObject({ point: '9900.000000', gameWaitPoint: '100.000000', open: [bet] });
    await stage.pass(Date.parse(round.startAt), PRICE);
    await stage.pass(Date.parse(round.endAt), PRICE + 1);
    await ended(alice, bet).toBe(1);
    const [won] = await past(alice);
    expect(won).toMatchObject({ strike: '60000.00', closePrice: '60000.01', payout: '195.000000', profit: '95.000000' });
    expect(await purse(alice)).toMatchObject({ point: '10095.000000', gameWaitPoint: '0.000000', open: [] });
  });
});
