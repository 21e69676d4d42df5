// Coin custody in the ledger: every step moves what it says and nothing else, once, and each number ends in one state alone.
import { afterEach, describe, expect, it } from 'vitest';
import { CommandKind, Side } from '../wire/command.ts';
import { DepositState, WithdrawalState } from '../wire/custody-terms.ts';
import { type EngineEvent, EventKind } from '../wire/event.ts';
import { accountOf, futuresWallet, houseAccount, PostingReason, Purse, usdtWallet, WalletWord, walletWordOf } from '../ledger/account.ts';
import { FIGURE_LOCKED } from '../layout-custody.ts';
import { moreAccounts } from '../ledger/more-accounts.ts';
import { selfCheck } from '../self-check.ts';
import { loadSnapshot, snapshotBytes, takeSnapshot } from '../snapshot.ts';
import { stateHash } from '../state-hash.ts';
import { views } from '../views.ts';
import { BTC, book, credit, ETH, hold, inside, orphan, pend, returned, sent, settled, unlock } from '../testing/custody-steps.ts';
import { opened, transfer, USDT } from '../testing/rejection-steps.ts';
import type { TestExchange } from '../testing/test-exchange.ts';

let exchange: TestExchange;
const fresh = () => (exchange = opened());
const purse = (kind: number, account = 0, asset = BTC) => exchange.balance(accountOf(account, asset, kind));
const ours = (kind: number, asset = BTC) => exchange.balance(houseAccount(asset, kind));
const refused = (body: Parameters<TestExchange['send']>[0]) => exchange.refusal(exchange.send(body));
const told = (events: readonly EngineEvent[]) =>
  events.find((e) => e.kind === EventKind.DepositChanged || e.kind === EventKind.WithdrawalChanged || e.kind === EventKind.CustodyRepeated);
const reload = () => {
  const bytes = new Uint8Array(snapshotBytes(exchange.state));
  takeSnapshot(exchange.state, bytes);
  return loadSnapshot(bytes);
};

afterEach(() => {
  expect(selfCheck(exchange.state)).toEqual([]);
  expect(stateHash(reload())).toBe(stateHash(exchange.state));
});

describe('a deposit', () => {
  it('is pending, credited, unlocked; External mirrors custody below zero', () => {
    fresh();
    expect(told(exchange.accept(pend(1)))).toMatchObject({ kind: EventKind.DepositChanged, deposit: 1, state: DepositState.Pending });
    expect([purse(Purse.Pending), purse(Purse.Available), ours(Purse.External)]).toEqual([1_000, 0, -1_000]);
    const events = exchange.accept(credit(1));
    expect(told(events)).toMatchObject({ state: DepositState.Credited, locked: 1_000, owed: 0 });
    expect(events[0]).toMatchObject({ kind: EventKind.LedgerPosted, reason: PostingReason.Deposit, ref: 1, amount: 1_000 });
    expect([purse(Purse.Pending), purse(Purse.Available), ours(Purse.External)]).toEqual([0, 1_000, -1_000]);
    expect(refused(hold(1, 1, { fee: 0 }))).toBe('BALANCE_LOCKED');
    expect(told(exchange.accept(unlock(1)))).toMatchObject({ state: DepositState.Unlocked, locked: 0 });
    expect(refused(hold(1, 900, { fee: 100 }))).toBeUndefined();
  });

  it('comes straight to Available where both were there at once', () => {
    fresh();
    exchange.accept(credit(1));
    expect([purse(Purse.Available), ours(Purse.External)]).toEqual([1_000, -1_000]);
    expect(views.deposit(exchange.state, 1)).toEqual({
      state: DepositState.Credited,
      open: { account: 0, asset: BTC, amount: 1_000, fee: 0 },
    });
  });

  it('a step that was taken is answered as taken, moves nothing, and a later or another one is refused', () => {
    fresh();
    exchange.accept(pend(1));
    exchange.accept(credit(1));
    for (const again of [pend(1), credit(1)]) {
      const events = exchange.accept(again);
      expect(events).toEqual([expect.objectContaining({ kind: EventKind.CustodyRepeated, number: 1, state: DepositState.Credited })]);
    }
    exchange.accept(unlock(1));
    for (const again of [pend(1), credit(1), unlock(1)])
      expect(told(exchange.accept(again))).toMatchObject({ kind: EventKind.CustodyRepeated, state: DepositState.Unlocked });
    expect(refused(orphan(1))).toBe('CUSTODY_STEP');
    expect(refused(pend(3))).toBe('CUSTODY_GAP');
    expect(refused(unlock(2))).toBe('CUSTODY_STEP');
    expect(purse(Purse.Available)).toBe(1_000);
  });

  it('is not another one: account, asset and amount are held to what is open', () => {
    fresh();
    exchange.accept(pend(1));
    for (const other of [pend(1, 1_001), pend(1, 1_000, { account: 1 }), credit(1, 1_000, { asset: ETH }), orphan(1, 1)])
      expect(refused(other)).toBe('CUSTODY_MISMATCH');
  });

  it('orphaned while pending leaves nothing behind', () => {
    fresh();
    exchange.accept(pend(1));
    exchange.accept(orphan(1));
    expect([purse(Purse.Pending), ours(Purse.External)]).toEqual([0, 0]);
    expect(refused(credit(1))).toBe('CUSTODY_STEP');
    expect(told(exchange.accept(orphan(1)))).toMatchObject({ kind: EventKind.CustodyRepeated, state: DepositState.Orphaned });
  });

  it('orphaned after it was spent: what is there is taken, the rest is owed, told, and collected later', () => {
    fresh();
    exchange.accept(credit(1));
    exchange.accept(transfer(accountOf(0, BTC, Purse.Available), houseAccount(BTC, Purse.Suspense), 400));
    expect(told(exchange.accept(orphan(1)))).toMatchObject({ state: DepositState.Orphaned, shortfall: 400, owed: 400, locked: 0 });
    expect([purse(Purse.Available), ours(Purse.External), ours(Purse.Receivable), ours(Purse.Suspense)]).toEqual([0, 0, -400, 400]);
    // What comes otherwise may not leave before it is paid; the next deposit pays it.
    exchange.accept(transfer(houseAccount(BTC, Purse.External), accountOf(0, BTC, Purse.Available), 500));
    expect(refused(hold(1, 101, { fee: 0 }))).toBe('BALANCE_LOCKED');
    expect(refused(hold(1, 100, { fee: 0 }))).toBeUndefined();
    const events = exchange.accept(credit(2, 1_000));
    expect(told(events)).toMatchObject({ owed: 0, locked: 1_000 });
    expect([purse(Purse.Available), ours(Purse.Receivable)]).toEqual([1_000, 0]);
  });

  it('orphaned USDT is taken out of the futures wallet too, as far as that can spare it', () => {
    fresh();
    exchange.accept(credit(1, 100 * USDT, { asset: 0 }));
    exchange.accept(transfer(usdtWallet(0), futuresWallet(0), 100 * USDT));
    exchange.accept(orphan(1));
    expect([exchange.balance(futuresWallet(0)), exchange.balance(usdtWallet(0))]).toEqual([10_000 * USDT, 0]);
  });

  it('the next number is used up without money where it was orphaned before anybody heard of it', () => {
    fresh();
    exchange.accept(orphan(1));
    exchange.accept(pend(2));
    expect(views.custodyCounts(exchange.state)).toMatchObject({ deposits: 2 });
    expect(views.deposit(exchange.state, 1)).toEqual({ state: DepositState.Orphaned });
  });
});

describe('what is locked cannot leave its asset', () => {
  it('it goes to FUTURES and back, but neither by conversion, nor to another member, nor outside', () => {
    fresh();
    exchange.accept(credit(1, 50 * USDT, { asset: 0, account: 1 }));
    exchange.accept(transfer(futuresWallet(1), houseAccount(0, Purse.External), 10_000 * USDT));
    const own = { ...transfer(usdtWallet(1), futuresWallet(1), 50 * USDT), account: 1 } as Parameters<TestExchange['send']>[0];
    exchange.accept(own);
    const out = (credit: number, by: number) => ({ ...transfer(futuresWallet(1), credit, 1), account: by }) as typeof own;
    expect(refused(out(usdtWallet(0), 1))).toBe('BALANCE_LOCKED');
    expect(refused(out(usdtWallet(0), -1))).toBe('BALANCE_LOCKED');
    expect(refused(out(houseAccount(0, Purse.Promo), 1))).toBe('BALANCE_LOCKED');
    expect(refused(out(accountOf(1, 0, Purse.Staked), 1))).toBe('BALANCE_LOCKED');
    expect(refused(out(accountOf(1, 1, Purse.Available), 1))).toBe('BALANCE_LOCKED');
    const conversion = { from: WalletWord.Futures, to: WalletWord.Binary, amount: 1, spread: 0, num: 1, den: 1 };
    expect(refused({ kind: CommandKind.Convert, account: 1, symbol: -1, ...conversion })).toBe('BALANCE_LOCKED');
    exchange.accept(out(houseAccount(0, Purse.Grant), -1));
    exchange.accept(transfer(futuresWallet(1), usdtWallet(1), 49 * USDT));
    expect(refused(hold(1, 1, { asset: 0, account: 1, fee: 0 }))).toBe('BALANCE_LOCKED');
    exchange.accept(unlock(1, 1));
    exchange.accept(out(usdtWallet(0), 1));
  });

  it('a coin is not converted before it is unlocked', () => {
    fresh();
    exchange.accept(credit(1));
    const from = walletWordOf(accountOf(0, BTC, Purse.Available));
    const toUsdt = { kind: CommandKind.Convert, account: 0, symbol: -1, from, to: WalletWord.Usdt, spread: 0, num: 600, den: 1 } as const;
    expect(refused({ ...toUsdt, amount: 1 })).toBe('BALANCE_LOCKED');
    exchange.accept(transfer(houseAccount(BTC, Purse.External), accountOf(0, BTC, Purse.Available), 10));
    expect(refused({ ...toUsdt, amount: 11 })).toBe('BALANCE_LOCKED');
    exchange.accept({ ...toUsdt, amount: 10 });
    exchange.accept(unlock(1));
    exchange.accept({ ...toUsdt, amount: 1_000 });
  });

  it('what positions need does not count as there, and own money beyond the lock leaves', () => {
    fresh();
    exchange.accept(credit(1, 1_000 * USDT, { asset: 0 }));
    exchange.accept(transfer(futuresWallet(0), usdtWallet(0), 5_000 * USDT));
    // 6,000 lie in the USDT wallet and 5,000 in FUTURES: all but the locked thousand may leave.
    const all = { asset: 0, fee: 0 };
    expect(refused(hold(1, 6_000 * USDT + 1, all))).toBe('INSUFFICIENT_BALANCE');
    exchange.place({ account: 0, side: Side.Buy, price: 6_000_100, lots: 1_000 });
    const { withdrawable } = views.account(exchange.state, 0) as { withdrawable: number };
    expect(withdrawable).toBeLessThan(5_000 * USDT);
    const most = Math.min(6_000 * USDT, 5_000 * USDT + withdrawable);
    expect(refused(hold(1, most + 1, all))).toBe(most === 6_000 * USDT ? 'INSUFFICIENT_BALANCE' : 'BALANCE_LOCKED');
    exchange.accept(hold(1, most, all));
  });
});

describe('a withdrawal', () => {
  const funded = () => {
    fresh();
    exchange.accept(credit(1));
    exchange.accept(unlock(1));
  };

  it('is held, sent and settled; the fee is earned at the end and the network is paid by the house', () => {
    funded();
    exchange.accept(hold(1));
    expect([purse(Purse.Available), purse(Purse.Held)]).toEqual([895, 105]);
    exchange.accept(sent(1));
    expect([purse(Purse.Held), ours(Purse.InTransit), ours(Purse.Fee)]).toEqual([0, 105, 0]);
    exchange.accept(book(1, Purse.Reserve, 1_000, ETH));
    expect(told(exchange.accept(settled(1, { networkAsset: ETH, networkFee: 7 })))).toMatchObject({
      state: WithdrawalState.Settled,
      amount: 100,
      fee: 5,
      networkAsset: ETH,
      networkFee: 7,
    });
    expect([ours(Purse.InTransit), ours(Purse.Fee), ours(Purse.External)]).toEqual([0, 5, -900]);
    expect([ours(Purse.NetworkFee, ETH), ours(Purse.External, ETH)]).toEqual([-7, -993]);
    for (const again of [hold(1), sent(1), settled(1)])
      expect(told(exchange.accept(again))).toMatchObject({ kind: EventKind.CustodyRepeated, state: WithdrawalState.Settled });
    for (const late of [returned(1), inside(1)]) expect(refused(late)).toBe('CUSTODY_STEP');
  });

  it.each(['Held', 'Sent'] as const)('returned from %s, all of it with its fee is the member’s again', (state) => {
    funded();
    exchange.accept(hold(1));
    if (state === 'Sent') exchange.accept(sent(1));
    exchange.accept(returned(1));
    expect([purse(Purse.Available), purse(Purse.Held), ours(Purse.InTransit), ours(Purse.External)]).toEqual([1_000, 0, 0, -1_000]);
    expect(refused(sent(1))).toBe('CUSTODY_STEP');
    expect(told(exchange.accept(returned(1)))).toMatchObject({ kind: EventKind.CustodyRepeated });
  });

  it('settled inside, another member has the amount, the fee comes back, and custody is as it was', () => {
    funded();
    exchange.accept(hold(1));
    const events = exchange.accept(inside(1));
    expect([purse(Purse.Available), purse(Purse.Held), purse(Purse.Available, 1)]).toEqual([900, 0, 100]);
    expect([ours(Purse.InTransit), ours(Purse.Fee), ours(Purse.External)]).toEqual([0, 0, -1_000]);
    const posted = events.flatMap((e) => (e.kind === EventKind.LedgerPosted ? [[e.account, e.reason]] : []));
    expect(posted).toContainEqual([1, PostingReason.Deposit]);
    expect(refused(hold(2, 100, { account: 1, fee: 0 }))).toBeUndefined();
  });

  it('more than is there, or than may leave, is refused; and steps out of their order', () => {
    funded();
    expect(refused(hold(1, 996))).toBe('INSUFFICIENT_BALANCE');
    expect(refused(hold(2))).toBe('CUSTODY_GAP');
    expect(refused(sent(1))).toBe('CUSTODY_STEP');
    exchange.accept(hold(1));
    expect(refused(settled(1))).toBe('CUSTODY_STEP');
    expect(refused(hold(1, 101))).toBe('CUSTODY_MISMATCH');
    expect(refused(inside(1, 0))).toBe('PARAM_MALFORMED');
  });

  it('no transfer takes what is pending, held or sent', () => {
    funded();
    exchange.accept(pend(2, 500));
    exchange.accept(hold(1));
    exchange.accept(hold(2));
    exchange.accept(sent(2));
    for (const from of [accountOf(0, BTC, Purse.Pending), accountOf(0, BTC, Purse.Held), houseAccount(BTC, Purse.InTransit)])
      expect(refused(transfer(from, houseAccount(BTC, Purse.External), 1))).toBe('INSUFFICIENT_BALANCE');
  });

  it('the next number is used up where nothing was ever held under it', () => {
    funded();
    exchange.accept(returned(1));
    exchange.accept(hold(2));
    expect(views.withdrawal(exchange.state, 1)).toEqual({ state: WithdrawalState.Returned });
  });
});

describe('entries of the house', () => {
  it('what nobody’s is comes and goes, fees of sweeps are a cost, each once', () => {
    fresh();
    exchange.accept(book(1, Purse.Suspense, 50));
    exchange.accept(book(2, Purse.Suspense, -20));
    exchange.accept(book(3, Purse.NetworkFee, -7));
    expect(told(exchange.accept(book(3, Purse.NetworkFee, -7)))).toMatchObject({ kind: EventKind.CustodyRepeated, number: 3 });
    expect([ours(Purse.Suspense), ours(Purse.NetworkFee), ours(Purse.External)]).toEqual([30, -7, -23]);
    expect(refused(book(4, Purse.Suspense, -31))).toBe('INSUFFICIENT_BALANCE');
    expect(refused(book(5, Purse.Suspense, 1))).toBe('CUSTODY_GAP');
    expect(refused(book(4, Purse.Fee, 1))).toBe('PARAM_MALFORMED');
  });
});

it('ten thousand numbers cost a byte each once they are final, and are known for ever', () => {
  fresh();
  const before = snapshotBytes(exchange.state);
  for (let number = 1; number <= 10_000; number++) {
    exchange.accept(credit(number, 1));
    exchange.accept(unlock(number));
  }
  expect(snapshotBytes(exchange.state) - before).toBeLessThan(10_000 + 300);
  expect(told(exchange.accept(credit(17, 1)))).toMatchObject({ kind: EventKind.CustodyRepeated, state: DepositState.Unlocked });
});

it('the self-check tells a figure that is not what its numbers sum to, and a purse that holds less than is ruled over in it', () => {
  fresh();
  exchange.accept(credit(1));
  exchange.accept(unlock(1));
  exchange.accept(hold(1));
  const altered = reload();
  altered.custody.figures.add(0, BTC, FIGURE_LOCKED, 1);
  expect(selfCheck(altered)).toEqual([`I8 figure ${FIGURE_LOCKED} of account 0 asset ${BTC} is 1, its numbers 0`]);
  const emptied = reload();
  const row = moreAccounts(emptied).findIndex(({ ledger }) => ledger === accountOf(0, BTC, Purse.Held));
  emptied.more.balances[row] -= 1;
  expect(selfCheck(emptied)).toContain(`I2 account 0 asset ${BTC} holds less than is pending, held or sent`);
  const stray = reload();
  stray.custody.withdrawals.setState(1, WithdrawalState.Settled);
  expect(selfCheck(stray).some((text) => text.startsWith('I8 withdrawal 1 is open in state 3'))).toBe(true);
});
