// Attack RSK-02 at full length: a member closes while it is being liquidated, five hundred rounds of each order of arrival. Beside it the
// same over HTTP with fewer rounds (e2e/attack/risk.test.ts).
import { describe, expect, test } from 'vitest';
import { CommandKind, MarginType, OrderType, Side } from '../wire/command.ts';
import { type EngineEvent, EventKind, PositionEnd } from '../wire/event.ts';
import { META_SLICE } from '../layout.ts';
import { isWorkWaiting } from '../work.ts';
import { Floor } from './floor.ts';

const USDT = 1_000_000;
const MARK = 5_000_000;
const DOWN = 4_960_000;
const ROUNDS = 500;

function racer(): Floor {
  const floor = new Floor({ makerFee: 0, takerFee: 0, ladderAgeMs: 1e12 });
  floor.open(0, 100_000 * USDT);
  floor.mark(0, MARK);
  floor.accept({ kind: CommandKind.SetLeverage, account: 0, symbol: 0, leverage: 100 });
  floor.accept({ kind: CommandKind.SetMarginType, account: 0, symbol: 0, marginType: MarginType.Isolated });
  return floor;
}

const close = (floor: Floor) => floor.order({ account: 0, side: Side.Sell, type: OrderType.Market, lots: 10, reduceOnly: true });
const tick = (floor: Floor) => floor.accept({ kind: CommandKind.Tick, account: -1, symbol: -1 });
const closings = (events: readonly EngineEvent[]) => events.flatMap((e) => (e.kind === EventKind.PositionClosed ? [e.end] : []));

/** One round; answers how the position ended, each time that it did, and what the close was refused for. */
function round(floor: Floor, arrival: (floor: Floor, events: EngineEvent[]) => void): { ends: number[]; code: string | undefined } {
  floor.mark(0, MARK);
  floor.ladder(0, [MARK - 100, 1_000], [MARK + 100, 1_000]);
  floor.place({ account: 0, side: Side.Buy, type: OrderType.Market, lots: 10 });
  floor.ladder(0, [DOWN, 1_000], [DOWN + 100, 1_000]);
  const events: EngineEvent[] = [];
  arrival(floor, events);
  while (isWorkWaiting(floor.state)) events.push(...tick(floor));
  return { ends: closings(events), code: floor.refusal(events) };
}

describe('RSK-02: closing while being liquidated', () => {
  test.each([
    [
      'the close first',
      (f: Floor, e: EngineEvent[]): void => void e.push(...close(f), ...f.mark(0, DOWN)),
      { ends: [PositionEnd.Closed], code: undefined },
      0,
    ],
    [
      'the fall first',
      (f: Floor, e: EngineEvent[]): void => void e.push(...f.mark(0, DOWN), ...close(f)),
      { ends: [PositionEnd.Liquidated], code: 'REDUCE_ONLY_REJECTED' },
      0,
    ],
    [
      'between the fall and its turn',
      (f: Floor, e: EngineEvent[]): void => void e.push(...f.mark(0, DOWN), ...close(f), ...tick(f)),
      { ends: [PositionEnd.Liquidated], code: 'ACCOUNT_IN_LIQUIDATION' },
      // So small that the wave waits for a Tick.
      8,
    ],
  ] as const)('%s: closed once, five hundred times', (_says, arrival, expected, slice) => {
    const floor = racer();
    if (slice > 0) floor.state.meta[META_SLICE] = slice;
    for (let k = 0; k < ROUNDS; k++) {
      expect(round(floor, arrival)).toEqual(expected);
      expect(floor.lots(0)).toBe(0);
    }
    expect([...floor.state.ledger].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  });
});
