// The naive engine's settings and transfers: leverage, margin type, position mode, isolated margin, ledger transfers (rules 5, 4).
import { type Command, type CommandKind, MarginType, PositionMode } from '../../wire/command.ts';
import {
  HouseAccount,
  futuresWallet,
  isolatedPurse,
  WalletWord,
  memberOf,
  walletWordOf,
  isNumber,
  assetOf,
  purseOf,
  Purse,
} from '../../ledger/account.ts';
import { Reject } from '../../reject.ts';
import { aboveLimit, actingFault, liquidationFault, settingFault } from './account-rules.ts';
import { isHeld } from './scope.ts';
import { lockFault, reserved } from './custody.ts';
import { collect } from './debt.ts';
import { MOST_OF_A_MEMBER } from './convert.ts';
import { ceilDiv, max, min, sum } from './exact.ts';
import {
  accountOf,
  balance,
  isHedge,
  isIsolated,
  leverageOf,
  listed,
  type Naive,
  type NaiveOrder,
  type NaivePosition,
  type NaiveSymbol,
  ordersOf,
  positionsOf,
  post,
  symbolOf,
} from './model.ts';
import { exposureFault, occupy, ledgerFault } from './capacity.ts';
import {
  assumedTicks,
  budget,
  charge,
  exposureNotional,
  figures,
  initialAtMark,
  isCloser,
  maxNotional,
  oppositeLots,
  orderCost,
  sideCharge,
  unrealized,
} from './risk.ts';

type Of<K> = Extract<Command, { kind: K }>;

export function setLeverage(s: Naive, c: Of<typeof CommandKind.SetLeverage>): number {
  const m = listed(s, c.symbol);
  if (m === undefined) return Reject.SYMBOL_UNKNOWN;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  const locked = settingFault(s, c.account, Reject.LEVERAGE_LOCKED_BY_POSITION);
  if (locked) return locked;
  if (!Number.isSafeInteger(c.leverage) || c.leverage < 1 || c.leverage > m.spec.tiers.maxLeverages[0]) return Reject.INVALID_LEVERAGE;
  if (aboveLimit(s, c.account, c.leverage)) return Reject.LEVERAGE_LIMITED;
  const full = exposureFault(s, c.account, c.symbol);
  if (full) return full;
  const rejected = newLeverage(s, m, c);
  if (rejected === 0) occupy(s, c.account, c.symbol, false);
  return rejected;
}

function newLeverage(s: Naive, m: NaiveSymbol, c: Of<typeof CommandKind.SetLeverage>): number {
  if (c.leverage === leverageOf(s, c.account, c.symbol)) return 0;
  if (positionsOf(s, c.account).some((p) => p.symbol === c.symbol)) return Reject.LEVERAGE_LOCKED_BY_POSITION;
  const account = accountOf(s, c.account);
  const before = leverageOf(s, c.account, c.symbol);
  const orders = ordersOf(s, c.account, c.symbol).filter((o) => !isCloser(o));
  const reserves = orders.map((o) => orderCost(m, o.sign, presentTicks(o) * 100n, o.rest, c.leverage));
  account.leverage.set(c.symbol, c.leverage);
  const rejected = leverageFault(
    s,
    m,
    c.account,
    orders.map((o, i) => ({ sign: o.sign, rest: o.rest, reserved: reserves[i] })),
    before,
  );
  if (rejected) {
    account.leverage.set(c.symbol, before);
    return rejected;
  }
  orders.forEach((o, i) => {
    o.reserved = reserves[i];
  });
  s.touched.add(c.account);
  return 0;
}

/** A trailing stop that follows is re-priced at what it follows. */
function presentTicks(o: NaiveOrder): bigint {
  const t = o.trigger;
  return t !== undefined && o.price === 0n && t.stop === 0n ? t.extreme / 100n : assumedTicks(o);
}

interface Repriced {
  sign: bigint;
  rest: bigint;
  reserved: bigint;
}

function leverageFault(s: Naive, m: NaiveSymbol, account: number, orders: readonly Repriced[], before: number): number {
  const cap = maxNotional(m, leverageOf(s, account, m.index));
  const legs = isHedge(s, account) ? [1, 2] : [0];
  for (const leg of legs) {
    for (const sign of [1n, -1n]) {
      if (leg !== 0 && sign !== (leg === 1 ? 1n : -1n)) continue;
      if (exposureNotional(s, account, m.index, sign, leg) > cap) return Reject.NOTIONAL_ABOVE_BRACKET;
    }
  }
  let extra = 0n;
  for (const sign of [1n, -1n]) {
    const side = orders.filter((o) => o.sign === sign);
    const opposite = oppositeLots(s, account, m.index, sign);
    extra += charge(sum(side.map((o) => o.reserved)), sum(side.map((o) => o.rest)), opposite) - sideCharge(s, account, m.index, sign);
  }
  return before > 0 && extra > 0n && extra > budget(s, account, m.index) ? Reject.INSUFFICIENT_MARGIN : 0;
}

export function setMarginType(s: Naive, c: Of<typeof CommandKind.SetMarginType>): number {
  if (listed(s, c.symbol) === undefined) return Reject.SYMBOL_UNKNOWN;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  const locked = settingFault(s, c.account, Reject.MARGIN_TYPE_LOCKED_BY_POSITION);
  if (locked) return locked;
  if (c.marginType !== MarginType.Crossed && c.marginType !== MarginType.Isolated) return Reject.PARAM_MALFORMED;
  if (isIsolated(s, c.account, c.symbol) === (c.marginType === MarginType.Isolated)) return Reject.MARGIN_TYPE_UNCHANGED;
  if (ordersOf(s, c.account, c.symbol).length > 0) return Reject.MARGIN_TYPE_LOCKED_BY_ORDERS;
  if (positionsOf(s, c.account).some((p) => p.symbol === c.symbol)) return Reject.MARGIN_TYPE_LOCKED_BY_POSITION;
  const full = exposureFault(s, c.account, c.symbol);
  if (full) return full;
  occupy(s, c.account, c.symbol, false);
  accountOf(s, c.account).marginType.set(c.symbol, c.marginType);
  return 0;
}

export function setPositionMode(s: Naive, c: Of<typeof CommandKind.SetPositionMode>): number {
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  const locked = settingFault(s, c.account, Reject.POSITION_MODE_LOCKED_BY_POSITION);
  if (locked) return locked;
  if (c.mode !== PositionMode.OneWay && c.mode !== PositionMode.Hedge) return Reject.PARAM_MALFORMED;
  const account = accountOf(s, c.account);
  if (account.mode === c.mode) return Reject.POSITION_MODE_UNCHANGED;
  if (ordersOf(s, c.account).length > 0) return Reject.POSITION_MODE_LOCKED_BY_ORDERS;
  if (positionsOf(s, c.account).length > 0) return Reject.POSITION_MODE_LOCKED_BY_POSITION;
  account.mode = c.mode;
  return 0;
}

/** Adds or removes isolated margin (rules 5.6). `p` is the position the command names. */
export function changeMargin(s: Naive, c: Of<typeof CommandKind.ChangeMargin>, p: NaivePosition | undefined): number {
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  if (c.direction !== 1 && c.direction !== 2) return Reject.PARAM_MALFORMED;
  const locked = actingFault(s, c.account);
  if (locked) return locked;
  if (p === undefined || p.account !== c.account || !s.positions.includes(p)) return Reject.POSITION_UNKNOWN;
  if (!isIsolated(s, c.account, p.symbol)) return Reject.MARGIN_IS_CROSSED;
  if (isHeld(s, { account: c.account, symbol: p.symbol, positionSide: p.positionSide })) return Reject.ACCOUNT_IN_LIQUIDATION;
  const amount = BigInt(c.amount);
  if (amount <= 0n) return Reject.AMOUNT_NOT_POSITIVE;
  if (c.direction === 1) {
    if (amount > budget(s, c.account, p.symbol)) return Reject.CROSS_BALANCE_SHORT;
  } else if (amount > removable(s, p)) return Reject.ISOLATED_BALANCE_SHORT;
  const signed = c.direction === 1 ? amount : -amount;
  post(s, futuresWallet(c.account), isolatedPurse(c.account), signed);
  p.isolated += signed;
  s.touched.add(c.account);
  return 0;
}

/** max(0, isolatedWallet + min(0, uPnL) - ceil(q x max(EP, MP) / L)). */
export function removable(s: Naive, p: NaivePosition): bigint {
  const m: NaiveSymbol = symbolOf(s, p.symbol);
  const atEntry = ceilDiv(p.cost, m.costDen * BigInt(leverageOf(s, p.account, p.symbol)));
  return max(0n, p.isolated + min(0n, unrealized(s, p)) - max(atEntry, initialAtMark(s, p)));
}

/** What memberOf says of the house. */
const HOUSE = -1;
const LIMITLESS: readonly number[] = [Purse.Futures, Purse.External, Purse.Promo];
/** USDT and the currency of games, which sites may count in USDT. */
const MIXED = 1;

export function transfer(s: Naive, c: Of<typeof CommandKind.Transfer>): number {
  const ledgers = [c.debit, c.credit];
  if (!ledgers.every(isNumber) || c.debit === c.credit || !Number.isSafeInteger(c.reason)) return Reject.PARAM_MALFORMED;
  const owners = ledgers.map(memberOf);
  const assets = ledgers.map(assetOf);
  if (assets[0] !== assets[1] && Math.max(...assets) > MIXED) return Reject.PARAM_MALFORMED;
  // What it was for, or who asked: the posting's own word of it is a whole number.
  if (!Number.isSafeInteger(c.amount) || !Number.isSafeInteger(c.ref ?? c.account)) return Reject.PARAM_MALFORMED;
  if (c.amount <= 0) return Reject.AMOUNT_NOT_POSITIVE;
  // Stakes of open bets are nobody's to move.
  if (ledgers.includes(HouseAccount.RoundsEscrow)) return Reject.PARAM_MALFORMED;
  if (owners.some((owner) => owner !== HOUSE && !s.accounts.has(owner))) return Reject.ACCOUNT_UNKNOWN;
  // Isolated margin moves only with its position.
  if (ledgers.some((ledger) => walletWordOf(ledger) === WalletWord.Isolated)) return Reject.PARAM_MALFORMED;
  // Nothing leaves a wallet that is being liquidated; what an operator takes from a frozen member goes through.
  if (walletWordOf(c.debit) === WalletWord.Futures) {
    const payer = owners[0];
    const locked = c.account === payer ? actingFault(s, payer) : liquidationFault(s, payer, -1, 0);
    if (locked) return locked;
  }
  const amount = BigInt(c.amount);
  const limit = spendable(s, c.debit, owners[0]);
  if (limit !== 'unlimited' && limit < amount) return Reject.INSUFFICIENT_BALANCE;
  const kept = limit === 'unlimited' ? 0 : lockFault(s, c, limit);
  if (kept) return kept;
  const isBounded = owners[1] !== HOUSE || c.credit === HouseAccount.Rounds;
  if (isBounded && balance(s, c.credit) + amount > MOST_OF_A_MEMBER) return Reject.QUANTITY_TOO_LARGE;
  const full = ledgerFault(s, ledgers);
  if (full) return full;
  post(s, c.debit, c.credit, amount);
  if (walletWordOf(c.credit) === WalletWord.Futures) collect(s, owners[1], amount);
  for (const owner of owners) if (owner !== HOUSE) s.touched.add(owner);
  return 0;
}

function spendable(s: Naive, ledger: number, owner: number): bigint | 'unlimited' {
  if (owner === HOUSE) return LIMITLESS.includes(purseOf(ledger)) ? 'unlimited' : balance(s, ledger) - reserved(s, ledger);
  return walletWordOf(ledger) === WalletWord.Futures ? figures(s, owner).withdrawable : balance(s, ledger) - reserved(s, ledger);
}
