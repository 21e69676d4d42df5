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
    const exchange = opened();
    row.given?.(exchange);
    const of = (step: Step) => (typeof step === 'function' ? step(exchange) : step);
    const events = exchange.send(of(row.refused));
    expect(exchange.refusal(events)).toBe(code);
    expect(events).toHaveLength(1);
    expect(exchange.refusal(exchange.send(of(row.control)))).toBeUndefined();
  });

  test.each(rows.map((row) => [row.code, row.says, row] as const))('%s: %s leaves no trace', (_code, _says, row) => {
    const exchange = opened();
    row.given?.(exchange);
    const twin = opened();
    row.given?.(twin);
    exchange.send(typeof row.refused === 'function' ? row.refused(exchange) : row.refused);
    // Only sequence and time move: the twin passes a command that is refused at the first look.
    twin.send({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: -1 });
    expect(stateHash(exchange.state)).toBe(stateHash(twin.state));
  });

  test('every rejection has its row, or the reason why it has none yet', () => {
    // Those of rounds have tables of their own (engine/rounds).
    const names = [...rejections.values()].filter((r) => r.code < FIRST_ROUND_REJECT).map((r) => r.name);
    const covered = new Set<string>(rows.map((row) => row.code));
    expect(names.filter((name) => !covered.has(name) && !(name in elsewhere))).toEqual([]);
    expect(Object.keys(elsewhere).filter((name) => covered.has(name as RejectName))).toEqual([]);
  });

  test('the first failing check answers', () => {
    const exchange = opened();
    onSwitch(SwitchBit.Halt)(exchange);
    expect(exchange.refusal(exchange.send(order({ lots: 0, price: -1, account: 50 })))).toBe('TRADING_HALTED');
    onSwitch(0)(exchange);
    expect(exchange.refusal(exchange.send(order({ lots: 0, price: -1, account: 50 })))).toBe('ACCOUNT_UNKNOWN');
    expect(exchange.refusal(exchange.send(order({ lots: 0, price: -1, positionSide: 3 })))).toBe('QUANTITY_NOT_POSITIVE');
    expect(exchange.refusal(exchange.send(order({ price: -1, positionSide: 3 })))).toBe('PRICE_NOT_POSITIVE');
    expect(exchange.refusal(exchange.send(order({ lots: 900_000, price: MARK * 1.06 })))).toBe('PRICE_ABOVE_BAND');
    expect(exchange.refusal(exchange.send(order({ lots: 900_000, reduceOnly: true })))).toBe('REDUCE_ONLY_REJECTED');
    exchange.accept(leverage(125));
    expect(exchange.refusal(exchange.send(order({ lots: 900_000 })))).toBe('NOTIONAL_ABOVE_BRACKET');
  });

  test('cancelling is never refused by a switch', () => {
    const exchange = opened();
    resting(exchange);
    exchange.accept({
      kind: CommandKind.SetSwitch,
      account: -1,
      symbol: -1,
      bits: SwitchBit.Halt | SwitchBit.CancelOnly | SwitchBit.MarketClosed,
    });
    const events = exchange.send(cancelOf(exchange, 0));
    expect(events.some((e) => e.kind === EventKind.OrderClosed)).toBe(true);
  });

  test.each([
    [undefined, OrderEnd.CanceledByMember],
    [OrderEnd.Operator, OrderEnd.Operator],
    [OrderEnd.OwnLimit, OrderEnd.OwnLimit],
    [OrderEnd.GoodTillDate, OrderEnd.GoodTillDate],
  ])('tells why: asked for %s, ended for %s', (given, end) => {
    const exchange = opened();
    resting(exchange);
    const asked = given === undefined ? cancelOf(exchange, 0) : { ...(cancelOf(exchange, 0) as Command), end: given };
    expect(exchange.send(asked as never).find((e) => e.kind === EventKind.OrderClosed)).toMatchObject({ end });
  });
});
