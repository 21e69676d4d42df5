// Flags of an account change alone: two hands that set different ones in the same millisecond both hold (rules 16: one order for all).
import { beforeEach, describe, expect, test } from 'vitest';
import { AccountFlag, ALL_ACCOUNT_FLAGS, CommandKind, decodeCommand, encodeFields } from '../wire/command.ts';
import { LEVERAGE_LIMIT_BITS, LEVERAGE_LIMIT_SHIFT } from '../wire/command-kind.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { TestExchange } from '../testing/test-exchange.ts';
import { flagsOf, leverageLimitOf } from './set-account-flags.ts';

let exchange: TestExchange;
beforeEach(() => {
  exchange = new TestExchange().open(0, 1_000_000_000);
});
const change = (flags: number, only?: number): EngineEvent[] =>
  exchange.send({ kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags, ...(only === undefined ? {} : { only }) });
const limit = (most: number) => most << LEVERAGE_LIMIT_SHIFT;

describe('only the named flags of an account', () => {
  test('an exclusion, an operator’s lock and a limit of leverage hold whichever of them comes last', () => {
    change(AccountFlag.SelfExcluded, AccountFlag.SelfExcluded);
    change(AccountFlag.Frozen, AccountFlag.Frozen | AccountFlag.ReduceOnly);
    const [told] = change(limit(20), LEVERAGE_LIMIT_BITS);
    const all = AccountFlag.SelfExcluded | AccountFlag.Frozen | limit(20);
    expect(flagsOf(exchange.state, 0)).toBe(all);
    // What is told are all flags as they now are.
    expect(told).toMatchObject({ kind: EventKind.AccountFlagsSet, flags: all });
  });

  test('leaving and an operator’s lock stand beside each other: taking down one leaves the other', () => {
    change(AccountFlag.Leaving, AccountFlag.Leaving);
    change(AccountFlag.Frozen | limit(125), AccountFlag.Frozen | LEVERAGE_LIMIT_BITS);
    change(0, AccountFlag.Leaving);
    expect(flagsOf(exchange.state, 0)).toBe(AccountFlag.Frozen | limit(125));
    change(AccountFlag.Leaving, AccountFlag.Leaving);
    expect(leverageLimitOf(exchange.state, 0)).toBe(125);
    change(0, AccountFlag.Frozen | LEVERAGE_LIMIT_BITS);
    expect(flagsOf(exchange.state, 0)).toBe(AccountFlag.Leaving);
    expect(leverageLimitOf(exchange.state, 0)).toBe(0);
  });

  test('what is named and not set is taken down, and nothing else', () => {
    change(ALL_ACCOUNT_FLAGS | limit(125));
    change(0, AccountFlag.SelfExcluded);
    expect(flagsOf(exchange.state, 0)).toBe((ALL_ACCOUNT_FLAGS & ~AccountFlag.SelfExcluded) | limit(125));
    change(0, LEVERAGE_LIMIT_BITS);
    expect(flagsOf(exchange.state, 0)).toBe(ALL_ACCOUNT_FLAGS & ~AccountFlag.SelfExcluded);
  });

  test('a change that names none replaces them all, as journals from before have it', () => {
    change(AccountFlag.Frozen | limit(5));
    change(AccountFlag.Trader);
    expect(flagsOf(exchange.state, 0)).toBe(AccountFlag.Trader);
  });

  test.each([
    ['a flag it does not name', AccountFlag.Frozen, AccountFlag.Trader],
    ['half of a limit of leverage', limit(1), limit(1)],
    ['a limit that does not exist', limit(126), LEVERAGE_LIMIT_BITS],
    ['bits that do not exist', 0, 1 << 16],
    ['no whole number', 0, 0.5],
  ])('%s is refused and changes nothing', (_, flags, only) => {
    change(AccountFlag.MayNotInvest);
    expect(exchange.refusal(change(flags, only))).toBe('PARAM_MALFORMED');
    expect(flagsOf(exchange.state, 0)).toBe(AccountFlag.MayNotInvest);
  });

  test('a record without the word reads as one that names none', () => {
    const plain = encodeFields(0, -1, { kind: CommandKind.SetAccountFlags, flags: 5 });
    expect(plain[8]).toBe(0);
    expect(decodeCommand(plain)).not.toHaveProperty('only');
    expect(decodeCommand(encodeFields(0, -1, { kind: CommandKind.SetAccountFlags, flags: 4, only: 5 }))).toMatchObject({ only: 5 });
  });
});
