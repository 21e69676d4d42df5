// Commands of coin custody that a simulation draws: what a chain does in its order, and what it does to those that trust it: twice, out of order,
// orphaned after the money was spent, withdrawals that come back.
import { CommandKind } from '../wire/command-kind.ts';
import { accountOf, futuresWallet, houseAccount, MAX_MEMBER_BALANCE, PostingReason, Purse } from '../ledger/account.ts';
import type { SiteCommand } from './generate-site.ts';
import { mayLeave } from './naive/custody.ts';
import { balance, type Naive } from './naive/model.ts';
import { Random } from './random.ts';

/** USDT, three coins, and the last asset there can be. */
const ASSETS = [0, 0, 2, 3, 5, 255] as const;
const ABSURD = [0, -1, 0.5, 1, 256, 2 ** 40, MAX_MEMBER_BALANCE, Number.MAX_SAFE_INTEGER] as const;
const site = { account: -1, symbol: -1 };

const DRAWS = [
  someDeposit,
  someDeposit,
  someDepositStep,
  someDepositStep,
  someDepositStep,
  someSpending,
  someGone,
  someGone,
  someHold,
  someHold,
  someStep,
  someStep,
  someStep,
  someEntry,
];
/** Of these draws so many in a hundred are transfers to another member. */
const GIFTS = 12;

export function someCustody(r: Random, world: Naive, accounts: number): SiteCommand {
  const gift = giftsOf(world);
  const command = gift.chance(GIFTS) ? someGift(gift, world, accounts) : r.pick(DRAWS)(r, world, accounts);
  if (!r.chance(3)) return command;
  // One word of it absurd.
  const words = Object.keys(command).filter((name) => name !== 'kind' && name !== 'symbol');
  return { ...command, [r.pick(words)]: r.pick(ABSURD) } as SiteCommand;
}

const someAmount = (r: Random) => r.pick([1 + r.below(2_000_000_000), 1 + r.below(1_000_000), 1]);

/** The next one, or one that is there already; at times with a gap. */
function someDeposit(r: Random, world: Naive, accounts: number): SiteCommand {
  const { deposits } = world.custody;
  const kind = r.pick([CommandKind.PendDeposit, CommandKind.PendDeposit, CommandKind.CreditDeposit]);
  const known = r.chance(20) ? r.below(deposits.length) + 1 : 0;
  const was = deposits[known - 1];
  if (was !== undefined) {
    const amount = Number(was.amount) + (r.chance(90) ? 0 : 1);
    return { kind, symbol: -1, account: was.account, deposit: known, asset: was.asset, amount };
  }
  const deposit = deposits.length + (r.chance(96) ? 1 : 2);
  return { kind, symbol: -1, account: r.below(accounts), deposit, asset: r.pick(ASSETS), amount: someAmount(r) };
}

/** What an open deposit comes to: mostly its next step, now and then the end of its block. */
function someDepositStep(r: Random, world: Naive, accounts: number): SiteCommand {
  const { deposits } = world.custody;
  const open = deposits.flatMap(({ state }, n) => (state === 'pending' || state === 'credited' ? [n + 1] : []));
  const deposit = open.length > 0 && r.chance(85) ? r.pick(open) : r.below(deposits.length + 2) + 1;
  const d = deposits[deposit - 1] ?? { state: 'pending', account: r.below(accounts), asset: 2, amount: 1n };
  const head = { symbol: -1, account: r.chance(97) ? d.account : r.below(accounts), deposit };
  if (r.chance(25)) return { kind: CommandKind.OrphanDeposit, ...head };
  if (d.state === 'credited' || r.chance(10)) return { kind: CommandKind.UnlockDeposit, ...head };
  return { kind: CommandKind.CreditDeposit, ...head, asset: d.asset, amount: Number(d.amount) };
}

/** What was just credited goes on: taken by the site, into FUTURES, to somebody else; or what is pending, held or in transit is asked for. */
function someSpending(r: Random, world: Naive, accounts: number): SiteCommand {
  const credited = world.custody.deposits.filter(({ state }) => state === 'credited');
  const { account, asset } = credited.length > 0 && r.chance(80) ? r.pick(credited) : { account: r.below(accounts), asset: r.pick(ASSETS) };
  const own = accountOf(account, asset, Purse.Available);
  const pending = accountOf(account, asset, Purse.Pending);
  const held = accountOf(account, asset, Purse.Held);
  const [debit, credit] = r.pick([
    [own, houseAccount(asset, Purse.Suspense)],
    [own, houseAccount(asset, Purse.Suspense)],
    [own, asset === 0 ? futuresWallet(account) : houseAccount(asset, Purse.External)],
    [own, accountOf(r.below(accounts), asset, Purse.Available)],
    [own, held],
    [held, own],
    [pending, own],
    [houseAccount(asset, Purse.InTransit), own],
  ]);
  const amount = Number(balance(world, debit));
  return {
    kind: CommandKind.Transfer,
    symbol: -1,
    account: r.chance(60) ? -1 : account,
    debit,
    credit,
    amount: r.pick([amount, Math.ceil(amount / 2), Math.ceil(amount / 5), 1]),
    reason: PostingReason.Transfer,
  };
}

/** A credited deposit whose coins are gone before it is orphaned: spent first where they are still there. */
function someGone(r: Random, world: Naive, accounts: number): SiteCommand {
  const { deposits } = world.custody;
  const credited = deposits.flatMap(({ state }, n) => (state === 'credited' ? [n + 1] : []));
  if (credited.length === 0) return someDeposit(r, world, accounts);
  const deposit = r.pick(credited);
  const { account, asset, amount } = deposits[deposit - 1];
  const debit = accountOf(account, asset, Purse.Available);
  const there = balance(world, debit);
  if (there < amount) return { kind: CommandKind.OrphanDeposit, symbol: -1, account, deposit };
  const credit = asset === 0 && r.chance(50) ? futuresWallet(account) : houseAccount(asset, Purse.Suspense);
  const head = { kind: CommandKind.Transfer, symbol: -1, account: -1, reason: PostingReason.Transfer } as const;
  return { ...head, debit, credit, amount: Number(r.chance(70) ? there : there - amount / 2n) };
}

/** What of it may leave now. */
function freeOf(world: Naive, account: number, asset: number): number {
  return Number(mayLeave(world, account, asset, balance(world, accountOf(account, asset, Purse.Available))));
}

/** All that may leave, one more, what is there, or a part of it. */
function someHold(r: Random, world: Naive, accounts: number): SiteCommand {
  const { withdrawals } = world.custody;
  const pairs = [...world.accounts.keys()].flatMap((account) =>
    ASSETS.map((asset) => ({ account, asset, free: freeOf(world, account, asset) })),
  );
  const rich = pairs.filter(({ free }) => free > 0);
  const { account, asset, free } = r.pick(rich.length > 0 ? rich : [{ account: r.below(accounts), asset: 2, free: 0 }]);
  const fee = r.pick([0, 1, 1_000]);
  const held = Number(balance(world, accountOf(account, asset, Purse.Available)));
  const amount = r.pick([free - fee, free - fee + 1, held - fee, held - fee + 1, Math.ceil(free / 3), Math.ceil(free / 9), 1]);
  const withdrawal = withdrawals.length + (r.chance(94) ? 1 : r.pick([0, 2]));
  return { kind: CommandKind.HoldWithdrawal, symbol: -1, account, withdrawal, asset, amount, fee };
}

function someStep(r: Random, world: Naive, accounts: number): SiteCommand {
  const { withdrawals } = world.custody;
  const open = withdrawals.flatMap(({ state }, n) => (state === 'held' || state === 'sent' ? [n + 1] : []));
  if (open.length === 0 && r.chance(80)) return someHold(r, world, accounts);
  const withdrawal = open.length > 0 && r.chance(85) ? r.pick(open) : r.below(withdrawals.length + 2) + 1;
  const w = withdrawals[withdrawal - 1] ?? { state: 'held', account: r.below(accounts) };
  const head = { symbol: -1, account: r.chance(97) ? w.account : r.below(accounts), withdrawal };
  if (r.chance(20)) return { kind: CommandKind.ReturnWithdrawal, ...head };
  if (r.chance(w.state === 'held' ? 25 : 5))
    return { kind: CommandKind.SettleInside, ...head, payee: r.chance(97) ? r.below(accounts) : 99 };
  if (r.chance(w.state === 'held' ? 90 : 15)) return { kind: CommandKind.SendWithdrawal, ...head };
  return { kind: CommandKind.SettleWithdrawal, ...head, networkAsset: r.pick(ASSETS), networkFee: r.pick([0, 1, 50_000]) };
}

function someEntry(r: Random, world: Naive): SiteCommand {
  const entry = world.custody.entries + (r.chance(90) ? 1 : r.below(3));
  const amount = r.pick([1, 1, -1]) * someAmount(r);
  const purse = r.pick([Purse.Suspense, Purse.NetworkFee, Purse.Reserve, Purse.Suspense, r.chance(90) ? Purse.NetworkFee : Purse.Fee]);
  return { kind: CommandKind.BookCustody, ...site, entry, asset: r.pick(ASSETS), purse, amount };
}

/** Drawn out of the moment, so that all else that a seed draws stays what it was. */
const giftsOf = (world: Naive) => new Random((world.time + world.seq * 7_919) % 2 ** 31);

/** To another member: all that may leave, one more, what is there, or a part of it; mostly before its end. */
function someGift(r: Random, world: Naive, accounts: number): SiteCommand {
  const pairs = [...world.accounts.keys()].flatMap((account) =>
    ASSETS.map((asset) => ({ account, asset, free: freeOf(world, account, asset) })),
  );
  const rich = pairs.filter(({ free }) => free > 0);
  const { account, asset, free } = r.pick(rich.length > 0 ? rich : [{ account: r.below(accounts), asset: 2, free: 1 }]);
  const held = Number(balance(world, accountOf(account, asset, Purse.Available)));
  return {
    kind: CommandKind.TransferToMember,
    symbol: -1,
    account: r.chance(98) ? account : 99,
    transfer: 1 + r.below(1_000),
    payee: r.chance(96) ? r.below(accounts) : r.pick([99, -1]),
    asset,
    amount: r.pick([free, free, free + 1, held, held + 1, Math.ceil(free / 3), Math.ceil(free / 9), 1]),
    until: Math.max(0, world.time + r.pick([10_000, 10_000, 10_000, 1, 0, -1])),
  };
}
