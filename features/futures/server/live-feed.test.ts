// The live feed beside an engine that goes on, from facts alone and while an account is being read: every event is told once, by its own name.
import { CommandKind, OrderType, PositionSide, SelfTrade, TimeInForce } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { encodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { createEngineRun } from '@maru/kit/server/testing/engine-run.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FuturesEvent } from '../contract.ts';
import type { PositionView } from './engine-views.ts';
import { type LiveFeed, startLiveFeed } from './live-feed.ts';
import { presentPosition } from './present-position.ts';
import { symbolAt } from './site-symbols.ts';

const SYMBOLS = ['BINANCE:BTCUSDT', 'BINANCE:ETHUSDT'];
const MARK = 6_000_000;
const site = { id: 1, symbols: SYMBOLS, languages: ['ko', 'en'] };
let run: ReturnType<typeof createEngineRun>;
let tell: (batch: EventBatch) => void;
/** Reads that wait for an answer, which is how the engine stands then. */
let reads: (() => void)[];
let told: FuturesEvent[];
let feed: LiveFeed;
let isAway: boolean;
let isWanted: boolean;
/** Members who listen to their account, and how often it was told. */
let listening: number[];
let accounts: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  listening = [];
  accounts = 0;
  run = createEngineRun();
  reads = [];
  told = [];
  isAway = false;
  isWanted = true;
  const spec = (code: string) => encodeInstrument(instrumentOf(symbolNamed(code), { makerFee: 20_000, takerFee: 40_000 }));
  SYMBOLS.forEach((code, symbol) => {
    run.apply(-1, symbol, { kind: CommandKind.ListSymbol, spec: spec(code) });
    run.apply(-1, symbol, { kind: CommandKind.SetMark, mark: MARK * 100, index: MARK * 100, last: MARK * 100, valid: 1 });
    run.apply(-1, symbol, { kind: CommandKind.SetLadder, bids: [MARK - 100, 50_000], asks: [MARK, 50_000] });
  });
  run.apply(0, -1, { kind: CommandKind.OpenAccount });
  run.apply(-1, -1, {
    kind: CommandKind.Transfer,
    debit: HouseAccount.Promo,
    credit: futuresWallet(0),
    amount: 100_000_000_000,
    reason: PostingReason.Adjustment,
  });
  run.batch();
  feed = startLiveFeed({
    engine: {
      onBatch: (listener: typeof tell) => (tell = listener),
      query: (_site: number, view: string, ...args: unknown[]) =>
        isAway
          ? Promise.reject(new Error('away'))
          : new Promise((done) => reads.push(() => done(structuredClone(run.view(view, ...args))))),
    },
    sites: { byId: () => site },
    services: { use: () => ({ memberOf: () => 7, accountOf: () => 0 }), find: () => undefined },
    sockets: {
      wants: () => isWanted,
      listening: () => listening,
      send: (_site: number, _member: number, queue: string, body: FuturesEvent) => {
        if (queue.endsWith('futures')) told.push(body);
        else accounts++;
      },
    },
    log: { warn: () => expect(isAway).toBe(true) },
  } as unknown as AppContext);
});
afterEach(() => {
  feed.stop();
  vi.useRealTimers();
});

const happens = () => tell(run.batch());
/** The waiting read is answered, and what follows from it is done. */
async function answer(): Promise<void> {
  reads.shift()?.();
  await new Promise((done) => setImmediate(done));
}
function place(symbol: number, type: number, price: number, lots: number, side = 0): void {
  const { GTC, IOC } = TimeInForce;
  const how = { positionSide: PositionSide.Both, selfTrade: SelfTrade.ExpireTaker, reduceOnly: false, slippage: 0 };
  const timeInForce = type === OrderType.Limit ? GTC : IOC;
  run.apply(0, symbol, { kind: CommandKind.PlaceOrder, side, type, timeInForce, price, lots, clientOrderId: `own-${symbol}`, ...how });
}
const types = () => told.map(({ type }) => type);

it('an order that is changed and cancelled while the account is read: placed, changed, cancelled, by its own id', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  const [order] = run.view<{ orders: { orderId: number }[] }>('openOrders', 0, -1).orders;
  run.apply(0, 0, { kind: CommandKind.AmendOrder, orderId: order.orderId, price: MARK - 900, lots: 10 });
  happens();
  run.apply(0, 0, { kind: CommandKind.CancelOrder, orderId: order.orderId });
  happens();
  await answer();
  await answer();
  expect(types()).toEqual(['ORDER_SUCCESS', 'ORDER_UPDATE', 'ORDER_CANCEL']);
  expect(told.map((event) => event.order?.clientOrderId)).toEqual(['own-0', 'own-0', 'own-0']);
});

it('an order that comes while another’s account is read is told as placed', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  place(1, OrderType.Limit, MARK - 1000, 10);
  happens();
  await answer();
  await answer();
  expect(types()).toEqual(['ORDER_SUCCESS', 'ORDER_SUCCESS']);
});

it('a position that opens while the account is read is told as opened', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  place(1, OrderType.Market, 0, 10);
  happens();
  await answer();
  await answer();
  expect(types()).toEqual(['ORDER_SUCCESS', 'ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN']);
});

it('what happens after the account was read waits for the next read', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  reads.shift()?.();
  place(1, OrderType.Market, 0, 10);
  happens();
  await new Promise((done) => setImmediate(done));
  expect(types()).toEqual(['ORDER_SUCCESS']);
  await answer();
  expect(types()).toEqual(['ORDER_SUCCESS', 'ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN']);
  expect(reads).toEqual([]);
});

it('an order that comes while its member’s picture is read for the first time is told as placed', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  const picture = feed.prime(site as unknown as SiteConfig, 0);
  happens();
  await answer();
  await picture;
  await answer();
  expect(types()).toEqual(['ORDER_SUCCESS']);
});

it('of what could not be read its member is told to ask anew, also one who was never read before', async () => {
  isAway = true;
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  await new Promise((done) => setImmediate(done));
  expect(types()).toEqual(['SNAPSHOT_NEEDED']);
});

it('an account that is known is told from its facts at once, and the engine is not asked', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  await answer();
  run.apply(-1, 1, { kind: CommandKind.SetMark, mark: MARK * 100, index: MARK * 100, last: MARK * 100, valid: 1 });
  place(1, OrderType.Market, 0, 10);
  happens();
  expect([types(), reads]).toEqual([['ORDER_SUCCESS', 'ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_OPEN'], []]);
  const [{ positions }] = run.view<{ accounts: { positions: PositionView[] }[] }>('live', [0]).accounts;
  expect(told.at(-1)?.position).toEqual(presentPosition(symbolAt(site as unknown as SiteConfig, 1), positions[0]));
  place(1, OrderType.Market, 0, 10, 1);
  happens();
  expect(types().slice(4)).toEqual(['ORDER_SUCCESS', 'ORDER_FILLED', 'POSITION_CLOSE', 'POSITION_FINISH_HISTORY']);
  expect(reads).toEqual([]);
});

it('another leverage tells the open orders that it charges anew', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  await answer();
  const before = Number(told[0].order?.reserved);
  expect(run.apply(0, 0, { kind: CommandKind.SetLeverage, leverage: 25 })).toBe(0);
  happens();
  expect(told.at(-1)?.type).not.toBe('LEVERAGE_UPDATE');
  await answer();
  const change = told.at(-1);
  expect([change?.type, change?.leverage, change?.orders?.map(({ status }) => status)]).toEqual(['LEVERAGE_UPDATE', 25, ['NEW']]);
  expect(Number(change?.orders?.[0].reserved)).toBeLessThan(before);
});

it('what went by unheard is read before anything is told of the account again', async () => {
  place(0, OrderType.Limit, MARK - 1000, 10);
  happens();
  await answer();
  isWanted = false;
  place(0, OrderType.Limit, MARK - 2000, 10);
  happens();
  isWanted = true;
  place(0, OrderType.Limit, MARK - 3000, 10);
  happens();
  expect([types().length, reads.length]).toEqual([1, 1]);
  await answer();
  place(0, OrderType.Limit, MARK - 4000, 10);
  run.batch();
  place(0, OrderType.Limit, MARK - 5000, 10);
  happens();
  expect([types().length, reads.length]).toEqual([2, 1]);
  await answer();
  expect([types(), reads]).toEqual([['ORDER_SUCCESS', 'ORDER_SUCCESS', 'ORDER_SUCCESS'], []]);
});

it('its account follows the mark once a second, however often that moves, and not at all while it stands', async () => {
  listening = [7];
  place(0, OrderType.Market, 0, 10);
  happens();
  await answer();
  const markMoves = (by: number) => {
    const mark = MARK * 100 + by;
    run.apply(-1, 0, { kind: CommandKind.SetMark, mark, index: mark, last: mark, valid: 1 });
    happens();
  };
  const since = accounts;
  for (let second = 1; second <= 5; second++) {
    for (let i = 1; i < 10; i++) {
      vi.advanceTimersByTime(100);
      markMoves(second * 100 + i);
    }
    vi.advanceTimersByTime(99);
    expect([reads.length, accounts - since]).toEqual([0, second - 1]);
    vi.advanceTimersByTime(1);
    expect(reads.length).toBe(1);
    await answer();
    expect(accounts - since).toBe(second);
  }
  vi.advanceTimersByTime(60_000);
  expect([reads.length, accounts - since]).toEqual([0, 5]);
});
