// Every way to be refused, one row each in the order of rules 3.6: refused with its code, without a trace, with a positive control.
import { describe, expect, test } from 'vitest';
import { type Command, CommandKind, SwitchBit } from '../wire/command.ts';
import { EventKind, OrderEnd } from '../wire/event.ts';
import { FIRST_ROUND_REJECT, rejections, type RejectName } from '../reject.ts';
import { stateHash } from '../state-hash.ts';
import { elsewhere, rows } from './rejection-rows.ts';
import { cancelOf, leverage, MARK, onSwitch, opened, order, resting, type Step } from './rejection-steps.ts';

describe('3.6 rejections', () => {
  test.each(rows.map((row) => [row.code, row.says, row] as const))('%s: %s', (code, _says, row) => {
    const floor = opened();
    row.given?.(floor);
    const of = (step: Step) => (typeof step === 'function' ? step(floor) : step);
    const events = floor.send(of(row.refused));
    expect(floor.refusal(events)).toBe(code);
    expect(events).toHaveLength(1);
    expect(floor.refusal(floor.send(of(row.control)))).toBeUndefined();
  });

  test.each(rows.map((row) => [row.code, row.says, row] as const))('%s: %s leaves no trace', (_code, _says, row) => {
    const floor = opened();
    row.given?.(floor);
    const twin = opened();
    row.given?.(twin);
    floor.send(typeof row.refused === 'function' ? row.refused(floor) : row.refused);
    // Only sequence and time move: the twin passes a command that is refused at the first look.
    twin.send({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: -1 });
    expect(stateHash(floor.state)).toBe(stateHash(twin.state));
  });

  test('every rejection has its row, or the reason why it has none yet', () => {
    // Those of rounds have tables of their own (engine/rounds).
    const names = [...rejections.values()].filter((r) => r.code < FIRST_ROUND_REJECT).map((r) => r.name);
    const covered = new Set<string>(rows.map((row) => row.code));
    expect(names.filter((name) => !covered.has(name) && !(name in elsewhere))).toEqual([]);
    expect(Object.keys(elsewhere).filter((name) => covered.has(name as RejectName))).toEqual([]);
  });

  test('the first failing check answers', () => {
    const floor = opened();
    onSwitch(SwitchBit.Halt)(floor);
    expect(floor.refusal(floor.send(order({ lots: 0, price: -1, account: 50 })))).toBe('TRADING_HALTED');
    onSwitch(0)(floor);
    expect(floor.refusal(floor.send(order({ lots: 0, price: -1, account: 50 })))).toBe('ACCOUNT_UNKNOWN');
    expect(floor.refusal(floor.send(order({ lots: 0, price: -1, positionSide: 3 })))).toBe('QUANTITY_NOT_POSITIVE');
    expect(floor.refusal(floor.send(order({ price: -1, positionSide: 3 })))).toBe('PRICE_NOT_POSITIVE');
    expect(floor.refusal(floor.send(order({ lots: 900_000, price: MARK * 1.06 })))).toBe('PRICE_ABOVE_BAND');
    expect(floor.refusal(floor.send(order({ lots: 900_000, reduceOnly: true })))).toBe('REDUCE_ONLY_REJECTED');
    floor.accept(leverage(125));
    expect(floor.refusal(floor.send(order({ lots: 900_000 })))).toBe('NOTIONAL_ABOVE_BRACKET');
  });

  test('cancelling is never refused by a switch', () => {
    const floor = opened();
    resting(floor);
    floor.accept({
      kind: CommandKind.SetSwitch,
      account: -1,
      symbol: -1,
      bits: SwitchBit.Halt | SwitchBit.CancelOnly | SwitchBit.MarketClosed,
    });
    const events = floor.send(cancelOf(floor, 0));
    expect(events.some((e) => e.kind === EventKind.OrderClosed)).toBe(true);
  });

  test.each([
    [undefined, OrderEnd.CanceledByMember],
    [OrderEnd.Operator, OrderEnd.Operator],
    [OrderEnd.OwnLimit, OrderEnd.OwnLimit],
    [OrderEnd.GoodTillDate, OrderEnd.GoodTillDate],
  ])('tells why: asked for %s, ended for %s', (given, end) => {
    const floor = opened();
    resting(floor);
    const asked = given === undefined ? cancelOf(floor, 0) : { ...(cancelOf(floor, 0) as Command), end: given };
    expect(floor.send(asked as never).find((e) => e.kind === EventKind.OrderClosed)).toMatchObject({ end });
  });
});
