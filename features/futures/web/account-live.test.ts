// Account events are lossless and ordered: replays change nothing, ended things stay ended, a resumed stream converges.
import type { CrossAccount, FuturesEvent, Order, Position } from '@maru/futures/contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountState, applyEvent, compareEventIds, emptyAccount, fromSnapshot, putOrder } from './account-live.ts';

const order = (id: number, over: Partial<Order> = {}): Order => ({
  id,
  futuresOptionId: 1,
  symbol: 'BINANCE:BTCUSDT',
  clientOrderId: null,
  side: 'BUY',
  positionSide: 'BOTH',
  type: 'LIMIT',
  timeInForce: 'GTC',
  status: 'NEW',
  price: '60000.00',
  quantity: '1.000',
  filledQuantity: '0.000',
  averagePrice: '0',
  reduceOnly: false,
  reserved: '6000',
  endReason: null,
  marketType: 'FUTURES',
  createdAt: '',
  updatedAt: '',
  ...over,
});
const position = (id: number): Position =>
  ({ futuresPositionId: id, futuresOptionId: 1, symbol: 'BINANCE:BTCUSDT', tradeType: 'LONG', marginRatio: '82.10' }) as Position;
const event = (sequence: number, index: number, type: FuturesEvent['type'], over: Partial<FuturesEvent> = {}): FuturesEvent => ({
  type,
  eventId: `${sequence}-${index}`,
  sequence,
  marketType: 'FUTURES',
  time: '',
  ...over,
});
const cross = (sequence: number) => ({ sequence }) as CrossAccount;
const run = (events: readonly FuturesEvent[], from: AccountState = emptyAccount) =>
  events.reduce((state, e) => applyEvent(state, e).state, from);

const life = [
  event(1, 0, 'ORDER_SUCCESS', { order: order(7) }),
  event(2, 0, 'ORDER_SUCCESS', { order: order(8) }),
  event(3, 0, 'ORDER_UPDATE', { order: order(7, { status: 'PARTIALLY_FILLED', filledQuantity: '0.400' }) }),
  event(3, 1, 'POSITION_OPEN', { position: position(3) }),
  event(4, 0, 'ORDER_FILLED', { order: order(7, { status: 'FILLED', filledQuantity: '1.000' }) }),
  event(5, 0, 'ORDER_CANCEL', { order: order(8, { status: 'CANCELED' }) }),
  event(6, 0, 'POSITION_FINISH_HISTORY', { closed: { futuresPositionId: 3 } as FuturesEvent['closed'] }),
];

describe('event ids', () => {
  it('are compared as numbers', () => {
    expect(compareEventIds('10-2', '9-11')).toBe(1);
    expect(compareEventIds('9-2', '9-11')).toBe(-1);
    expect(compareEventIds('9-2', '9-2')).toBe(0);
  });
});

describe('the life of an order', () => {
  it('rests, fills, ends; the position opens and ends', () => {
    expect([...run(life.slice(0, 3)).orders.keys()]).toEqual([7, 8]);
    expect(run(life.slice(0, 4)).positions.size).toBe(1);
    const end = run(life);
    expect([end.orders.size, end.positions.size, end.lastEventId]).toEqual([0, 0, '6-0']);
  });

  it('says one effect each: six texts of the specification', () => {
    let state = emptyAccount;
    const said = [
      ...life,
      event(7, 0, 'POSITION_WARN', { position: position(4), futuresOptionId: 1 }),
      event(8, 0, 'POSITION_LIQUID', { position: position(4), futuresOptionId: 1 }),
      event(9, 0, 'LEVERAGE_UPDATE', { futuresOptionId: 1, leverage: 20 }),
    ].flatMap((e) => {
      const step = applyEvent(state, e);
      state = step.state;
      return step.effects.map((x) => x.kind);
    });
    expect(said).toEqual(['placed', 'placed', 'filled', 'canceled', 'closed', 'warned', 'liquidated', 'leverage']);
  });

  it('a replay of what was taken changes nothing and says nothing', () => {
    const end = run(life);
    for (const e of life) {
      const step = applyEvent(end, e);
      expect(step.state).toBe(end);
      expect(step.effects).toEqual([]);
    }
  });

  it('an answer that comes after its own end does not bring the order back', () => {
    expect(putOrder(run(life), order(7)).orders.size).toBe(0);
  });

  it('an older answer does not take back a fill', () => {
    const state = run(life.slice(0, 3));
    expect(putOrder(state, order(7)).orders.get(7)?.filledQuantity).toBe('0.400');
  });
});

describe('resuming', () => {
  it('from any point, with any overlap, ends in the same picture', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: life.length }), fc.integer({ min: 0, max: life.length }), (lost, back) => {
        const before = run(life.slice(0, lost));
        const after = run(life.slice(Math.max(0, lost - back)), before);
        const whole = run(life);
        expect([...after.orders]).toEqual([...whole.orders]);
        expect([...after.positions]).toEqual([...whole.positions]);
        expect(after.lastEventId).toBe(whole.lastEventId);
      }),
    );
  });

  it('a list newer than a waiting event wins; later events go on top', () => {
    const step = fromSnapshot(emptyAccount, [order(8)], [], cross(4), life);
    expect([...step.state.orders.keys()]).toEqual([]);
    expect(step.effects.map((e) => e.kind)).toEqual(['canceled', 'closed']);
  });

  it('a page that saw no event yet goes on from the sequence of its lists, and passes over what they hold', () => {
    const { state } = fromSnapshot(emptyAccount, [order(8)], [], cross(4), []);
    expect(state.lastEventId).toBe('4-999999999');
    expect(applyEvent(state, life[0]).effects).toEqual([]);
    expect(applyEvent(state, life[life.length - 1]).effects).not.toEqual([]);
  });

  it('after a reconnect the list wins and what was missed is still told', () => {
    const step = fromSnapshot(run(life.slice(0, 2)), [], [], cross(6), life.slice(2));
    expect([step.state.orders.size, step.state.lastEventId]).toEqual([0, '6-0']);
    expect(step.effects.map((e) => e.kind)).toEqual(['filled', 'canceled', 'closed']);
  });

  it('SNAPSHOT_NEEDED asks for the lists and moves nothing', () => {
    const step = applyEvent(emptyAccount, event(0, 0, 'SNAPSHOT_NEEDED'));
    expect(step).toEqual({ state: emptyAccount, effects: [{ kind: 'refetch' }] });
  });
});
