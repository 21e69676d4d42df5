// A tick that reaches thousands puts them in line in parts that others' commands pass between, in the order it would have at once.
import { describe, expect, test } from 'vitest';
import { CommandKind, Side } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import { META_CROSSINGS, META_FIRED, META_SLICE } from '../layout.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { stateHash } from '../state-hash.ts';
import { arm, conditionalExchange, MARK, price, told } from '../testing/conditional-steps.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { isWorkWaiting } from '../work.ts';

const USDT = 1_000_000;
const tick = (exchange: TestExchange) => exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });

/** Sixty members with a buy stop each, the nearest last; slices so small that four fit into one command. */
function crowd(): { exchange: TestExchange; ids: number[] } {
  const exchange = conditionalExchange({ maxConditionalOrders: 200 });
  exchange.state.meta[META_SLICE] = 16;
  const ids: number[] = [];
  for (let k = 0; k < 60; k++) {
    exchange.open(10 + k, 1_000_000 * USDT);
    ids.unshift(arm(exchange, { account: 10 + k, side: Side.Buy, lots: 10, stopPrice: MARK + 1000 - k }));
  }
  return { exchange, ids };
}

function workOff(exchange: TestExchange): { turns: unknown[]; commands: number } {
  const turns: unknown[] = [];
  let commands = 0;
  while (isWorkWaiting(exchange.state)) {
    turns.push(...told(tick(exchange)).filter(([what]) => what === 'triggered'));
    commands++;
  }
  return { turns, commands };
}

describe('orders that one tick reached', () => {
  test('are put in line so many a command, and none has its turn before the line is whole', () => {
    const { exchange } = crowd();
    const events = price(exchange, MARK + 1000);
    expect(events.some((e) => e.kind === EventKind.OrderTriggered)).toBe(false);
    // Four by the tick itself and four by the slice of work it may do.
    expect(exchange.state.meta[META_FIRED]).toBe(8);
    const lines = [8];
    for (let k = 0; k < 12; k++) {
      expect(told(tick(exchange)).filter(([what]) => what === 'triggered')).toEqual([]);
      lines.push(exchange.state.meta[META_FIRED]);
    }
    expect(lines).toEqual([8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56]);
    // The last four make it whole, and the first have their turns.
    expect(told(tick(exchange)).some(([what]) => what === 'triggered')).toBe(true);
    expect(exchange.state.meta[META_CROSSINGS]).toBe(0);
  });

  test('take their turns nearest first, as if they had been put in line at once', () => {
    const { exchange, ids } = crowd();
    price(exchange, MARK + 1000);
    const { turns, commands } = workOff(exchange);
    expect(turns.map((turn) => (turn as unknown[])[1])).toEqual(ids);
    expect(commands).toBeGreaterThan(15);
  });

  test('a further tick of the symbol makes the line whole first, though the price is back', () => {
    const { exchange, ids } = crowd();
    price(exchange, MARK + 1000);
    price(exchange, MARK);
    expect(exchange.state.meta[META_CROSSINGS]).toBe(0);
    expect(exchange.state.meta[META_FIRED]).toBe(60);
    expect(workOff(exchange).turns).toHaveLength(ids.length);
  });

  test('goes on the same from a snapshot taken in between', () => {
    const { exchange } = crowd();
    price(exchange, MARK + 1000);
    const bytes = new Uint8Array(snapshotBytes(exchange.state));
    takeSnapshot(exchange.state, bytes);
    const loaded = loadSnapshot(bytes);
    expect(stateHash(loaded)).toBe(stateHash(exchange.state));
    expect(loaded.meta[META_CROSSINGS]).toBe(1);
  });

  test('an order cancelled before it is in line never fires', () => {
    const { exchange, ids } = crowd();
    price(exchange, MARK + 1000);
    const last = ids[59];
    exchange.accept({ kind: CommandKind.CancelOrder, account: 10, symbol: 0, orderId: last });
    expect(workOff(exchange).turns.map((turn) => (turn as unknown[])[1])).toEqual(ids.slice(0, 59));
  });
});
