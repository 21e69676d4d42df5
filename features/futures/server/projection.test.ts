// Projected rows against the engine itself: after random trading they tell the same orders, fills and positions.
import { CommandKind, OrderType, PositionSide, SelfTrade, TimeInForce } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { LiquidationStage } from '@maru/engine/wire/event.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { createPool } from '@maru/kit/server/database.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { createEngineRun, type EngineRun } from '@maru/kit/server/testing/engine-run.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClearances } from './clearances.ts';
import type { OrderView, PositionView } from './engine-views.ts';
import { futuresMigrations } from './migrations.ts';
import { futuresProjection } from './projection.ts';
import { listClosedOrders, listClosedPositions, listFills, listLiquidationSteps } from './history-queries.ts';
import { findOrder } from './queries.ts';

const ACCOUNTS = [0, 1, 2, 3];
/** BTC (plain costs) and CHZ (costs beyond 2^53). */
const SYMBOLS = ['BINANCE:BTCUSDT', 'BINANCE:CHZUSDT'];
const MARKS = [6_000_000, 8_000];
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
beforeEach(() => pool.query(`TRUNCATE ${futuresProjection.tables.join(', ')}`));

const place = (run: EngineRun, account: number, symbol: number, side: number, price: number, lots: number) =>
  run.apply(account, symbol, {
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

function openRun(): EngineRun {
  const run = createEngineRun();
  SYMBOLS.forEach((code, symbol) => {
    run.apply(-1, symbol, {
      kind: CommandKind.ListSymbol,
      spec: encodeInstrument(instrumentOf(symbolNamed(code), { makerFee: 20_000, takerFee: 40_000 })),
    });
    run.apply(-1, symbol, {
      kind: CommandKind.SetMark,
      mark: MARKS[symbol] * 100,
      index: MARKS[symbol] * 100,
      last: MARKS[symbol],
      valid: 1,
    });
  });
  const debit = HouseAccount.Promo;
  for (const account of ACCOUNTS) {
    run.apply(account, -1, { kind: CommandKind.OpenAccount });
    run.apply(-1, -1, {
      kind: CommandKind.Transfer,
      debit,
      credit: futuresWallet(account),
      amount: 5_000_000_000_000,
      reason: PostingReason.Adjustment,
    });
  }
  return run;
}

/** A small seeded generator (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let s = seed;
  return (below) => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function trade(run: EngineRun, steps: number, seed: number): void {
  const random = seeded(seed);
  for (let i = 0; i < steps; i++) {
    const account = random(ACCOUNTS.length);
    const symbol = random(2);
    const near = MARKS[symbol] + random(61) - 30;
    const open = run.view<{ orders: OrderView[] }>('openOrders', account, symbol).orders;
    run.advance(random(50));
    if (random(4) === 0) conditional(run, random, account, symbol, near, open);
    else if (random(10) < 7 || open.length === 0) {
      const market = random(8) === 0;
      run.apply(account, symbol, {
        kind: CommandKind.PlaceOrder,
        side: random(2),
        positionSide: PositionSide.Both,
        type: market ? OrderType.Market : OrderType.Limit,
        timeInForce: market ? TimeInForce.IOC : random(3),
        selfTrade: SelfTrade.ExpireTaker,
        reduceOnly: random(12) === 0,
        price: market ? 0 : near,
        lots: symbol === 0 ? 2 + random(3000) : 10_000_000 * (1 + random(90_000)),
        slippage: 0,
        clientOrderId: random(3) === 0 ? `seed-${seed}-${i}` : '',
        ...(random(6) === 0 ? { attached: attachedTo(near, random) } : {}),
      });
    } else if (random(3) === 0)
      run.apply(account, symbol, { kind: CommandKind.AmendOrder, orderId: open[0].orderId, price: near, lots: open[0].lots + 1 });
    else run.apply(account, symbol, { kind: CommandKind.CancelOrder, orderId: open[random(open.length)].orderId });
  }
}

type Random = (below: number) => number;

function attachedTo(near: number, random: Random) {
  const away = 5 + random(40);
  const [up, down] = [near + away, near - away];
  const isBuy = random(2) === 0;
  return {
    takeProfit: isBuy ? up : down,
    stopLoss: isBuy ? down : up,
    takeProfitByMark: random(2) === 0,
    stopLossByMark: random(2) === 0,
    partial: random(2) === 0,
  };
}

/** Orders that wait, are changed, and fire as the mark moves by a few ticks. */
function conditional(run: EngineRun, random: Random, account: number, symbol: number, near: number, open: OrderView[]): void {
  const waiting = open.find((order) => ((order.flags >> 3) & 7) >= OrderType.TakeProfit);
  const lots = symbol === 0 ? 2 + random(2000) : 10_000_000 * (1 + random(50_000));
  const choice = random(9);
  if (choice < 3) {
    const mark = near * 100;
    run.apply(-1, symbol, { kind: CommandKind.SetMark, mark, index: mark, last: mark, valid: 1 });
  } else if (waiting !== undefined && choice < 5) {
    const { orderId, price, callbackRate } = waiting;
    run.apply(account, symbol, { kind: CommandKind.AmendConditional, orderId, price, lots, stopPrice: near, callbackRate });
  } else {
    const type = OrderType.TakeProfit + random(3);
    run.apply(account, symbol, {
      kind: CommandKind.PlaceConditional,
      side: random(2),
      positionSide: PositionSide.Both,
      type,
      selfTrade: SelfTrade.ExpireTaker,
      reduceOnly: random(3) === 0,
      closePosition: false,
      workingType: random(2),
      priceProtect: random(2) === 0,
      price: type === OrderType.Trailing || random(2) === 0 ? 0 : near,
      lots,
      stopPrice: type === OrderType.Trailing ? 0 : near,
      callbackRate: type === OrderType.Trailing ? 100_000 * (1 + random(5)) : 0,
      clientOrderId: random(3) === 0 ? `stop-${account}-${near}` : '',
    });
  }
}

async function project(batches: ReturnType<EngineRun['batch']>[]): Promise<void> {
  const client = await pool.connect();
  await client.query('BEGIN');
  await futuresProjection.apply(client, batches);
  await client.query('COMMIT');
  client.release();
}

const all = { site: 1, symbol: undefined, from: undefined, to: undefined, limit: 100_000, offset: 0 };

async function expectEqualToEngine(run: EngineRun): Promise<void> {
  for (const account of ACCOUNTS) {
    const live = run.view<{ orders: OrderView[] }>('openOrders', account, -1).orders;
    const { rows: open } = await pool.query('SELECT order_id FROM futures_order WHERE account = $1 AND closed_seq IS NULL', [account]);
    expect(open.map((row) => row.order_id).sort()).toEqual(live.map((order) => order.orderId).sort());
    for (const order of live) {
      const row = await findOrder({ pool }, 1, account, order.orderId);
      const { reserved: _, extreme: _extreme, ...rest } = order;
      expect(row).toMatchObject({ ...rest, filledCost: Number(order.filledCost), updatedAt: expect.any(Number), end: -1 });
    }
    const positions = run.view<{ positions: PositionView[] }>('openPositions', account, -1).positions;
    const { rows: held } = await pool.query(
      `SELECT position_id, symbol, lots, entry_cost, realized_pnl, fees_paid, leverage, margin_type, opened_ms FROM futures_position
       WHERE account = $1 AND closed_seq IS NULL ORDER BY position_id`,
      [account],
    );
    expect(held).toEqual(
      positions
        .sort((a, b) => a.positionId - b.positionId)
        .map((p) => ({
          position_id: p.positionId,
          symbol: p.symbol,
          lots: p.lots,
          entry_cost: String(p.entryCost),
          realized_pnl: p.realizedPnl,
          fees_paid: p.feesPaid,
          leverage: p.leverage,
          margin_type: p.marginType,
          opened_ms: p.openedAt,
        })),
    );
  }
}

describe('futures projection', () => {
  it.each([1, 2, 3])('equals the engine after random trading in batches of any size (seed %i)', async (seed) => {
    const run = openRun();
    const batches = [run.batch()];
    const random = seeded(seed + 100);
    for (let i = 0; i < 12; i++) {
      trade(run, 1 + random(240), seed * 1000 + i);
      batches.push(run.batch());
    }
    for (let at = 0; at < batches.length; ) {
      const take = 1 + random(4);
      await project(batches.slice(at, at + take));
      at += take;
    }
    await expectEqualToEngine(run);
    const { rows } = await pool.query('SELECT count(*)::int AS n, count(DISTINCT trade_id)::int AS trades FROM futures_fill');
    expect(rows[0].n).toBeGreaterThan(100);
    expect(rows[0].n).toBe(rows[0].trades * 2);
    const fired = await pool.query('SELECT count(*)::int AS n FROM futures_order_terms WHERE fired_seq IS NOT NULL');
    expect(fired.rows[0].n).toBeGreaterThan(3);
  });

  it('an order is told by its fills: quantity and cost add up, whatever batch they came in', async () => {
    const run = openRun();
    trade(run, 600, 77);
    await project([run.batch()]);
    for (const account of ACCOUNTS) {
      const { rows: orders } = await listClosedOrders({ pool }, { ...all, account });
      const { rows: fills } = await listFills({ pool }, { ...all, account });
      for (const order of orders) {
        const own = fills.filter((fill) => fill.orderId === order.orderId);
        expect(own.reduce((sum, fill) => sum + fill.lots, 0)).toBe(order.filledLots);
        expect(own.reduce((sum, fill) => sum + BigInt(fill.price) * BigInt(fill.lots), 0n)).toBe(BigInt(order.filledCost));
      }
    }
  });

  it('keeps a closed position with both costs, also when they pass 2^53', async () => {
    const run = openRun();
    const order = (account: number, side: number, price: number, lots: number) => place(run, account, 1, side, price, lots);
    const leverage = { kind: CommandKind.SetLeverage, leverage: 1 } as const;
    run.apply(0, 1, leverage);
    run.apply(1, 1, leverage);
    // 20 million CHZ at 0.08 USDT in two orders: 1.6 million USDT, 1.6e16 cost units of 10^-10.
    const half = 10_000_000 * 100_000;
    const lots = half * 2;
    for (const [opener, closer, price] of [
      [0, 1, 8_000],
      [0, 1, 8_000],
      [1, 0, 8_100],
      [1, 0, 8_100],
    ]) {
      expect([order(opener, 0, price, half), order(closer, 1, price, half)]).toEqual([0, 0]);
    }
    await project([run.batch()]);
    const { rows, total } = await listClosedPositions({ pool }, { ...all, account: 0 });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      lots,
      entryCost: BigInt(lots) * 8_000n,
      exitCost: BigInt(lots) * 8_100n,
      realizedPnl: 20_000_000_000,
      end: 0,
    });
    expect(rows[0].entryCost).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  });

  it('8.5: funding of a position that was closed before its settlement came is part of its history, and of its result', async () => {
    const run = openRun();
    const fundingTime = 59_028 * 28_800_000;
    run.advance(fundingTime - 1_700_000_000_000 - 5);
    run.apply(-1, 0, { kind: CommandKind.SetMark, mark: MARKS[0] * 100, index: MARKS[0] * 100, last: MARKS[0], valid: 1 });
    for (const [maker, taker] of [
      [1, 0],
      [0, 1],
    ]) {
      expect([place(run, maker, 0, 1, MARKS[0], 100), place(run, taker, 0, 0, MARKS[0], 100)]).toEqual([0, 0]);
      run.advance(10);
    }
    await project([run.batch()]);
    expect(run.apply(-1, 0, { kind: CommandKind.SettleFunding, rate: 10_000, fundingTime })).toBe(0);
    await project([run.batch()]);
    const { rows } = await listClosedPositions({ pool }, { ...all, account: 0 });
    // 0.1 BTC at 60,000 x 0.01 %
    expect(rows).toMatchObject([{ lots: 100, fundingPaid: 600_000 }]);
  });

  it('pages, filters by symbol and by time', async () => {
    const run = openRun();
    trade(run, 400, 5);
    await project([run.batch()]);
    const everything = await listFills({ pool }, { ...all, account: 0 });
    const first = await listFills({ pool }, { ...all, account: 0, limit: 5 });
    const second = await listFills({ pool }, { ...all, account: 0, limit: 5, offset: 5 });
    expect([...first.rows, ...second.rows]).toEqual(everything.rows.slice(0, 10));
    expect(first.total).toBe(everything.rows.length);
    const chz = await listFills({ pool }, { ...all, account: 0, symbol: 1 });
    expect(chz.rows).toEqual(everything.rows.filter((fill) => fill.symbol === 1));
    const from = everything.rows[10].time;
    const to = everything.rows[2].time;
    const some = await listFills({ pool }, { ...all, account: 0, from, to });
    expect(some.rows).toEqual(everything.rows.filter((fill) => fill.time >= from && fill.time < to));
  });

  it('a liquidation closed in the book names what the insurance fund took of it, and its position counts it (rules 9.5)', async () => {
    const run = openRun();
    const [maker, bidder, member] = [0, 1, 2];
    const before = run.view<number>('ledger', futuresWallet(member));
    run.apply(member, 0, { kind: CommandKind.SetLeverage, leverage: 50 });
    run.apply(member, 0, { kind: CommandKind.SetMarginType, marginType: 1 });
    place(run, maker, 0, 1, MARKS[0], 500);
    place(run, member, 0, 0, MARKS[0], 500);
    place(run, bidder, 0, 0, MARKS[0] - 110_000, 500);
    const mark = (MARKS[0] - 108_000) * 100;
    run.apply(-1, 0, { kind: CommandKind.SetMark, mark, index: mark, last: mark / 100, valid: 1 });
    await project([run.batch()]);
    const taken = run.view<number>('ledger', HouseAccount.Insurance);
    expect(taken).toBeGreaterThan(0);
    const steps = await listLiquidationSteps({ pool }, { ...all, account: member });
    expect(steps.rows.filter(({ fee }) => fee > 0).map(({ stage, fee, equity }) => [stage, fee, equity])).toEqual([
      [LiquidationStage.ClosedInBook, taken, 0],
    ]);
    const [position] = (await listClosedPositions({ pool }, { ...all, account: member })).rows;
    const net = position.realizedPnl - position.feesPaid - position.fundingPaid;
    expect(net).toBe(run.view<number>('ledger', futuresWallet(member)) - before);
  });

  it('of a scope of two legs the fee is of the leg that was sold, in its steps, its position and what is told live', async () => {
    const run = openRun();
    const [maker, bidder, member] = [0, 1, 2];
    const debit = futuresWallet(member);
    const promo = HouseAccount.Promo;
    const amount = run.view<number>('ledger', debit) - 5_000_000_000;
    run.apply(-1, -1, { kind: CommandKind.Transfer, debit, credit: promo, amount, reason: PostingReason.Adjustment });
    // 30,000 USDT each: bitcoin finds a buyer when it falls, the other nobody.
    place(run, maker, 0, 1, MARKS[0], 500);
    place(run, member, 0, 0, MARKS[0], 500);
    place(run, maker, 1, 1, MARKS[1], 37_500_000_000);
    place(run, member, 1, 0, MARKS[1], 37_500_000_000);
    const legs = run.view<{ positions: PositionView[] }>('openPositions', member, -1).positions.toSorted((a, b) => a.symbol - b.symbol);
    expect(legs.map(({ lots }) => lots)).toEqual([500, 37_500_000_000]);
    let hear: (batch: EventBatch) => void = () => {};
    const live = createClearances({ engine: { onBatch: (listener: typeof hear) => (hear = listener) } } as unknown as AppContext);
    const fall = (symbol: number, percent: number) => {
      const mark = (MARKS[symbol] * (100 - percent)) / 100;
      run.apply(-1, symbol, { kind: CommandKind.SetMark, mark: mark * 100, index: mark * 100, last: mark, valid: 1 });
    };
    fall(0, 5);
    place(run, bidder, 0, 0, (MARKS[0] * 95) / 100, 500);
    fall(1, 10);
    const batch = run.batch();
    await project([batch]);
    hear(batch);
    const { rows } = await listLiquidationSteps({ pool }, { ...all, account: member });
    const closed = (await listClosedPositions({ pool }, { ...all, account: member })).rows;
    expect(closed).toHaveLength(2);
    const feesOf = (positionId: number) => rows.filter((step) => step.positionId === positionId).reduce((sum, { fee }) => sum + fee, 0);
    const { rows: paid } = await pool.query('SELECT position_id AS id, clearance_paid AS fee FROM futures_position WHERE account = $1', [
      member,
    ]);
    for (const { id, fee } of paid) expect([id, fee, live.of(1, id)]).toEqual([id, feesOf(id), feesOf(id)]);
    expect(legs.map(({ positionId }) => feesOf(positionId) > 0)).toEqual([true, false]);
  });
});
