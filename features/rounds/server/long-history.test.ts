// However long the history: what is looked for again and again touches few pages, and a day of very many bets is summed whole.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { type WeighedPool, weighedPool } from '@maru/kit/server/testing/weighed-pool.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DayHeads } from './day-heads.ts';
import type { Draws } from './draws.ts';
import { writeEvidence } from './evidence-store.ts';
import { roundsMigrations } from './migrations.ts';
import { daysOfBets, kindOf, pageOfBets, pageOfRounds } from './round-queries.ts';

const SITE = 7;
const ACCOUNT = 3;
const OPTIONS = 20;
/** Of rounds with their records, and of one member's bets. */
const [ROUNDS, BETS] = [60_000, 30_000];
const START = Date.UTC(2026, 0, 1);
/** A round settles every ten seconds; a bet every four. */
const [ROUND_MS, BET_MS] = [10_000, 4_000];
const END = START + ROUNDS * ROUND_MS;
/** A page of an index and one of its table for each row of an answer, the halvings of a bound, and room. */
const FEW = 1_500;
const site = { id: SITE, code: 'test', timeZone: 'Asia/Seoul', symbols: [], rounds: { options: [] } } as unknown as SiteConfig;

let database: TestDatabase;
let plain: pg.Pool;
let weighed: WeighedPool;

beforeAll(async () => {
  database = await freshDatabase(roundsMigrations);
  plain = createPool(database.address, { name: 'test', max: 4 });
  await plain.query(
    `INSERT INTO rounds_round (site_id, option, ordinal, opened_seq, opened_ms, status, result, paid, settled_seq, settled_ms)
     SELECT ${SITE}, i % ${OPTIONS}, i, i * 10, ${START} + i * ${ROUND_MS}::bigint, 1, 0, 0, i * 10 + 5, ${START} + i * ${ROUND_MS}::bigint + 5000
     FROM generate_series(1, ${ROUNDS}) i`,
  );
  await plain.query(
    `INSERT INTO rounds_evidence (site_id, option, number, ordinal, record, hash, previous_hash, settled_ms, at)
     SELECT ${SITE}, i % ${OPTIONS}, (i - 1) / ${OPTIONS} + 1, i, repeat('x', 400), 'h' || i, '', ${START} + i * ${ROUND_MS}::bigint + 5000, now()
     FROM generate_series(1, ${ROUNDS}) i`,
  );
  await plain.query(
    `INSERT INTO rounds_bet (site_id, account, bet_id, option, ordinal, market, stake, odds, placed_seq, placed_ms, strike, status, ended,
       payout, settled_seq, settled_ms)
     SELECT ${SITE}, ${ACCOUNT}, i * 3, i % ${OPTIONS}, i, i % 2, 10, 1, i, ${START} + i * ${BET_MS}::bigint, 0, 1 + i % 2, 0,
       19 * (i % 2), i, ${START} + i * ${BET_MS}::bigint + 30000 FROM generate_series(1, ${BETS}) i`,
  );
  await plain.query('VACUUM ANALYZE');
});
afterAll(async () => {
  await plain.end();
  await database.drop();
});
beforeEach(() => {
  weighed = weighedPool(plain);
});

function contextAt(now: number): AppContext {
  return {
    pool: weighed.pool,
    clock: { now: () => now },
    engine: { status: () => [] },
    projections: { waitFor: async () => true },
    services: { find: () => undefined },
    config: { secrets: { storageKey: Buffer.alloc(32, 1) } },
    log: console,
  } as unknown as AppContext;
}
const draws = { openedDay: async () => null, seals: async () => [] } as unknown as Draws;
const filter = { site: SITE, account: ACCOUNT };

function expectFew(most = FEW): void {
  expect(weighed.weights.length).toBeGreaterThan(0);
  for (const { text, pages, scanned } of weighed.weights) {
    expect(pages, text).toBeLessThan(most);
    expect(
      scanned.filter((table) => ['rounds_round', 'rounds_bet', 'rounds_evidence'].includes(table)),
      text,
    ).toEqual([]);
  }
}

it('the look for rounds without a record', async () => {
  expect(await writeEvidence(contextAt(END), site)).toEqual({ written: [], isStuck: false });
  expectFew(50);
});

it('the heads of days, each with the last of every chain and how many came', async () => {
  await new DayHeads(contextAt(END + DAY_MS), draws).tell(site, END + DAY_MS);
  expectFew();
  const { rows } = await plain.query<{ record: string }>('SELECT record FROM rounds_day_head ORDER BY number');
  expect(rows).toHaveLength(Math.min(40, Math.ceil((ROUNDS * ROUND_MS) / DAY_MS)));
  const days = rows.map(
    ({ record }) => JSON.parse(record) as { from: string; heads: { tradeOptionId: string; number: string; records: string }[] },
  );
  for (const { from, heads } of days) {
    const asked = await plain.query(
      `SELECT (option + 1)::text AS "tradeOptionId", max(number)::text AS number, (count(*) FILTER (WHERE settled_ms >= $1))::text AS records
       FROM rounds_evidence WHERE settled_ms < $2 GROUP BY option ORDER BY option`,
      [from, Number(from) + DAY_MS],
    );
    expect(heads.map(({ tradeOptionId, number, records }) => ({ tradeOptionId, number, records }))).toEqual(asked.rows);
  }
});

it('a day with a round that has no record yet waits', async () => {
  await plain.query('INSERT INTO rounds_waiting VALUES ($1, 0, 999, 1, $2)', [SITE, START]);
  await plain.query('DELETE FROM rounds_day_head');
  await new DayHeads(contextAt(END + DAY_MS), draws).tell(site, END + DAY_MS);
  expect((await plain.query('SELECT 1 FROM rounds_day_head')).rowCount).toBe(0);
  await plain.query('DELETE FROM rounds_waiting');
});

it('pages of rounds: of all options, of one, of a day long ago', async () => {
  const asked = { site: SITE, options: Array.from({ length: OPTIONS }, (_, i) => i), limit: 20, offset: 0 };
  const newest = await pageOfRounds({ pool: weighed.pool }, asked);
  expect(newest.rows.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 20 }, (_, i) => ROUNDS - i));
  const one = await pageOfRounds({ pool: weighed.pool }, { ...asked, options: [4] });
  expect(one.rows.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 20 }, (_, i) => ROUNDS - (OPTIONS - 4) - i * OPTIONS));
  const old = await pageOfRounds({ pool: weighed.pool }, { ...asked, from: START, to: START + 1_000_000 });
  expect(old.rows[0].ordinal).toBe(99);
  expect(old.total).toBe(99);
  expectFew();
});

it('open bets are looked for above the first bet of a round that is not paid out', async () => {
  expect((await pageOfBets({ pool: weighed.pool }, { ...filter, options: [4], statuses: [0] }, 200, 0)).rows).toEqual([]);
  expectFew(100);
  await plain.query(`INSERT INTO rounds_round (site_id, option, ordinal, opened_seq, opened_ms) VALUES (${SITE}, 4, 999999, 1, ${END})`);
  const bet = `INSERT INTO rounds_bet (site_id, account, bet_id, option, ordinal, market, stake, odds, placed_seq, placed_ms, strike) VALUES`;
  await plain.query(
    `${bet} (${SITE}, ${ACCOUNT}, 9000001, 4, 999999, 0, 5, 1, 1, ${END}, 0), (${SITE}, 99, 9000000, 4, 999999, 0, 5, 1, 1, ${END}, 0)`,
  );
  const { rows, total } = await pageOfBets({ pool: weighed.pool }, { ...filter, options: [4], statuses: [0] }, 200, 0);
  expect([rows.map(({ betId }) => betId), total]).toEqual([[9_000_001], 1]);
  expectFew(100);
  await plain.query('DELETE FROM rounds_bet WHERE bet_id >= 9000000');
  await plain.query('DELETE FROM rounds_round WHERE ordinal = 999999');
});

it('bets of a day long ago, by placing and by end', async () => {
  for (const byEnd of [false, true]) {
    const span = { ...filter, from: START + 600_000, to: START + 700_000, byEnd };
    const { rows, total } = await pageOfBets({ pool: weighed.pool }, span, 20, 0);
    expect([rows.length, total]).toEqual([20, 25]);
    expect(rows[0].betId).toBe(byEnd ? (174 - 7) * 3 : 174 * 3);
  }
  expectFew(1_000);
});

it('a day of more than ten thousand bets is summed whole, and so is each day that is told', async () => {
  for (const byEnd of [false, true]) {
    const days = await daysOfBets({ pool: weighed.pool }, { ...filter, byEnd }, 'Asia/Seoul');
    const { rows } = await plain.query(
      `SELECT to_char(to_timestamp(${byEnd ? 'settled_ms' : 'placed_ms'} / 1000.0) AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS date,
         count(*)::int AS bets, (count(*) FILTER (WHERE status = 1))::int AS won, (count(*) FILTER (WHERE status = 2))::int AS lost, 0 AS void,
         sum(stake)::text AS point, sum(payout)::text AS payout FROM rounds_bet GROUP BY 1 ORDER BY 1 DESC`,
    );
    expect(rows.length).toBeGreaterThan(days.length - 1);
    expect(days.length).toBeGreaterThan(0);
    expect(days).toEqual(rows.slice(0, days.length));
    expect(days[0].bets).toBeGreaterThan(10_000);
  }
});

describe('bets of a kind that the member had long ago, or never', () => {
  const bet = `INSERT INTO rounds_bet (site_id, account, bet_id, option, ordinal, market, stake, odds, placed_seq, placed_ms, strike, status, ended,
    payout, settled_seq, settled_ms) VALUES`;
  beforeAll(async () => {
    // The second of its option's two bets is of another market.
    await plain.query(`${bet} (${SITE}, ${ACCOUNT}, 16, 25, 7, 9, 10, 1, 1, ${START} + 20000, 0, 2, 0, 0, 1, ${START} + 60000),
      (${SITE}, ${ACCOUNT}, 19, 25, 7, 8, 10, 1, 1, ${START} + 24000, 0, 1, 0, 19, 1, ${START} + 60000),
      (${SITE}, 99, 17, 25, 7, 9, 10, 1, 1, ${START} + 20000, 0, 2, 0, 0, 1, ${START} + 60000)`);
  });
  afterAll(async () => {
    await plain.query('DELETE FROM rounds_bet WHERE option = 25');
  });

  it.each([
    ['an option', { options: [25] }, [19, 16]],
    ['two, one of them never', { options: [25, 26] }, [19, 16]],
    ['a market', { kinds: [kindOf(25, 9), kindOf(3, 4)] }, [16]],
    ['markets of options, each its own', { kinds: [kindOf(25, 8), kindOf(24, 9)] }, [19]],
    ['an option and how it went', { options: [25], statuses: [1] }, [19]],
    ['an option in a span', { options: [25], from: START, to: START + 22_000 }, [16]],
    ['an option that ended in a span', { options: [25], from: START + 60_000, to: START + 61_000, byEnd: true }, [19, 16]],
    ['none', { options: [26] }, []],
  ])('%s', async (_, asked, ids) => {
    const { rows, total, next } = await pageOfBets({ pool: weighed.pool }, { ...filter, ...asked }, 20, 0);
    expect([rows.map(({ betId }) => betId), total, next]).toEqual([ids, ids.length, null]);
    const days = await daysOfBets({ pool: weighed.pool }, { ...filter, ...asked }, 'Asia/Seoul');
    expect(days.reduce((sum, { bets }) => sum + bets, 0)).toBe(ids.length);
    // A span's bounds are halved for as well.
    expectFew('from' in asked ? 800 : 300);
  });

  it('pages follow one another over kinds', async () => {
    const asked = { ...filter, options: [3, 4, 25] };
    const all = await plain.query<{ id: number }>(
      `SELECT bet_id AS id FROM rounds_bet WHERE account = ${ACCOUNT} AND option IN (3, 4, 25) ORDER BY bet_id DESC`,
    );
    const ids: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOfBets({ pool: weighed.pool }, asked, 500, 0, cursor);
      ids.push(...page.rows.map(({ betId }) => betId));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual(all.rows.map(({ id }) => id));
    const { rows, total } = await pageOfBets({ pool: weighed.pool }, asked, 10, 40);
    expect([rows.map(({ betId }) => betId), total]).toEqual([ids.slice(40, 50), ids.length]);
  });

  it('a bet that ended weeks after its placing, because the server stood still, is in the list of that day', async () => {
    const ended = END + 30 * DAY_MS;
    await plain.query(
      `INSERT INTO rounds_round (site_id, option, ordinal, opened_seq, opened_ms, status, result, paid, settled_seq, settled_ms)
       VALUES (${SITE}, 25, 8, 1, ${START} + 28000, 3, 3, 10, 9, ${ended} - 1000)`,
    );
    await plain.query(`${bet} (${SITE}, ${ACCOUNT}, 22, 25, 8, 9, 10, 1, 1, ${START} + 28000, 0, 3, 0, 10, 9, ${ended})`);
    for (const asked of [{ options: [25] }, {}]) {
      const span = { ...filter, ...asked, from: ended, to: ended + DAY_MS, byEnd: true };
      expect((await pageOfBets({ pool: weighed.pool }, span, 20, 0)).rows.map(({ betId }) => betId)).toEqual([22]);
      expect(await daysOfBets({ pool: weighed.pool }, span, 'Asia/Seoul')).toMatchObject([{ bets: 1, void: 1 }]);
    }
    await plain.query('DELETE FROM rounds_round WHERE option = 25');
  });
});
