// Attack RSK-02 at full length: a member closes while it is being liquidated, five hundred rounds of each order of arrival. Beside it the
// same over HTTP with fewer rounds (e2e/attack/risk.test.ts).
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, OrderType, Side } from '../wire/command.ts';
import { type EngineEvent, EventKind, PositionEnd } from '../wire/event.ts';
import { META_SLICE } from '../layout.ts';
import { isWorkWaiting } from '../work.ts';
import { TestExchange } from './test-exchange.ts';

const USDT = 1_000_000;
const MARK = 5_000_000;
const DOWN = 4_960_000;
const ROUNDS = 500;

function racer(): TestExchange {
  const exchange = new TestExchange({ makerFee: 0, takerFee: 0, ladderAgeMs: 1e12 });
  exchange.open(0, 100_000 * USDT);
  exchange.mark(0, MARK);
  exchange.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 100 });
  exchange.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType: MarginType.Isolated });
  return exchange;
}

const close = (exchange: TestExchange) =>
  exchange.order({ account: 0, side: Side.Sell, type: OrderType.Market, lots: 10, reduceOnly: true });
const tick = (exchange: TestExchange) => exchange.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
const closings = (events: readonly EngineEvent[]) => events.flatMap((e) => (e.kind === EventKind.PositionClosed ? [e.end] : []));

/** One round; answers how the position ended, each time that it did, and what the close was refused for. */
function round(
  exchange: TestExchange,
  arrival: (exchange: TestExchange, events: EngineEvent[]) => void,
): { ends: number[]; code: string | undefined } {
  exchange.mark(0, MARK);
  exchange.ladder(0, [MARK - 100, 1_000], [MARK + 100, 1_000]);
  exchange.place({ account: 0, side: Side.Buy, type: OrderType.Market, lots: 10 });
  exchange.ladder(0, [DOWN, 1_000], [DOWN + 100, 1_000]);
  const events: EngineEvent[] = [];
  arrival(exchange, events);
  while (isWorkWaiting(exchange.state)) events.push(...tick(exchange));
  return { ends: closings(events), code: exchange.refusal(events) };
}

describe('RSK-02: closing while being liquidated', () => {
  test.each([
    [
      'the close first',
      (f: TestExchange, e: EngineEvent[]): void => void e.push(...close(f), ...f.mark(0, DOWN)),
      { ends: [PositionEnd.Closed], code: undefined },
      0,
    ],
    [
      'the fall first',
      (f: TestExchange, e: EngineEvent[]): void => void e.push(...f.mark(0, DOWN), ...close(f)),
      { ends: [PositionEnd.Liquidated], code: 'REDUCE_ONLY_REJECTED' },
      0,
    ],
    [
      'between the fall and its turn',
      (f: TestExchange, e: EngineEvent[]): void => void e.push(...f.mark(0, DOWN), ...close(f), ...tick(f)),
      { ends: [PositionEnd.Liquidated], code: 'ACCOUNT_IN_LIQUIDATION' },
      // So small that the wave waits for a Tick.
      8,
    ],
  ] as const)('%s: closed once, five hundred times', (_says, arrival, expected, slice) => {
    const exchange = racer();
    if (slice > 0) exchange.state.meta[META_SLICE] = slice;
    for (let k = 0; k < ROUNDS; k++) {
      expect(round(exchange, arrival)).toEqual(expected);
      expect(exchange.lots(0)).toBe(0);
    }
    expect([...exchange.state.ledger].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });
});
