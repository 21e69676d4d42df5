// The naive engine's coin custody: every deposit and withdrawal kept as a plain object for ever, and each figure added up anew when asked for.
import { type Command, CommandKind } from '../../wire/command.ts';
import { accountOf as ledgerAccount, assetOf, futuresWallet, houseAccount, memberOf, Purse, purseOf } from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { ledgerFault } from './capacity.ts';
import type { NaiveDeposit } from './custody-model.ts';
import { sum } from './exact.ts';
import { accountOf, balance, type Naive, post } from './model.ts';
import { figures } from './risk.ts';
import { isHeld } from './scope.ts';

type Of<K> = Extract<Command, { kind: K }>;

const MAX = 9_007_199_254_740_991n;
const MOST_OF_A_MEMBER = 4_503_599_627_370_496n;
const FROZEN = 32 | 32_768;
const GAMES = 1;
/** As accounts are numbered. */
const SITE = -1;

const purse = (account: number, asset: number, kind: number) => ledgerAccount(account, asset, kind);
const ours = (asset: number, kind: number) => houseAccount(asset, kind);
const isAsset = (asset: number) => Number.isInteger(asset) && asset >= 0 && asset <= 255 && asset !== GAMES;
const least = (...values: bigint[]) => values.reduce((a, b) => (b < a ? b : a));
const owedBy = (s: Naive, account: number, asset: number) => s.custody.owed.get(`${account}:${asset}`) ?? 0n;
const owe = (s: Naive, account: number, asset: number, change: bigint) =>
  s.custody.owed.set(`${account}:${asset}`, owedBy(s, account, asset) + change);

export function depositsIn(s: Naive, account: number, asset: number, state: NaiveDeposit['state']): bigint {
  return sum(s.custody.deposits.filter((d) => d.account === account && d.asset === asset && d.state === state).map((d) => d.amount));
}

/** With their fees; account -1: those that were sent, of whomever. */
export function withdrawalsIn(s: Naive, account: number, asset: number): bigint {
  const open = s.custody.withdrawals.filter(
    (w) => w.asset === asset && (account === SITE ? w.state === 'sent' : w.state === 'held' && w.account === account),
  );
  return sum(open.map((w) => w.amount + w.fee));
}

const futuresCanSpare = (s: Naive, account: number, asset: number): bigint =>
  asset !== 0 || isHeld(s, { account, symbol: -1, positionSide: 0 }) ? 0n : figures(s, account).withdrawable;

/** What an own wallet may give to anybody else, or into another asset. */
export function mayLeave(s: Naive, account: number, asset: number, limit: bigint): bigint {
  const stays = depositsIn(s, account, asset, 'credited') + owedBy(s, account, asset);
  if (stays === 0n) return limit;
  const free = balance(s, purse(account, asset, Purse.Available)) + futuresCanSpare(s, account, asset) - stays;
  return free < 0n ? 0n : least(free, limit);
}

const isWallet = (ledger: number) => purseOf(ledger) === Purse.Available || ledger === futuresWallet(memberOf(ledger));

/** Why a transfer within `limit` is refused: what is locked or owed stays with the member and in its asset. */
export function lockFault(s: Naive, c: Of<typeof CommandKind.Transfer>, limit: bigint): number {
  const payer = memberOf(c.debit);
  if (payer === SITE || !isWallet(c.debit)) return 0;
  const payee = memberOf(c.credit);
  if (payee === SITE && c.account !== payer) return 0;
  if (payee === payer && isWallet(c.credit) && assetOf(c.debit) === assetOf(c.credit)) return 0;
  return BigInt(c.amount) > mayLeave(s, payer, assetOf(c.debit), limit) ? Reject.BALANCE_LOCKED : 0;
}

/** What of a purse is of open deposits and withdrawals. */
export function reserved(s: Naive, ledger: number): bigint {
  const [owner, asset, kind] = [memberOf(ledger), assetOf(ledger), purseOf(ledger)];
  if (owner === SITE) return kind === Purse.InTransit ? withdrawalsIn(s, SITE, asset) : 0n;
  if (kind === Purse.Pending) return depositsIn(s, owner, asset, 'pending');
  return kind === Purse.Held ? withdrawalsIn(s, owner, asset) : 0n;
}

export function performCustody(s: Naive, c: Command): number {
  switch (c.kind) {
    case CommandKind.PendDeposit:
    case CommandKind.CreditDeposit:
      return bring(s, c);
    case CommandKind.UnlockDeposit:
    case CommandKind.OrphanDeposit:
      return end(s, c);
    case CommandKind.HoldWithdrawal:
      return hold(s, c);
    case CommandKind.SendWithdrawal:
      return send(s, c);
    case CommandKind.SettleWithdrawal:
      return settle(s, c);
    case CommandKind.SettleInside:
      return payInside(s, c);
    case CommandKind.ReturnWithdrawal:
      return giveBack(s, c);
    case CommandKind.BookCustody:
      return book(s, c);
    case CommandKind.TransferToMember:
      return giveAway(s, c);
    default:
      throw new Error(`the naive engine does not know command ${c.kind}`);
  }
}

function amountFault(amount: number): number {
  if (!Number.isSafeInteger(amount)) return Reject.PARAM_MALFORMED;
  if (amount <= 0) return Reject.AMOUNT_NOT_POSITIVE;
  return BigInt(amount) > MOST_OF_A_MEMBER ? Reject.QUANTITY_TOO_LARGE : 0;
}

const GAP = 'gap';
/** What stands under a number: nothing yet, a gap before it, or the record. */
function under<T>(list: readonly T[], number: number): T | undefined | typeof GAP {
  return number > list.length + 1 ? GAP : list[number - 1];
}

const OPEN: readonly string[] = ['pending', 'credited', 'held', 'sent'];

/** 'do', 'again', or a fault: the number, then whose it is, then its state. */
function stepOf<T extends { state: string; account: number; asset: number; amount: bigint; fee?: bigint }>(
  s: Naive,
  list: readonly T[],
  c: { account: number; number: number; said?: { asset: number; amount: number; fee?: number } },
  from: readonly (T['state'] | 'new')[],
  taken: readonly T['state'][],
): 'do' | 'again' | number {
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  if (!Number.isSafeInteger(c.number) || c.number < 1) return Reject.PARAM_MALFORMED;
  const known = under(list, c.number);
  if (known === GAP) return Reject.CUSTODY_GAP;
  if (known === undefined) return from.includes('new') ? 'do' : Reject.CUSTODY_STEP;
  if (OPEN.includes(known.state)) {
    const { said } = c;
    const isSame =
      known.account === c.account &&
      (said === undefined ||
        (known.asset === said.asset && known.amount === BigInt(said.amount) && (known.fee ?? 0n) === BigInt(said.fee ?? 0)));
    if (!isSame) return Reject.CUSTODY_MISMATCH;
  }
  if (from.includes(known.state)) return 'do';
  if (!taken.includes(known.state)) return Reject.CUSTODY_STEP;
  s.custody.told.push(`again ${c.number} ${known.state}`);
  return 'again';
}

function tell(s: Naive, number: number, state: string, more = ''): void {
  s.custody.told.push(`${state} ${number}${more}`);
}

function bring(s: Naive, c: Of<typeof CommandKind.PendDeposit> | Of<typeof CommandKind.CreditDeposit>): number {
  const { account, asset, deposit: number } = c;
  if (!isAsset(asset)) return Reject.PARAM_MALFORMED;
  const fault = amountFault(c.amount);
  if (fault) return fault;
  const { deposits } = s.custody;
  const isPend = c.kind === CommandKind.PendDeposit;
  const step = stepOf(
    s,
    deposits,
    { account, number, said: c },
    isPend ? ['new'] : ['new', 'pending'],
    isPend ? ['pending', 'credited', 'unlocked', 'orphaned'] : ['credited', 'unlocked'],
  );
  if (step !== 'do') return step === 'again' ? 0 : step;
  const amount = BigInt(c.amount);
  const known = deposits[number - 1];
  const [outside, pending, own] = [
    ours(asset, Purse.External),
    purse(account, asset, Purse.Pending),
    purse(account, asset, Purse.Available),
  ];
  const to = isPend ? pending : own;
  const from = known === undefined ? outside : pending;
  if (balance(s, to) + amount > MOST_OF_A_MEMBER || balance(s, from) - amount < -MAX) return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, isPend ? [outside, pending, own] : [outside, own]);
  if (full) return full;
  deposits[number - 1] = { state: isPend ? 'pending' : 'credited', account, asset, amount };
  post(s, from, to, amount);
  if (!isPend) collect(s, account, asset);
  tell(
    s,
    number,
    isPend ? 'pending' : 'credited',
    ` locked ${depositsIn(s, account, asset, 'credited')} owed ${owedBy(s, account, asset)}`,
  );
  return 0;
}

/** What custody brings pays first what the member owes. */
function collect(s: Naive, account: number, asset: number): void {
  const own = purse(account, asset, Purse.Available);
  const amount = least(owedBy(s, account, asset), balance(s, own));
  post(s, own, ours(asset, Purse.Receivable), amount);
  owe(s, account, asset, -amount);
}

function end(s: Naive, c: Of<typeof CommandKind.UnlockDeposit> | Of<typeof CommandKind.OrphanDeposit>): number {
  const { account, deposit: number } = c;
  const { deposits } = s.custody;
  const isUnlock = c.kind === CommandKind.UnlockDeposit;
  const step = stepOf(
    s,
    deposits,
    { account, number },
    isUnlock ? ['credited'] : ['new', 'pending', 'credited'],
    isUnlock ? ['unlocked'] : ['orphaned'],
  );
  if (step !== 'do') return step === 'again' ? 0 : step;
  const d = deposits[number - 1] ?? { state: 'new', account, asset: 0, amount: 0n };
  const fault = !isUnlock && d.state === 'credited' ? takingFault(s, d) : 0;
  if (fault) return fault;
  let shortfall = 0n;
  if (!isUnlock && d.state === 'pending') post(s, purse(account, d.asset, Purse.Pending), ours(d.asset, Purse.External), d.amount);
  else if (!isUnlock && d.state === 'credited') shortfall = takeBack(s, d);
  deposits[number - 1] = { ...d, state: isUnlock ? 'unlocked' : 'orphaned' };
  const figures = ` locked ${depositsIn(s, account, d.asset, 'credited')} owed ${owedBy(s, account, d.asset)}`;
  tell(s, number, isUnlock ? 'unlocked' : 'orphaned', `${figures}${isUnlock ? '' : ` short ${shortfall}`}`);
  return 0;
}

function takingFault(s: Naive, { asset, amount }: { asset: number; amount: bigint }): number {
  const [outside, owing] = [ours(asset, Purse.External), ours(asset, Purse.Receivable)];
  if (balance(s, outside) + amount > MAX || balance(s, owing) - amount < -MAX) return Reject.QUANTITY_TOO_LARGE;
  return ledgerFault(s, [outside, owing]);
}

/** Out of the wallet, then of what futures can spare; the rest is owed. */
function takeBack(s: Naive, { account, asset, amount }: { account: number; asset: number; amount: bigint }): bigint {
  const outside = ours(asset, Purse.External);
  const own = purse(account, asset, Purse.Available);
  const spare = futuresCanSpare(s, account, asset);
  const first = least(amount, balance(s, own));
  const second = least(amount - first, spare);
  const rest = amount - first - second;
  post(s, own, outside, first);
  if (second > 0n) {
    post(s, futuresWallet(account), outside, second);
    s.touched.add(account);
  }
  post(s, ours(asset, Purse.Receivable), outside, rest);
  if (rest > 0n) owe(s, account, asset, rest);
  return rest;
}

function hold(s: Naive, c: Of<typeof CommandKind.HoldWithdrawal>): number {
  const { account, asset, withdrawal: number } = c;
  if (!isAsset(asset) || !Number.isSafeInteger(c.fee) || c.fee < 0 || BigInt(c.fee) > MOST_OF_A_MEMBER) return Reject.PARAM_MALFORMED;
  const fault = amountFault(c.amount);
  if (fault) return fault;
  const { withdrawals } = s.custody;
  const step = stepOf(s, withdrawals, { account, number, said: c }, ['new'], ['held', 'sent', 'settled', 'inside', 'returned']);
  if (step !== 'do') return step === 'again' ? 0 : step;
  if ((accountOf(s, account).flags & FROZEN) !== 0) return Reject.ACCOUNT_FROZEN;
  const [own, held] = [purse(account, asset, Purse.Available), purse(account, asset, Purse.Held)];
  const total = BigInt(c.amount) + BigInt(c.fee);
  if (total > balance(s, own)) return Reject.INSUFFICIENT_BALANCE;
  const debt = asset === 0 ? accountOf(s, account).debt : 0n;
  if (total > mayLeave(s, account, asset, balance(s, own)) - debt) return Reject.BALANCE_LOCKED;
  if (balance(s, held) + total > MOST_OF_A_MEMBER) return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, [held, ours(asset, Purse.InTransit)]);
  if (full) return full;
  withdrawals[number - 1] = { state: 'held', account, asset, amount: BigInt(c.amount), fee: BigInt(c.fee) };
  post(s, own, held, total);
  tell(s, number, 'held');
  return 0;
}

function send(s: Naive, c: Of<typeof CommandKind.SendWithdrawal>): number {
  const { account, withdrawal: number } = c;
  const step = stepOf(s, s.custody.withdrawals, { account, number }, ['held'], ['sent', 'settled']);
  if (step !== 'do') return step === 'again' ? 0 : step;
  const w = s.custody.withdrawals[number - 1];
  const transit = ours(w.asset, Purse.InTransit);
  if (balance(s, transit) + w.amount + w.fee > MAX) return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, [transit]);
  if (full) return full;
  w.state = 'sent';
  post(s, purse(account, w.asset, Purse.Held), transit, w.amount + w.fee);
  tell(s, number, 'sent');
  return 0;
}

function settle(s: Naive, c: Of<typeof CommandKind.SettleWithdrawal>): number {
  const { account, withdrawal: number, networkAsset } = c;
  if (!isAsset(networkAsset) || !Number.isSafeInteger(c.networkFee) || c.networkFee < 0) return Reject.PARAM_MALFORMED;
  const paid = BigInt(c.networkFee);
  if (paid > MOST_OF_A_MEMBER) return Reject.PARAM_MALFORMED;
  const step = stepOf(s, s.custody.withdrawals, { account, number }, ['sent'], ['settled']);
  if (step !== 'do') return step === 'again' ? 0 : step;
  const w = s.custody.withdrawals[number - 1];
  const [transit, outside, fees] = [Purse.InTransit, Purse.External, Purse.Fee].map((kind) => ours(w.asset, kind));
  const [cost, chain] = [ours(networkAsset, Purse.NetworkFee), ours(networkAsset, Purse.External)];
  const all = w.amount + w.fee + paid;
  if ([outside, fees, chain].some((ledger) => balance(s, ledger) + all > MAX) || balance(s, cost) - paid < -MAX)
    return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, [...new Set([outside, fees, cost, chain])]);
  if (full) return full;
  w.state = 'settled';
  post(s, transit, outside, w.amount);
  post(s, transit, fees, w.fee);
  post(s, cost, chain, paid);
  tell(s, number, 'settled');
  return 0;
}

function payInside(s: Naive, c: Of<typeof CommandKind.SettleInside>): number {
  const { account, withdrawal: number, payee } = c;
  if (!s.accounts.has(payee)) return Reject.ACCOUNT_UNKNOWN;
  const step = stepOf(s, s.custody.withdrawals, { account, number }, ['held'], ['inside']);
  if (step !== 'do') return step === 'again' ? 0 : step;
  if (payee === account) return Reject.PARAM_MALFORMED;
  const w = s.custody.withdrawals[number - 1];
  const [own, held, theirs] = [
    purse(account, w.asset, Purse.Available),
    purse(account, w.asset, Purse.Held),
    purse(payee, w.asset, Purse.Available),
  ];
  const transit = ours(w.asset, Purse.InTransit);
  if (balance(s, theirs) + w.amount > MOST_OF_A_MEMBER || balance(s, own) + w.fee > MOST_OF_A_MEMBER) return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, [transit, theirs, own]);
  if (full) return full;
  w.state = 'inside';
  post(s, held, transit, w.amount);
  post(s, transit, theirs, w.amount);
  post(s, held, own, w.fee);
  collect(s, payee, w.asset);
  tell(s, number, 'inside');
  return 0;
}

function giveBack(s: Naive, c: Of<typeof CommandKind.ReturnWithdrawal>): number {
  const { account, withdrawal: number } = c;
  const step = stepOf(s, s.custody.withdrawals, { account, number }, ['new', 'held', 'sent'], ['returned']);
  if (step !== 'do') return step === 'again' ? 0 : step;
  const w = s.custody.withdrawals[number - 1];
  if (w === undefined) {
    s.custody.withdrawals[number - 1] = { state: 'returned', account, asset: 0, amount: 0n, fee: 0n };
    tell(s, number, 'returned');
    return 0;
  }
  const own = purse(account, w.asset, Purse.Available);
  if (balance(s, own) + w.amount + w.fee > MOST_OF_A_MEMBER) return Reject.QUANTITY_TOO_LARGE;
  const from = w.state === 'sent' ? ours(w.asset, Purse.InTransit) : purse(account, w.asset, Purse.Held);
  w.state = 'returned';
  post(s, from, own, w.amount + w.fee);
  collect(s, account, w.asset);
  tell(s, number, 'returned');
  return 0;
}

function book(s: Naive, c: Of<typeof CommandKind.BookCustody>): number {
  if (!isAsset(c.asset) || ![Purse.Suspense, Purse.NetworkFee, Purse.Reserve].some((kind) => kind === c.purse))
    return Reject.PARAM_MALFORMED;
  if (!Number.isSafeInteger(c.entry) || c.entry < 1 || !Number.isSafeInteger(c.amount)) return Reject.PARAM_MALFORMED;
  const fault = amountFault(Math.abs(c.amount));
  if (fault) return fault;
  if (c.entry > s.custody.entries + 1) return Reject.CUSTODY_GAP;
  if (c.entry <= s.custody.entries) {
    s.custody.told.push(`again ${c.entry} booked`);
    return 0;
  }
  const [own, outside] = [ours(c.asset, c.purse), ours(c.asset, Purse.External)];
  const amount = BigInt(c.amount);
  if (amount < 0n && c.purse !== Purse.NetworkFee && balance(s, own) + amount < 0n) return Reject.INSUFFICIENT_BALANCE;
  for (const after of [balance(s, own) + amount, balance(s, outside) - amount])
    if (after > MOST_OF_A_MEMBER || after < -MOST_OF_A_MEMBER) return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, [own, outside]);
  if (full) return full;
  s.custody.entries += 1;
  if (amount > 0n) post(s, outside, own, amount);
  else post(s, own, outside, -amount);
  return 0;
}

function giveAway(s: Naive, c: Of<typeof CommandKind.TransferToMember>): number {
  const { account, payee, asset } = c;
  if (!isAsset(asset) || payee === account || !Number.isSafeInteger(c.transfer) || c.transfer < 1) return Reject.PARAM_MALFORMED;
  if (!Number.isSafeInteger(c.until) || c.until < 0) return Reject.PARAM_MALFORMED;
  const fault = amountFault(c.amount);
  if (fault) return fault;
  if (!s.accounts.has(account) || !s.accounts.has(payee)) return Reject.ACCOUNT_UNKNOWN;
  if (s.time > c.until) return Reject.TRANSFER_EXPIRED;
  if ((accountOf(s, account).flags & FROZEN) !== 0) return Reject.ACCOUNT_FROZEN;
  if ((accountOf(s, payee).flags & FROZEN) !== 0) return Reject.RECEIVER_CLOSED;
  const [own, theirs, transit] = [
    purse(account, asset, Purse.Available),
    purse(payee, asset, Purse.Available),
    ours(asset, Purse.InTransit),
  ];
  const amount = BigInt(c.amount);
  if (amount > balance(s, own)) return Reject.INSUFFICIENT_BALANCE;
  const debt = asset === 0 ? accountOf(s, account).debt : 0n;
  if (amount > mayLeave(s, account, asset, balance(s, own)) - debt) return Reject.BALANCE_LOCKED;
  if (balance(s, theirs) + amount > MOST_OF_A_MEMBER || balance(s, transit) + amount > MAX) return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, [transit, theirs]);
  if (full) return full;
  post(s, own, transit, amount);
  post(s, transit, theirs, amount);
  collect(s, payee, asset);
  return 0;
}
