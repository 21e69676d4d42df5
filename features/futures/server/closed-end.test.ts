// A winner that was closed to make good a bankrupt's loss is told by one word everywhere: in its orders, its positions and live (rules 9.6).
import { CommandKind, OrderType, PositionSide, SelfTrade, TimeInForce } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { unitsOf } from '@maru/engine/money/units.ts';
import { createPool } from '@maru/kit/server/database.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { createEngineRun } from '@maru/kit/server/testing/engine-run.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closedEnd } from './closed-end.ts';
import { listClosedPositions } from './history-queries.ts';
import { futuresMigrations } from './migrations.ts';
import { presentClosed } from './present-position.ts';
import { futuresProjection } from './projection.ts';
import type { SiteSymbol } from './site-symbols.ts';

const Head = EventHeadWord;

const BTC = 'BINANCE:BTCUSDT';
const MARK = 6_000_000;
const [bankrupt, winner] = [0, 1];
let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await freshDatabase(futuresMigrations);
  pool = createPool(database.address, { name: 'test', max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A long of 20x whose counterparty takes nothing over, and a short that wins by its end; then the symbol itself ends. */
function deleveragedThenDelisted(): EventBatch {
  const run = createEngineRun();
  const instrument = instrumentOf(symbolNamed(BTC), { makerFee: 0, takerFee: 0 });
  const symbol = { kind: CommandKind.ListSymbol, spec: encodeInstrument({ ...instrument, counterpartyCapLots: 0 }) } as const;
  const mark = (at: number) => run.apply(-1, 0, { kind: CommandKind.SetMark, mark: at * 100, index: at * 100, last: at, valid: 1 });
  run.apply(-1, 0, symbol);
  mark(MARK);
  for (const account of [bankrupt, winner]) {
    run.apply(account, -1, { kind: CommandKind.OpenAccount });
    const debit = HouseAccount.Promo;
    const credit = futuresWallet(account);
    run.apply(-1, -1, { kind: CommandKind.Transfer, debit, credit, amount: 1_000_000_000, reason: PostingReason.Adjustment });
  }
  run.apply(bankrupt, 0, { kind: CommandKind.SetLeverage, leverage: 20 });
  run.apply(bankrupt, 0, { kind: CommandKind.SetMarginType, marginType: 1 });
  const how = { positionSide: PositionSide.Both, selfTrade: SelfTrade.ExpireTaker, reduceOnly: false, slippage: 0, clientOrderId: '' };
  const place = (account: number, side: number, price: number, lots: number) =>
    run.apply(account, 0, {
      kind: CommandKind.PlaceOrder,
      type: OrderType.Limit,
      timeInForce: TimeInForce.GTC,
      side,
      price,
      lots,
      ...how,
    });
  place(winner, 1, MARK, 60);
  place(bankrupt, 0, MARK, 60);
  mark(MARK * 0.95);
  place(winner, 1, MARK * 0.95, 10);
  place(bankrupt, 0, MARK * 0.95, 10);
  run.apply(-1, 0, { kind: CommandKind.DelistSymbol });
  return run.batch();
}

it('a winner’s end is an auto-deleveraging, a delisted one’s the system’s settlement: in rows, by the filter and live', async () => {
  const batch = deleveragedThenDelisted();
  const client = await pool.connect();
  await futuresProjection.apply(client, [batch]);
  client.release();
  const rowsOf = async (statuses?: string[]) =>
    (
      await listClosedPositions(
        { pool },
        { site: 1, account: winner, symbol: undefined, from: undefined, to: undefined, limit: 10, offset: 0, statuses },
      )
    ).rows;
  const data = symbolNamed(BTC);
  const symbol: SiteSymbol = { symbol: 0, futuresOptionId: 1, data, units: unitsOf(data.tickDecimals, data.lotDecimals) };
  const ends = async () => (await rowsOf()).map((row) => presentClosed(symbol, row).end);
  expect(await ends()).toEqual(['SETTLED', 'DELEVERAGED']);
  expect((await rowsOf(['DELEVERAGED'])).map((row) => row.lots)).toEqual([-60]);
  expect((await rowsOf(['SETTLED'])).map((row) => row.lots)).toEqual([-10]);
  const { events: e } = batch;
  const live: number[] = [];
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    if (e[i] === EventKind.PositionClosed && e[i + Head.account] === winner) live.push(closedEnd(e, i));
  }
  expect(live).toEqual([4, 3]);
});
