// The projected ledger against the engine's own: every posting once, balances that follow from it, and nothing created.
import { CommandKind, OrderType, PositionSide, SelfTrade, TimeInForce } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet, isolatedPurse, PostingReason, memberOf } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { createEngineRun, type EngineRun } from '@maru/kit/server/testing/engine-run.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { walletMigrations } from './migrations.ts';
import { walletProjection } from './projection.ts';

const MARK = 6_000_000;
const promo = HouseAccount.Promo;
const house = Object.values(HouseAccount);
const members = [0, 1, 2];
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

/** Members trade BTC with each other, one of them isolated; the mark moves far enough to liquidate. */
function trade(run: EngineRun): void {
  const spec = encodeInstrument(instrumentOf(symbolNamed('BINANCE:BTCUSDT'), { makerFee: 20_000, takerFee: 40_000 }));
  const mark = (ticks: number) =>
    run.apply(-1, 0, { kind: CommandKind.SetMark, mark: ticks * 100, index: ticks * 100, last: ticks, valid: 1 });
  run.apply(-1, 0, { kind: CommandKind.ListSymbol, spec });
  mark(MARK);
  for (const account of members) {
    run.apply(account, -1, { kind: CommandKind.OpenAccount });
    const amount = 20_000_000_000;
    run.apply(-1, -1, {
      kind: CommandKind.Transfer,
      debit: promo,
      credit: futuresWallet(account),
      amount,
      reason: PostingReason.DemoFunding,
    });
    run.apply(account, 0, { kind: CommandKind.SetLeverage, leverage: 50 });
  }
  run.apply(2, 0, { kind: CommandKind.SetMarginType, marginType: 1 });
  const order = (account: number, side: number, price: number, lots: number) =>
    run.apply(account, 0, {
      kind: CommandKind.PlaceOrder,
      side,
      positionSide: PositionSide.Both,
      type: OrderType.Limit,
      timeInForce: TimeInForce.GTC,
      selfTrade: SelfTrade.ExpireTaker,
      reduceOnly: false,
      price,
      lots,
      slippage: 0,
      clientOrderId: '',
    });
  for (let i = 0; i < 20; i++) {
    order(i % 3, 0, MARK + i, 100 + i);
    order((i + 1) % 3, 1, MARK + i, 100 + i);
  }
  order(0, 1, MARK, 5_000);
  order(2, 0, MARK, 5_000);
  mark(MARK - 150_000);
}

it('each purse of the engine is the sum of its rows, and the last row says its balance (I1)', async () => {
  const run = createEngineRun();
  trade(run);
  const client = await pool.connect();
  await walletProjection.apply(client, [run.batch()]);
  client.release();
  for (const purse of [...house, ...members.flatMap((account) => [futuresWallet(account), isolatedPurse(account)])]) {
    const { rows } = await pool.query(
      `SELECT coalesce(sum(CASE WHEN credit = $1 THEN amount ELSE 0 END) - sum(CASE WHEN debit = $1 THEN amount ELSE 0 END), 0)::bigint AS sum,
         (SELECT CASE WHEN credit = $1 THEN credit_after ELSE debit_after END FROM wallet_ledger WHERE $1 IN (debit, credit)
          ORDER BY seq DESC, idx DESC LIMIT 1) AS last
       FROM wallet_ledger WHERE $1 IN (debit, credit)`,
      [purse],
    );
    const balance = run.view<number>('ledger', purse);
    expect([purse, rows[0].sum, rows[0].last ?? 0]).toEqual([purse, balance, balance]);
  }
});

it('rows stand under their member, the liquidation among them, and amounts are never zero', async () => {
  const { rows } = await pool.query('SELECT account, reason, amount, debit, credit FROM wallet_ledger');
  for (const row of rows) {
    expect(row.amount).toBeGreaterThan(0);
    const owners = [row.debit, row.credit].map(memberOf);
    expect(owners).toContain(row.account);
  }
  const reasons = new Set(rows.filter((row) => row.account === 2).map((row) => row.reason));
  for (const reason of [PostingReason.IsolatedMargin, PostingReason.TradingFee, PostingReason.RealizedPnl, PostingReason.DemoFunding])
    expect(reasons).toContain(reason);
  expect(reasons.has(PostingReason.ClearanceFee) || reasons.has(PostingReason.LiquidationDeficit)).toBe(true);
});
