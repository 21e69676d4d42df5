// TransferToMember in the ledger: one member has less and the other more by exactly as much, once, before its end and never after it.
import { afterEach, describe, expect, it } from 'vitest';
import { AccountFlag, type Command, CommandKind } from '../wire/command.ts';
import { EventKind } from '../wire/event.ts';
import { accountOf, futuresWallet, houseAccount, PostingReason, Purse, usdtWallet } from '../ledger/account.ts';
import { selfCheck } from '../self-check.ts';
import { stateHash } from '../state-hash.ts';
import { BTC, credit, hold, orphan, returned, toMember, unlock } from '../testing/custody-steps.ts';
import { opened, transfer, USDT } from '../testing/rejection-steps.ts';
import type { Body, TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
const purse = (account: number, asset = BTC) => exchange.balance(accountOf(account, asset, Purse.Available));
const transit = (asset = BTC) => exchange.balance(houseAccount(asset, Purse.InTransit));
const refused = (body: Body<Command>) => exchange.refusal(exchange.send(body));
const flag = (account: number, flags: number): Body<Command> => ({ kind: CommandKind.SetAccountFlags, account, symbol: -1, flags });
const funded = () => {
  exchange = opened();
  exchange.accept(credit(1));
  exchange.accept(unlock(1));
};

afterEach(() => expect(selfCheck(exchange.state)).toEqual([]));

describe('a transfer to another member', () => {
  it('is two postings by way of the house, each of its own member, and the house keeps nothing', () => {
    funded();
    const events = exchange.accept(toMember(7, 400));
    expect([purse(0), purse(1), transit()]).toEqual([600, 400, 0]);
    expect(events.flatMap((e) => (e.kind === EventKind.LedgerPosted ? [[e.account, e.amount, e.reason, e.ref]] : []))).toEqual([
      [0, 400, PostingReason.MemberTransfer, 7],
      [1, 400, PostingReason.MemberTransfer, 7],
    ]);
  });

  it('all that is there goes, one unit more does not, and a second time there is nothing', () => {
    funded();
    expect(refused(toMember(1, 1_001))).toBe('INSUFFICIENT_BALANCE');
    exchange.accept(toMember(1, 1_000));
    expect(refused(toMember(2, 1))).toBe('INSUFFICIENT_BALANCE');
  });

  it('under one key it is done once, and past its end never, remembered or not', () => {
    funded();
    const keyed = Object.assign(toMember(1, 10), { keyHi: 5, keyLo: 6, body: 7 });
    exchange.accept(keyed);
    expect(exchange.accept(keyed).map((e) => e.kind)).toEqual([EventKind.RequestRepeated]);
    exchange.time += 40 * 3_600_000;
    expect(refused(keyed)).toBe('TRANSFER_EXPIRED');
    expect([purse(0), purse(1)]).toEqual([990, 10]);
  });

  it('what is locked, held or owed stays; what is returned may go', () => {
    exchange = opened();
    exchange.accept(credit(1));
    expect(refused(toMember(1, 1))).toBe('BALANCE_LOCKED');
    exchange.accept(unlock(1));
    exchange.accept(hold(1, 900));
    expect(refused(toMember(1, 96))).toBe('INSUFFICIENT_BALANCE');
    exchange.accept(returned(1));
    exchange.accept(toMember(1, 1_000));
  });

  it('who owes for an orphaned deposit gives nothing away, and what it is given pays that first', () => {
    exchange = opened();
    exchange.accept(credit(1, 1_000, { account: 1 }));
    exchange.accept(transfer(accountOf(1, BTC, Purse.Available), houseAccount(BTC, Purse.Suspense), 300));
    exchange.accept(orphan(1, 1));
    exchange.accept(credit(2));
    exchange.accept(unlock(2));
    exchange.accept(toMember(1, 500));
    expect([purse(0), purse(1), exchange.balance(houseAccount(BTC, Purse.Receivable))]).toEqual([500, 200, 0]);
    expect(refused({ ...toMember(2, 200), account: 1, payee: 0 } as Body<Command>)).toBeUndefined();
  });

  it('of USDT what lies in FUTURES is not given, nor what pays an unpaid funding', () => {
    exchange = opened();
    exchange.accept(transfer(futuresWallet(0), usdtWallet(0), 100 * USDT));
    expect(refused(toMember(1, 101 * USDT, { asset: 0 }))).toBe('INSUFFICIENT_BALANCE');
    exchange.accept(toMember(1, 100 * USDT, { asset: 0 }));
    expect([purse(0, 0), purse(1, 0), transit(0)]).toEqual([0, 100 * USDT, 0]);
  });

  it('a frozen or leaving member neither gives nor is given anything', () => {
    funded();
    for (const flags of [AccountFlag.Frozen, AccountFlag.Leaving]) {
      exchange.accept(flag(1, flags));
      const before = stateHash(exchange.state);
      expect(refused(toMember(1, 1))).toBe('RECEIVER_CLOSED');
      exchange.accept(flag(1, 0));
      exchange.accept(flag(0, flags));
      expect(refused(toMember(1, 1))).toBe('ACCOUNT_FROZEN');
      exchange.accept(flag(0, 0));
      expect(before).not.toBe('');
    }
    expect([purse(0), purse(1)]).toEqual([1_000, 0]);
  });

  it('to oneself, to nobody, of nothing, of the games or without an end it is none', () => {
    funded();
    expect(refused(toMember(1, 1, { payee: 0 }))).toBe('PARAM_MALFORMED');
    expect(refused(toMember(1, 1, { payee: 99 }))).toBe('ACCOUNT_UNKNOWN');
    expect(refused(toMember(1, 0))).toBe('AMOUNT_NOT_POSITIVE');
    for (const bad of [{ asset: 1 }, { asset: 256 }, { until: -1 }, { until: 0.5 }, { transfer: 0 }, { amount: 0.5 }])
      expect(refused(toMember(1, 1, bad))).toBe('PARAM_MALFORMED');
  });
});
