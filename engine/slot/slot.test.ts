// The slot on a small exchange: sealed seeds, spins that follow from them, both sides of every posting, and what refuses without a trace.
import { beforeEach, describe, expect, test } from 'vitest';
import { AccountFlag, CommandKind, SwitchBit } from '../wire/command.ts';
import { asciiBytes, bytesOfWords, sha256, wordsOfBytes } from '../draw/sha256.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { HouseAccount } from '../ledger/account.ts';
import { selfCheck } from '../self-check.ts';
import { stateHash } from '../state-hash.ts';
import type { TestExchange } from '../testing/test-exchange.ts';
import { binary, openRounds } from '../testing/round-steps.ts';
import { paysOf, slotPayout, spinReels } from './slot-spin.ts';
import { spinIdOf } from './spin-slot.ts';

const seedOf = (n: number) => wordsOfBytes(sha256(asciiBytes(`slot seed ${n}`)));
const sealOf = (n: number) => wordsOfBytes(sha256(bytesOfWords(seedOf(n), 0)));
const client = wordsOfBytes(sha256(asciiBytes('luck')));
const STAKE = 1_000;

let exchange: TestExchange;
beforeEach(() => {
  exchange = openRounds();
});

const commit = (n: number, shown?: number, account = 0) => ({
  kind: CommandKind.CommitSlot,
  account,
  symbol: -1,
  hash: sealOf(n),
  ...(shown === undefined ? {} : { seed: seedOf(shown) }),
});
const spin = (change: Partial<{ account: number; game: number; stake: number; seed: number[]; client: number[] }> = {}) => ({
  kind: CommandKind.SpinSlot,
  account: 0,
  symbol: -1,
  game: 0,
  stake: STAKE,
  seed: seedOf(1),
  client,
  ...change,
});
const spun = (events: readonly EngineEvent[]) => events.flatMap((e) => (e.kind === EventKind.SlotSpun ? [e] : []))[0];
const refusalOf = (body: Parameters<TestExchange['send']>[0]) => exchange.refusal(exchange.send(body));

describe('seeds', () => {
  test('the first seed is sealed before any spin', () => {
    expect(refusalOf(spin())).toBe('SLOT_NOT_COMMITTED');
    expect(exchange.accept(commit(1)).find((e) => e.kind === EventKind.SlotCommitted)).toMatchObject({ serial: 1, hash: sealOf(1) });
    expect(refusalOf(spin())).toBeUndefined();
  });

  test('the next one shows the one before, which must be what was sealed', () => {
    exchange.accept(commit(1));
    exchange.accept(spin());
    exchange.accept(spin());
    expect(refusalOf(commit(2))).toBe('SLOT_MISMATCH');
    expect(refusalOf(commit(2, 3))).toBe('SLOT_MISMATCH');
    const events = exchange.accept(commit(2, 1));
    expect(events.find((e) => e.kind === EventKind.SlotSeedShown)).toMatchObject({ serial: 1, spins: 2, seed: seedOf(1) });
    expect(events.find((e) => e.kind === EventKind.SlotCommitted)).toMatchObject({ serial: 2 });
    expect(refusalOf(spin())).toBe('SLOT_MISMATCH');
    expect(spun(exchange.accept(spin({ seed: seedOf(2) })))).toMatchObject({ serial: 2, nonce: 0 });
  });

  test('nothing to show before the first', () => {
    expect(refusalOf(commit(1, 1))).toBe('SLOT_MISMATCH');
  });

  test('each account has its own', () => {
    exchange.accept(commit(1));
    expect(refusalOf(spin({ account: 1 }))).toBe('SLOT_NOT_COMMITTED');
    exchange.accept(commit(1, undefined, 1));
    expect(spun(exchange.accept(spin({ account: 1 })))).toMatchObject({ account: 1, nonce: 0 });
  });
});

describe('spins', () => {
  test('reels and payout follow from seed, client seed and nonce; both sides are posted', () => {
    exchange.accept(commit(1));
    let expected = 1_000_000;
    for (let nonce = 0; nonce < 60; nonce++) {
      const events = exchange.accept(spin());
      const reels = spinReels(0, bytesOfWords(seedOf(1), 0), bytesOfWords(client, 0), nonce);
      const payout = slotPayout(STAKE, paysOf(0, reels));
      expected += payout - STAKE;
      expect(spun(events)).toMatchObject({ game: 0, serial: 1, nonce, stake: STAKE, reels, payout, balance: expected });
      const postings = events.flatMap((e) => (e.kind === EventKind.LedgerPosted ? [[e.amount, e.ref]] : []));
      expect(postings).toEqual([[STAKE, spinIdOf(1, nonce)], ...(payout > 0 ? [[payout, spinIdOf(1, nonce)]] : [])]);
    }
    expect(binary(exchange, 0)).toBe(expected);
    expect(exchange.balance(HouseAccount.Rounds)).toBe(1_000_000 - expected);
    expect(selfCheck(exchange.state)).toEqual([]);
  });

  test('own limits of loss and stake bind here as well', () => {
    exchange.accept(commit(1));
    const limits = { kind: CommandKind.SetPlayLimits, account: 0, symbol: -1, dayLoss: -1, dayStake: -1, dayPlayMs: -1, dayOffsetMs: -1 };
    exchange.accept({ ...limits, dayStake: 2 * STAKE });
    exchange.accept(spin());
    exchange.accept(spin());
    expect(refusalOf(spin())).toBe('OWN_STAKE_LIMIT');
    exchange.accept(commit(1, undefined, 1));
    exchange.accept({ ...limits, account: 1, dayLoss: STAKE - 1 });
    expect(refusalOf(spin({ account: 1 }))).toBe('OWN_LOSS_LIMIT');
  });

  test.each<[string, Parameters<typeof spin>[0], string]>([
    ['stake of nothing', { stake: 0 }, 'AMOUNT_NOT_POSITIVE'],
    ['negative stake', { stake: -5 }, 'AMOUNT_NOT_POSITIVE'],
    ['half a unit', { stake: 0.5 }, 'AMOUNT_NOT_POSITIVE'],
    ['more than there is', { stake: 1_000_001 }, 'INSUFFICIENT_BALANCE'],
    ['a game that is none', { game: 1 }, 'SLOT_GAME_UNKNOWN'],
    ['another seed than the sealed one', { seed: seedOf(2) }, 'SLOT_MISMATCH'],
    ['no client seed', { client: [] }, 'PARAM_MALFORMED'],
    ['a client seed of no words', { client: [...client.slice(1), 2 ** 32] }, 'PARAM_MALFORMED'],
    ['nobody', { account: 9 }, 'ACCOUNT_UNKNOWN'],
  ])('%s', (_name, change, code) => {
    const twin = openRounds();
    for (const each of [exchange, twin]) {
      each.accept(commit(1));
      each.accept(spin());
    }
    expect(refusalOf(spin(change))).toBe(code);
    // Only sequence and time move: the twin passes a command that is refused at the first look.
    twin.send({ kind: CommandKind.CancelOrder, account: 0, symbol: 0, orderId: -1 });
    expect(stateHash(exchange.state)).toBe(stateHash(twin.state));
  });

  test.each([
    [AccountFlag.SelfExcluded, 'SELF_EXCLUDED'],
    [AccountFlag.MayNotInvest, 'PARTNER_MAY_NOT_INVEST'],
    [AccountFlag.Frozen, 'ACCOUNT_FROZEN'],
    [AccountFlag.Leaving, 'ACCOUNT_FROZEN'],
  ])('account flag %i: %s', (flags, code) => {
    exchange.accept(commit(1));
    exchange.accept({ kind: CommandKind.SetAccountFlags, account: 0, symbol: -1, flags });
    expect(refusalOf(spin())).toBe(code);
  });

  test('a halted site spins nothing', () => {
    exchange.accept(commit(1));
    exchange.accept({ kind: CommandKind.SetSwitch, account: -1, symbol: -1, bits: SwitchBit.Halt });
    expect(refusalOf(spin())).toBe('TRADING_HALTED');
  });
});
