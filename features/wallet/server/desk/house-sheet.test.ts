// The house's sheet against the engine's own accounts, over random trading, games, conversions and gifts: equal on every day, to the last unit (issue 13, 1.7).
import { EVENT_WORDS } from '@maru/engine/wire/event.ts';
import { houseAccounts, isHouse } from '@maru/engine/ledger/account.ts';
import { balanceOf } from '@maru/engine/ledger/balance.ts';
import { moreAccounts } from '@maru/engine/ledger/more-accounts.ts';
import { sideOf } from '@maru/engine/ledger/side.ts';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { Simulation } from '@maru/engine/testing/simulator.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetNamed } from '../../assets.ts';
import type { HouseSheet } from '../../house-sheet-contract.ts';
import { walletMigrations } from '../migrations.ts';
import { walletProjection } from '../projection.ts';
import { readPairs, readPowerBall, sheetsOf } from './house-sheet.ts';
const FIRST_DAY = 20_000;
const DAYS = 6;
const COMMANDS = 250;
const site = { id: 1, binaryCurrency: 'KRW', timeZone: 'UTC' } as SiteConfig;
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

/** Of every account of the house, by side. */
const balances = (sim: Simulation) =>
  new Map(
    [...houseAccounts(), ...moreAccounts(sim.state).map(({ ledger }) => ledger)]
      .filter(isHouse)
      .map((ledger) => [sideOf(ledger), BigInt(balanceOf(sim.state, ledger))]),
  );

/** One simulated site whose commands are spread over days; what each day changed the house's purses by. */
async function play(seed: number, siteId: number): Promise<Map<number, bigint>[]> {
  const sim = new Simulation(seed);
  const changes: Map<number, bigint>[] = [];
  const client = await pool.connect();
  try {
    for (let day = 0; day < DAYS; day++) {
      const before = balances(sim);
      const events: number[] = [];
      for (let n = 0; n < COMMANDS; n++) {
        sim.step();
        for (let at = 0; at < sim.sink.length; at += EVENT_WORDS) {
          const words = sim.sink.words.slice(at, at + EVENT_WORDS);
          words[3] = (FIRST_DAY + day) * DAY_MS + n;
          events.push(...words);
        }
      }
      const batch = {
        site: siteId,
        firstSeq: day * COMMANDS + 1,
        lastSeq: sim.seq,
        commands: new Float64Array(),
        events: Float64Array.from(events),
      };
      await walletProjection.apply(client, [batch]);
      changes.push(new Map([...balances(sim)].map(([side, balance]) => [side, balance - (before.get(side) ?? 0n)])));
    }
  } finally {
    client.release();
  }
  expect(sim.report.violations).toEqual([]);
  return changes;
}

const decimalsOf = (currency: string) => assetNamed(site, currency)?.decimals ?? 0;
const units = (text: string, currency: string) => BigInt(parseDecimal(text, decimalsOf(currency)) as number);
const sum = (all: readonly bigint[]) => all.reduce((a, b) => a + b, 0n);
/** What all lines of a day come to, every currency as bare units. */
const dayOf = (sheets: readonly HouseSheet[], day: string) =>
  sum(
    sheets.flatMap(({ currency, days }) =>
      days.filter((row) => row.day === day).flatMap(({ amounts }) => amounts.map((text) => units(text, currency))),
    ),
  );

describe('the house’s sheet', () => {
  it.each([3, 7, 11, 19])('equals what the house’s accounts changed by, purse by purse and day by day: seed %i', async (seed) => {
    const siteId = 100 + seed;
    const changes = await play(seed, siteId);
    expect(changes.some((day) => [...day.values()].some((change) => change !== 0n))).toBe(true);
    const all = await readPairs({ pool }, siteId, FIRST_DAY, FIRST_DAY + DAYS);
    const powerBall = await readPowerBall({ pool }, siteId, FIRST_DAY, FIRST_DAY + DAYS);
    const sheets = sheetsOf(site, all, powerBall);
    for (let day = 0; day < DAYS; day++) {
      const pairs = all.filter((pair) => pair.day === FIRST_DAY + day);
      const of = (purse: number) =>
        sum(pairs.map(({ debit, credit, amount }) => (credit === purse ? amount : 0n) - (debit === purse ? amount : 0n)));
      expect([...changes[day].keys()].map(of)).toEqual([...changes[day].values()]);
      const text = new Date((FIRST_DAY + day) * DAY_MS).toISOString().slice(0, 10);
      expect(dayOf(sheets, text), text).toBe(sum([...changes[day].values()]));
    }
    for (const { total, days, currency } of sheets)
      expect(total.amounts.map((text) => units(text, currency))).toEqual(
        total.amounts.map((_, line) => sum(days.map(({ amounts }) => units(amounts[line], currency)))),
      );
  });

  it('holds what the ledger’s own rows come to, day by day and side by side', async () => {
    const { rows } = await pool.query<{ day: number; debit: number; credit: number; reason: number; amount: number }>(
      `SELECT (time_ms / ${DAY_MS})::int AS day, debit, credit, reason, amount FROM wallet_ledger WHERE site_id = 103`,
    );
    const sums = new Map<string, [postings: number, amount: bigint]>();
    for (const { day, debit, credit, reason, amount } of rows.filter((row) => isHouse(row.debit) || isHouse(row.credit))) {
      const key = [day, sideOf(debit), sideOf(credit), reason].join();
      const [postings, sum] = sums.get(key) ?? [0, 0n];
      sums.set(key, [postings + 1, sum + BigInt(amount)]);
    }
    expect(sums.size).toBeGreaterThan(5);
    const held = await pool.query<{ key: string; postings: number; amount: string }>(
      `SELECT concat_ws(',', day, debit, credit, reason) AS key, postings, amount FROM wallet_house_posting WHERE site_id = 103`,
    );
    expect(new Map(held.rows.map(({ key, postings, amount }) => [key, [postings, BigInt(amount)]]))).toEqual(sums);
  });
});
