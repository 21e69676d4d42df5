// Practice rounds that cannot be decided yet: they wait, and nobody waits for them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TradeRound } from '@maru/rounds/contract.ts';
import type { PracticeBet } from '@maru/rounds/practice-contract.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestMember, MARU } from './testing/test-exchange.ts';
import { countRows, takeOver } from './testing/take-over.ts';
import { openRoundStage, type RoundStage } from './testing/round-stage.ts';

const PRACTICE = '/api/trade/practice';
const PRICE = 6_000_000;
let stage: RoundStage;
let alice: TestMember;
let bob: TestMember;

beforeAll(async () => {
  stage = await openRoundStage();
  alice = await stage.player('alice');
  bob = await stage.player('bobby');
});
afterAll(async () => {
  await stage.exchange.stop();
  stage.time.stop();
});

/** A bet on the round that takes them. */
async function placed(): Promise<{ round: TradeRound; bet: PracticeBet }> {
  await stage.toNext();
  alice = stage.fresh(alice);
  const { betting: round } = await stage.current();
  const { body } = await alice.post(`${PRACTICE}/betting`, { point: '1', tradeRoundId: round.tradeRoundId, type: 'UP' });
  expect([body.status, body.code]).toEqual(['success', undefined]);
  return { round, bet: body.data };
}
const over = async ({ startAt, endAt }: TradeRound) => {
  await stage.pass(Date.parse(startAt), PRICE);
  await stage.pass(Date.parse(endAt), PRICE + 1);
};
const open = async (): Promise<number[]> =>
  (await alice.get(PRACTICE)).body.data.open.map(({ tradeHistoryId }: PracticeBet) => tradeHistoryId);
const won = ({ tradeHistoryId }: PracticeBet) =>
  expect
    .poll(async () => {
      const past: PracticeBet[] = (await alice.get(`${PRACTICE}/history`)).body.data.content;
      return past.find((bet) => bet.tradeHistoryId === tradeHistoryId)?.status;
    })
    .toBe(1);

/** Long past, their real rounds still open: more than one look takes. */
const STUCK = 250;

it('rounds that cannot be decided hide none that can, and are asked about once a second at most', async () => {
  const { pool } = stage.exchange.server.context;
  const { round, bet } = await placed();
  await pool.query(
    `INSERT INTO rounds_round (site_id, option, ordinal, opened_seq, opened_ms) SELECT $1, 0, n, 1, 1 FROM generate_series(1, ${STUCK}) n`,
    [MARU],
  );
  await pool.query(
    `INSERT INTO rounds_practice_bet (site_id, account, option, ordinal, market, stake, odds, strike, placed_ms, closes_ms, end_ms, sale_fee,
       sale_volatility) SELECT $1, $2, 0, n, 0, 1, 195000000, 0, 1, 1, n * 30000, 0, 0 FROM generate_series(1, ${STUCK}) n`,
    [MARU, bob.account],
  );
  const asked = vi.spyOn(pool, 'query');
  const began = performance.now();
  await over(round);
  await won(bet);
  await sleep(1_500);
  const looks = (asked.mock.calls as unknown[][]).filter(
    ([text, values]) => String(text).includes('FROM rounds_round r') && (values as number[])[3] <= STUCK,
  );
  expect(looks.length).toBeGreaterThan(0);
  expect(looks.length).toBeLessThanOrEqual(STUCK * (Math.floor((performance.now() - began) / 1_000) + 1));
  asked.mockRestore();
  await pool.query('DELETE FROM rounds_practice_bet WHERE account = $1 AND ordinal <= $2', [bob.account, STUCK]);
  await pool.query('DELETE FROM rounds_round WHERE ordinal <= $1', [STUCK]);
});

it('a round whose row may still come waits: no row says that nobody bet only once the rows are as far as the engine', async () => {
  const { projections } = stage.exchange.server.context;
  const { round, bet } = await placed();
  const behind = vi.spyOn(projections, 'waitFor').mockResolvedValue(false);
  await over(round);
  await expect.poll(() => behind.mock.calls.length).toBeGreaterThan(3);
  expect(await open()).toContain(bet.tradeHistoryId);
  behind.mockRestore();
  await won(bet);
});

it('a round whose settlement another process takes over in its midst is paid once', async () => {
  const { round, bet } = await placed();
  const paid = () =>
    countRows(stage.exchange, 'SELECT count(*)::int AS n FROM rounds_practice_bet WHERE bet_id = $1 AND status <> 0', [bet.tradeHistoryId]);
  const purse = () =>
    countRows(stage.exchange, 'SELECT balance::float8 AS n FROM rounds_practice_purse WHERE account = $1', [alice.account]);
  const before = await purse();
  await takeOver(
    stage.exchange,
    'rounds.practice',
    () => over(round),
    async () => expect([await paid(), await purse()]).toEqual([0, before]),
  );
  await expect.poll(paid, { timeout: 10_000 }).toBe(1);
  const after = await purse();
  expect(after).toBe(before + 1_950_000);
  stage.exchange.server.context.jobs.hurry('rounds.practice');
  await won(bet);
  expect(await purse()).toBe(after);
});
