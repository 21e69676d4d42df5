// Income against the engine's own balances: over random trading in every mode, whatever the page or the span, the sum of it is the wallet's change.
import { encodeCommand } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS } from '@maru/engine/wire/event.ts';
import { futuresWallet, isolatedPurse, PostingReason } from '@maru/engine/ledger/account.ts';
import { Simulation } from '@maru/engine/testing/simulator.ts';
import { createPool } from '@maru/kit/server/database.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { type WeighedPool, weighedPool } from '@maru/kit/server/testing/weighed-pool.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FuturesPosting, LedgerSpan } from '../futures-ledger-contract.ts';
import { readFuturesLedger } from './futures-ledger.ts';
import { walletMigrations } from './migrations.ts';
import { walletProjection } from './projection.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await freshDatabase(walletMigrations);
  pool = createPool(database.address, { name: 'test', max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A seed's run, projected as a site of its own; what each member's futures wallet holds at the end, isolated margin included. */
async function simulate(seed: number): Promise<Map<number, number>> {
  const run = new Simulation(seed);
  const words: number[] = [];
  while (run.report.commands < 1_500 && !run.failed) {
    const { command, fault } = run.generator.next(run.naive);
    words.push(...run.take(encodeCommand(command), fault));
  }
  expect(run.report).toMatchObject({ violations: [], differences: [] });
  const batch: EventBatch = {
    site: seed,
    firstSeq: 1,
    lastSeq: run.seq,
    commands: new Float64Array(),
    events: Float64Array.from(words),
  };
  expect(batch.events.length % EVENT_WORDS).toBe(0);
  const client = await pool.connect();
  await walletProjection.apply(client, [batch]);
  client.release();
  const { ledger } = run.state;
  return new Map(
    [...run.naive.accounts.keys()].map((account) => [account, ledger[futuresWallet(account)] + ledger[isolatedPurse(account)]]),
  );
}

const sumOf = (postings: readonly FuturesPosting[]) => postings.reduce((sum, { amount }) => sum + amount, 0);
const all: LedgerSpan = { first: 'OLDEST', limit: 1_000_000, offset: 0 };

describe('income over simulated journals', () => {
  const seeds = [12, 15, 16, 18];
  const balances = new Map<number, Map<number, number>>();
  beforeAll(async () => {
    for (const seed of seeds) balances.set(seed, await simulate(seed));
  });
  const members = () => seeds.flatMap((seed) => [...(balances.get(seed) ?? [])].map(([account, balance]) => ({ seed, account, balance })));

  it('its sum is the change of the wallet, isolated closes and liquidations among it', async () => {
    const met = new Set<number>();
    const ledger = readFuturesLedger(pool);
    for (const { seed, account, balance } of members()) {
      const rows = await ledger.income(seed, account, all);
      expect({ seed, account, sum: sumOf(rows) }).toEqual({ seed, account, sum: balance });
      for (const { reason } of rows) met.add(reason);
    }
    const { FundingFee, RealizedPnl, TradingFee, ClearanceFee } = PostingReason;
    for (const reason of [FundingFee, RealizedPnl, TradingFee, ClearanceFee]) expect(met).toContain(reason);
  });

  it('pages of any size, from either end, and spans that touch are all of it once', async () => {
    const ledger = readFuturesLedger(pool);
    for (const { seed, account } of members()) {
      const whole = await ledger.income(seed, account, all);
      const size = 1 + ((seed + account) % 40);
      for (const first of ['OLDEST', 'NEWEST'] as const) {
        const paged: FuturesPosting[] = [];
        for (let offset = 0; ; offset += size) {
          const page = await ledger.income(seed, account, { first, limit: size, offset });
          paged.push(...page);
          if (page.length < size) break;
        }
        expect(first === 'OLDEST' ? paged : paged.reverse()).toEqual(whole);
      }
      const middle = whole[whole.length >> 1]?.timeMs ?? 0;
      const [before, after] = [{ to: middle - 1 }, { from: middle }].map((span) => ledger.income(seed, account, { ...all, ...span }));
      expect([...(await before), ...(await after)]).toEqual(whole);
    }
  });

  it('kinds, ways and symbols part it without rest', async () => {
    const ledger = readFuturesLedger(pool);
    for (const { seed, account } of members()) {
      const whole = await ledger.income(seed, account, all);
      const parts = async (spans: readonly Partial<LedgerSpan>[]) =>
        (await Promise.all(spans.map((span) => ledger.income(seed, account, { ...all, ...span })))).flat();
      const inOrder = (rows: readonly FuturesPosting[]) => rows.toSorted((a, b) => a.seq - b.seq || a.idx - b.idx);
      expect(inOrder(await parts(Object.values(PostingReason).map((reason) => ({ reasons: [reason] }))))).toEqual(whole);
      expect(inOrder(await parts([{ way: 1 }, { way: -1 }]))).toEqual(whole);
      expect(inOrder(await parts([-1, 0, 1, 2, 3].map((symbol) => ({ symbol }))))).toEqual(whole);
    }
  });
});

describe('a long history', () => {
  const SITE = 900;
  const POSTINGS = 60_000;
  const [own, margin] = [futuresWallet(4), isolatedPurse(4)];
  let weighed: WeighedPool;
  beforeAll(async () => {
    const row = (seq: string, idx: string, from: number, reason: string) =>
      `${SITE}, 4, ${seq}, ${idx}, ${from}, ${from === own ? margin : 0}, 5, ${reason}, 7, 0, 0, 1, ${seq}::bigint * 1000`;
    const insert = (values: string) => pool.query(`INSERT INTO wallet_ledger ${values}`);
    await insert(`SELECT ${row('i', '3', own, '12')} FROM generate_series(10, ${POSTINGS}) i`);
    await insert(`SELECT ${row('i', '4', margin, '(ARRAY[10, 11])[1 + i % 2]')} FROM generate_series(10, ${POSTINGS}) i`);
    await insert(`VALUES (${row('2', '0', margin, '16')}), (${row('3', '0', own, '12')})`);
    await pool.query('VACUUM ANALYZE wallet_ledger');
  });
  beforeEach(() => {
    weighed = weighedPool(pool);
  });
  const read = () => readFuturesLedger(weighed.pool);
  const expectFew = () => {
    expect(weighed.weights.length).toBeGreaterThan(0);
    for (const { text, pages, scanned } of weighed.weights) expect([pages < 300, scanned], text).toEqual([true, []]);
  };

  it('is read from its beginning, not only its newest two thousand', async () => {
    const rows = await read().income(SITE, 4, { first: 'OLDEST', limit: 5, offset: 0 });
    expect(rows.map(({ seq, amount }) => [seq, amount])).toEqual([2, 10, 11, 12, 13].map((seq) => [seq, -5]));
    expectFew();
  });

  it('a rare kind is found wherever it stands', async () => {
    const rows = await read().income(SITE, 4, { first: 'NEWEST', limit: 5, offset: 0, reasons: [PostingReason.FundingFee] });
    expect(rows.map(({ seq }) => seq)).toEqual([2]);
    expectFew();
  });

  it('margin moved by hand is found behind any number of trades', async () => {
    const rows = await read().marginMoves(SITE, 4, { symbol: 1, first: 'NEWEST', limit: 5, offset: 0 });
    expect(rows).toMatchObject([{ seq: 3, amount: -5, ref: 7 }]);
    const none = await read().marginMoves(SITE, 4, { symbol: 1, first: 'NEWEST', limit: 5, offset: 0, way: 1 });
    expect(none).toEqual([]);
    expectFew();
  });
});
