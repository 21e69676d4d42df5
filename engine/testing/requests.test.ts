// Idempotency (I9): one key has one result, for 24 hours of engine time, across snapshot and restart; a refusal leaves the key free.
import { describe, expect, test } from 'vitest';
import { type Command, CommandKind, encodeCommand, OrderType, PositionSide, SelfTrade, Side, TimeInForce } from '../wire/command.ts';
import { decodeEvent, type EngineEvent, EVENT_WORDS, EventKind } from '../wire/event.ts';
import { apply } from '../apply.ts';
import { EventBuffer } from '../wire/event-buffer.ts';
import { HouseAccount, futuresWallet } from '../ledger/account.ts';
import { firstOfRequest } from '../requests.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import type { EngineState } from '../state.ts';
import { DAY_MS } from '../time.ts';
import { TestExchange } from './test-exchange.ts';

const USDT = 1_000_000;
const MARK = 6_000_000;

type PlaceOrder = Extract<Command, { kind: typeof CommandKind.PlaceOrder }>;
const buy = (key: number, change: Partial<PlaceOrder> = {}): PlaceOrder => ({
  kind: CommandKind.PlaceOrder,
  time: 0,
  account: 0,
  symbol: 0,
  keyHi: key,
  keyLo: 5,
  body: 77,
  side: Side.Buy,
  positionSide: PositionSide.Both,
  type: OrderType.Limit,
  timeInForce: TimeInForce.GTC,
  selfTrade: SelfTrade.ExpireTaker,
  reduceOnly: false,
  price: MARK,
  lots: 10,
  slippage: 0,
  clientOrderId: 'mine',
  ...change,
});

function exchangeOf(): TestExchange {
  const exchange = new TestExchange();
  exchange.open(0, 10_000 * USDT).open(1, 10_000 * USDT);
  exchange.mark(0, MARK);
  exchange.ladder(0, [], [MARK, 4]);
  return exchange;
}

function send(state: EngineState, command: Command, time: number): EngineEvent[] {
  const sink = new EventBuffer(16);
  apply(state, encodeCommand({ ...command, time }), 0, state.seq + 1, sink);
  const events: EngineEvent[] = [];
  for (let at = 0; at < sink.length; at += EVENT_WORDS) events.push(decodeEvent(sink.words, at));
  return events;
}

test('of several keys: the first that is known, and whether one of them had another body', () => {
  const { state, time } = exchangeOf();
  const keys = [9, 2, 1].map((key) => [key, 5] as const);
  expect(firstOfRequest(state, 0, keys, 77)).toEqual({ seq: 0, isOther: false });
  send(state, buy(1), time);
  const { seq } = state;
  send(state, buy(2), time);
  expect(firstOfRequest(state, 0, keys, 77)).toEqual({ seq, isOther: false });
  expect(firstOfRequest(state, 0, keys, 78)).toEqual({ seq, isOther: true });
  send(state, buy(9, { body: 78 }), time);
  expect(firstOfRequest(state, 0, keys, 77)).toEqual({ seq, isOther: true });
  expect(firstOfRequest(state, 1, keys, 77)).toEqual({ seq: 0, isOther: false });
});

describe('a request key', () => {
  test('gives the first answer again: sequence, order, and how it stood then', () => {
    const exchange = exchangeOf();
    const first = send(exchange.state, buy(1), exchange.time);
    const seq = exchange.state.seq;
    const placed = first.find((e) => e.kind === EventKind.OrderPlaced);
    const again = send(exchange.state, buy(1), exchange.time + 5);
    expect(again).toEqual([
      expect.objectContaining({
        kind: EventKind.RequestRepeated,
        firstSeq: seq,
        command: CommandKind.PlaceOrder,
        filledLots: 4,
        filledCost: BigInt(MARK) * 4n,
        orderId: placed?.kind === EventKind.OrderPlaced ? placed.orderId : 0,
      }),
    ]);
    expect(exchange.lots(0)).toBe(4);
  });

  test('with another body is refused', () => {
    const exchange = exchangeOf();
    send(exchange.state, buy(1), exchange.time);
    expect(exchange.refusal(send(exchange.state, buy(1, { body: 78, lots: 11 }), exchange.time))).toBe('REQUEST_REUSED');
  });

  test('belongs to its member', () => {
    const exchange = exchangeOf();
    send(exchange.state, buy(1), exchange.time);
    expect(send(exchange.state, buy(1, { account: 1 }), exchange.time).some((e) => e.kind === EventKind.OrderPlaced)).toBe(true);
  });

  test('stays free after a refusal', () => {
    const exchange = exchangeOf();
    expect(exchange.refusal(send(exchange.state, buy(1, { lots: 0 }), exchange.time))).toBe('QUANTITY_NOT_POSITIVE');
    expect(send(exchange.state, buy(1), exchange.time).some((e) => e.kind === EventKind.OrderPlaced)).toBe(true);
  });

  test('covers every command that has one, transfers too', () => {
    const exchange = exchangeOf();
    const debit = HouseAccount.External;
    const transfer: Command = {
      kind: CommandKind.Transfer,
      time: 0,
      account: 0,
      symbol: -1,
      keyHi: 3,
      keyLo: 3,
      body: 3,
      debit,
      credit: futuresWallet(0),
      amount: USDT,
      reason: 1,
    };
    const before = exchange.balance(futuresWallet(0));
    for (let i = 0; i < 4; i++) send(exchange.state, transfer, exchange.time);
    expect(exchange.balance(futuresWallet(0)) - before).toBe(USDT);
  });

  test('survives a snapshot', () => {
    const exchange = exchangeOf();
    send(exchange.state, buy(1), exchange.time);
    const bytes = new Uint8Array(snapshotBytes(exchange.state));
    const loaded = loadSnapshot(bytes.slice(0, takeSnapshot(exchange.state, bytes)));
    expect(send(loaded, buy(1), exchange.time).map((e) => e.kind)).toEqual([EventKind.RequestRepeated]);
    expect(exchange.refusal(send(loaded, buy(1, { body: 1 }), exchange.time))).toBe('REQUEST_REUSED');
  });

  test('is forgotten after 24 hours and not before', () => {
    const exchange = exchangeOf();
    send(exchange.state, buy(1), exchange.time);
    expect(send(exchange.state, buy(1), exchange.time + DAY_MS).map((e) => e.kind)).toEqual([EventKind.RequestRepeated]);
    expect(send(exchange.state, buy(1), exchange.time + DAY_MS + 1).some((e) => e.kind === EventKind.OrderPlaced)).toBe(true);
  });

  test('20,000 commands, each sent one to five times, take effect once each (R21)', () => {
    const exchange = new TestExchange();
    exchange.open(0, 1);
    const debit = HouseAccount.External;
    const sink = new EventBuffer(16);
    let sent = 0;
    for (let id = 1; id <= 20_000; id++) {
      for (let k = 0; k <= id % 5; k++) {
        sink.clear();
        const record = encodeCommand({
          kind: CommandKind.Transfer,
          time: exchange.time,
          account: 0,
          symbol: -1,
          keyHi: id,
          keyLo: id,
          body: id,
          debit,
          credit: futuresWallet(0),
          amount: 1,
          reason: 1,
        });
        apply(exchange.state, record, 0, exchange.state.seq + 1, sink);
        sent += 1;
      }
    }
    expect(sent).toBe(60_000);
    // The small class remembers 1,024: a key is repeated at once here, so none is forgotten between.
    expect(exchange.balance(futuresWallet(0))).toBe(20_001);
  });
});
