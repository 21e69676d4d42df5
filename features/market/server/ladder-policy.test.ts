// The policy that keeps market data out of the journal: ladders only with what meets them, marks once a second with exposure, switches on change.
import {
  CommandKind,
  decodeCommand,
  encodeCommand,
  OrderType,
  packOrderFlags,
  PositionSide,
  SelfTrade,
  Side,
  SwitchBit,
  TimeInForce,
} from '@maru/engine/wire/command.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLadderPolicy, type EngineMarketView, type LadderPolicy } from './ladder-policy.ts';
import { OFFER_HEAD } from './market-offer.ts';

const start = 1_795_000_000_000;
const site = 3;
const live = {
  symbol: 0,
  at: start,
  bits: 0,
  valid: 1,
  last: 6_180_010,
  mark: 618_001_000,
  index: 618_100_000,
  depthAt: start,
  parts: [0, 0, 0],
};

function offerOf(
  change: Partial<typeof live> = {},
  bids = [6_180_000, 500, 6_179_990, 900],
  asks = [6_180_010, 400, 6_180_020, 800],
): Float64Array {
  const o = { ...live, ...change };
  const words = new Float64Array(OFFER_HEAD + bids.length + asks.length);
  const sizes = [bids.length / 2, asks.length / 2];
  words.set([o.symbol, o.at, o.bits, o.valid, o.last, o.mark, o.index, o.depthAt, ...sizes, ...o.parts, ...bids, ...asks]);
  return words;
}

const flags = { positionSide: PositionSide.Both, timeInForce: TimeInForce.GTC, selfTrade: SelfTrade.ExpireTaker, reduceOnly: false };
const head = { time: 0, account: 5, symbol: 0, keyHi: 0, keyLo: 0, body: 0 };
const order = (side: number, price: number, type: number = OrderType.Limit) =>
  encodeCommand({ ...head, kind: CommandKind.PlaceOrder, side, type, price, lots: 10, slippage: 0, clientOrderId: '', ...flags });
const kinds = (records: readonly Float64Array[] | null) => (records ?? []).map((record) => record[0]);
const { SetLadder, SetMark, SetSwitch } = CommandKind;

/** What the engine holds, as the policy can see it. */
const idle = { memberBid: 0, memberAsk: 0, ladderBid: 0, ladderAsk: 0, hasExposure: false, stopAbove: 0, bits: 0 };
const engine = { ...idle };
const view: EngineMarketView = {
  memberBestBid: () => engine.memberBid,
  memberBestAsk: () => engine.memberAsk,
  ladderBestBid: () => engine.ladderBid,
  ladderBestAsk: () => engine.ladderAsk,
  hasExposure: () => engine.hasExposure,
  hasTriggers: () => engine.stopAbove > 0,
  reachesTrigger: (_symbol, _mark, last) => engine.stopAbove > 0 && last >= engine.stopAbove,
  switchBits: () => engine.bits,
};
let policy: LadderPolicy;
const companions = (record: Float64Array, now = start) => policy.companions(site, record, 0, now);

function opened(houseLadder = true): LadderPolicy {
  return createLadderPolicy([{ id: site, symbols: ['BINANCE:BTCUSDT', 'BINANCE:ETHUSDT'], houseLadder }], () => view);
}

beforeEach(() => {
  Object.assign(engine, idle);
  policy = opened();
  policy.offer(offerOf());
});

describe('an order brings the market it meets', () => {
  test('a resting order brings the mark alone', () => {
    expect(kinds(companions(order(Side.Buy, 6_170_000)))).toEqual([SetMark]);
    expect(companions(order(Side.Buy, 6_170_000), start + 500)).toBeNull();
    expect(kinds(companions(order(Side.Buy, 6_170_000), start + 1000))).toEqual([SetMark]);
  });

  test.each([
    ['market buy', order(Side.Buy, 0, OrderType.Market)],
    ['market sell', order(Side.Sell, 0, OrderType.Market)],
    ['limit buy at the best ask', order(Side.Buy, 6_180_010)],
    ['limit sell at the best bid', order(Side.Sell, 6_180_000)],
  ])('%s brings mark and ladder', (_name, record) => {
    expect(kinds(companions(record))).toEqual([SetMark, SetLadder]);
  });

  test('a computed mark carries what it was made of, the venue’s own carries nothing (for explanations)', () => {
    policy.offer(offerOf({ parts: [618_100_100, 618_000_900, 10_000] }));
    const [mark] = companions(order(Side.Buy, 6_170_000)) ?? [];
    expect(decodeCommand(mark)).toMatchObject({ mark: live.mark, parts: [618_100_100, 618_000_900, 10_000] });
    policy.offer(offerOf());
    const [mirrored] = companions(order(Side.Buy, 6_170_000), start + 1000) ?? [];
    expect(decodeCommand(mirrored)).not.toHaveProperty('parts');
  });

  test('the ladder is the offered one, whole, and the mark carries its validity', () => {
    const [mark, ladder] = (companions(order(Side.Buy, 0, OrderType.Market)) ?? []).map((record) => decodeCommand(record));
    expect(mark).toMatchObject({ mark: live.mark, index: live.index, last: live.last * 100, valid: 1, symbol: 0 });
    expect(ladder).toMatchObject({ bids: [6_180_000, 500, 6_179_990, 900], asks: [6_180_010, 400, 6_180_020, 800], symbol: 0 });
  });

  test('the same ladder is not dealt twice: what was taken from it stays taken until a newer one comes', () => {
    companions(order(Side.Buy, 0, OrderType.Market));
    expect(companions(order(Side.Buy, 0, OrderType.Market), start + 50)).toBeNull();
    policy.offer(offerOf({ at: start + 100, depthAt: start + 100 }));
    expect(kinds(companions(order(Side.Buy, 0, OrderType.Market), start + 100))).toEqual([SetLadder]);
  });

  test('an order that meets only the older ladder which the engine still holds brings the present one', () => {
    engine.ladderAsk = 6_100_000;
    expect(kinds(companions(order(Side.Buy, 6_150_000)))).toContain(SetLadder);
  });

  test('an amendment brings it: the record does not name the side', () => {
    const amend = encodeCommand({ ...head, kind: CommandKind.AmendOrder, orderId: 9, price: 6_180_010, lots: 10 });
    expect(kinds(companions(amend))).toEqual([SetMark, SetLadder]);
    expect(companions(amend, start + 10)).toBeNull();
  });

  test('depth older than 500 ms is withdrawn: the order meets an empty ladder (3.3)', () => {
    const [, ladder] = (companions(order(Side.Buy, 0, OrderType.Market), start + 501) ?? []).map((record) => decodeCommand(record));
    expect(ladder).toMatchObject({ kind: SetLadder, bids: [], asks: [] });
  });

  test('a site whose counterparty is off gets an empty ladder', () => {
    policy = opened(false);
    policy.offer(offerOf());
    const records = (companions(order(Side.Buy, 0, OrderType.Market)) ?? []).map((record) => decodeCommand(record));
    expect(records.at(-1)).toMatchObject({ kind: SetLadder, bids: [], asks: [] });
  });

  test('reversing brings the symbol’s book, closing all the books of every symbol with exposure (5.7)', () => {
    const reverse = encodeCommand({ ...head, kind: CommandKind.ReversePosition, positionId: 1, slippage: 0 });
    expect(kinds(companions(reverse))).toEqual([SetMark, SetLadder]);
    const all = encodeCommand({ ...head, symbol: -1, kind: CommandKind.ClosePositions, slippage: 0 });
    expect(companions(all)).toBeNull();
    engine.hasExposure = true;
    policy = opened();
    policy.offer(offerOf());
    policy.offer(offerOf({ symbol: 1, mark: 26_000_000, index: 26_000_000, last: 260_000 }, [259_990, 50], [260_010, 40]));
    expect(kinds(companions(all))).toEqual([SetMark, SetLadder, SetMark, SetLadder]);
  });

  test('cancels and transfers bring nothing', () => {
    expect(companions(encodeCommand({ ...head, kind: CommandKind.CancelOrder, orderId: 4 }))).toBeNull();
    expect(companions(encodeCommand({ ...head, kind: CommandKind.Transfer, debit: 1, credit: 2, amount: 5, reason: 0 }))).toBeNull();
    expect(companions(encodeCommand({ ...head, kind: CommandKind.CancelAll }))).toBeNull();
  });
});

describe('what the market demands by itself', () => {
  test('an idle site gets nothing, whatever the market does', () => {
    for (let i = 0; i < 600; i++) {
      policy.offer(offerOf({ mark: live.mark + i, depthAt: start + i * 100, bits: i % 3 === 0 ? SwitchBit.Stale : 0 }));
      expect(policy.reactions(start + i * 100)).toEqual([]);
    }
  });

  test('exposure: one mark a second, with the ladder before it so that a liquidation meets present depth', () => {
    engine.hasExposure = true;
    const told: number[] = [];
    for (let i = 0; i < 100; i++) {
      policy.offer(offerOf({ mark: live.mark + i, depthAt: start + i * 100 }));
      for (const { record } of policy.reactions(start + i * 100)) told.push(record[0]);
    }
    expect(told.filter((kind) => kind === SetMark)).toHaveLength(10);
    expect(told.filter((kind) => kind === SetLadder).length).toBeLessThanOrEqual(10);
    expect(told.slice(0, 2)).toEqual([SetLadder, SetMark]);
  });

  test('a ladder that an order brought half a second ago is set again before the mark: the engine would no longer use it', () => {
    engine.hasExposure = true;
    policy.companions(site, order(Side.Buy, 6_190_000), 0, start);
    policy.offer(offerOf({ mark: live.mark + 100, depthAt: start + 1000 }));
    policy.companions(site, order(Side.Buy, 6_190_000), 0, start + 600);
    policy.offer(offerOf({ mark: live.mark + 200, depthAt: start + 1000 }));
    expect(policy.reactions(start + 1000).map(({ record }) => record[0])).toEqual([SetLadder, SetMark]);
  });

  test('an unchanged mark is told again only before it grows too old to liquidate on', () => {
    engine.hasExposure = true;
    policy.reactions(start);
    expect(policy.reactions(start + 3999)).toEqual([]);
    expect(policy.reactions(start + 4000).map(({ record }) => record[0])).toContain(SetMark);
  });

  test('orders that wait for a price: marks like exposure, and at once when one is reached, the ladder before it', () => {
    engine.stopAbove = (live.last + 500) * 100;
    expect(policy.reactions(start).map(({ record }) => record[0])).toEqual([SetLadder, SetMark]);
    policy.offer(offerOf({ last: live.last + 499, depthAt: start + 300 }));
    expect(policy.reactions(start + 300)).toEqual([]);
    policy.offer(offerOf({ last: live.last + 500, depthAt: start + 350 }));
    const told = policy.reactions(start + 350).map(({ record }) => decodeCommand(record));
    expect(told).toMatchObject([{ kind: SetLadder }, { kind: SetMark, last: (live.last + 500) * 100 }]);
    expect(policy.reactions(start + 400)).toEqual([]);
  });

  test('a funding settlement brings the mark it is judged by', () => {
    const record = encodeCommand({ ...head, account: -1, kind: CommandKind.SettleFunding, rate: 1, fundingTime: start });
    expect(kinds(companions(record))).toEqual([SetMark]);
  });

  test('a new ladder that reaches a resting order is told at once, equal price included', () => {
    engine.memberBid = 6_180_009;
    expect(policy.reactions(start)).toEqual([]);
    policy.offer(offerOf({ depthAt: start + 100 }, [6_179_000, 5], [6_180_009, 7]));
    const told = policy.reactions(start + 100).map(({ record }) => decodeCommand(record));
    expect(told.map(({ kind }) => kind)).toEqual([SetMark, SetLadder]);
    expect(told[1]).toMatchObject({ asks: [6_180_009, 7] });
    expect(policy.reactions(start + 150)).toEqual([]);
  });
});

describe('switches of the feed', () => {
  test('a stale feed is told with the next order, an operator’s own bits stay', () => {
    engine.bits = SwitchBit.CancelOnly;
    policy.offer(offerOf({ bits: SwitchBit.Stale }));
    const [first] = (companions(order(Side.Buy, 6_170_000)) ?? []).map((record) => decodeCommand(record));
    expect(first).toMatchObject({ kind: SetSwitch, bits: SwitchBit.CancelOnly | SwitchBit.Stale });
  });

  test('told once: not again while it is on its way, not at all once the engine has it', () => {
    policy.offer(offerOf({ bits: SwitchBit.Stale }));
    expect(kinds(companions(order(Side.Buy, 6_170_000)))).toContain(SetSwitch);
    expect(kinds(companions(order(Side.Buy, 6_170_000), start + 10))).not.toContain(SetSwitch);
    engine.bits = SwitchBit.Stale;
    expect(kinds(companions(order(Side.Buy, 6_170_000), start + 3000))).not.toContain(SetSwitch);
  });

  test('fresh again: the bit is taken away and an operator’s halt is not', () => {
    engine.bits = SwitchBit.Halt | SwitchBit.FeedHalt | SwitchBit.Stale;
    engine.hasExposure = true;
    const told = policy.reactions(start).map(({ record }) => decodeCommand(record));
    expect(told[0]).toMatchObject({ kind: SetSwitch, bits: SwitchBit.Halt });
  });

  test('while the feed is unsound its ladder is withdrawn', () => {
    policy.offer(offerOf({ bits: SwitchBit.FeedHalt | SwitchBit.Stale, valid: 0 }));
    const records = (companions(order(Side.Buy, 0, OrderType.Market)) ?? []).map((record) => decodeCommand(record));
    expect(records).toMatchObject([{ kind: SetSwitch }, { kind: SetMark, valid: 0 }, { kind: SetLadder, bids: [], asks: [] }]);
  });
});

test('a symbol that has no market gets nothing, and the site’s others are served', () => {
  policy = createLadderPolicy([{ id: site, symbols: ['BINANCE:BTCUSDT', 'NOWHERE:ABC'], houseLadder: true }], () => view);
  policy.offer(offerOf());
  const unknown = order(Side.Buy, 0, OrderType.Market);
  unknown[3] = 1;
  expect(companions(unknown)).toBeNull();
  expect(kinds(companions(order(Side.Buy, 0, OrderType.Market)))).toEqual([SetMark, SetLadder]);
});

test('order flags of the tests are the engine’s own', () => {
  expect(order(Side.Sell, 5)[9]).toBe(packOrderFlags({ side: Side.Sell, type: OrderType.Limit, ...flags }));
});
