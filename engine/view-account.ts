// Views of an account: balances, margins, settings.
import {
  ACCOUNT,
  ACCOUNT_MODE,
  EQUITY,
  FUNDING_DEBT,
  MAINTENANCE,
  META_ACCOUNTS,
  ORDER_MARGIN,
  POSITION_COUNT,
  POSITION_MARGIN,
  RISK,
} from './layout.ts';
import { isOpen } from './ledger/open-account.ts';
import { findExposure, leverageOf, marginTypeOf } from './futures/exposure.ts';
import { maxNotionalOf } from './market/tiers.ts';
import {
  futuresWallet,
  isolatedPurse,
  usdtWallet,
  binaryWallet,
  walletAccount,
  isNumber,
  memberOf,
  accountOf,
  Asset,
  hasSlot,
  Purse,
} from './ledger/account.ts';
import { balanceOf } from './ledger/balance.ts';
import { moreAccounts } from './ledger/more-accounts.ts';
import { unrealizedOf } from './wallet/report-equity.ts';
import { withdrawable } from './wallet/withdrawable.ts';
import { isListed } from './market/listed.ts';
import { gameWaitView } from './rounds/views.ts';
import type { EngineState } from './state.ts';

export interface AccountView {
  seq: number;
  known: boolean;
  crossWallet: number;
  isolatedWallets: number;
  crossUnrealizedPnl: number;
  /** Funding that could not be collected, >= 0. */
  fundingDebt: number;
  orderMargin: number;
  positionMargin: number;
  maintenanceMargin: number;
  available: number;
  withdrawable: number;
  positionMode: number;
}

export function accountView(s: EngineState, account: number): AccountView | { seq: number; known: false } {
  if (!isOpen(s, account)) return { seq: s.seq, known: false };
  const row = account * RISK;
  const crossWallet = s.ledger[futuresWallet(account)];
  const equity = s.risk[row + EQUITY];
  const used = s.risk[row + POSITION_MARGIN] + s.risk[row + ORDER_MARGIN];
  return {
    seq: s.seq,
    known: true,
    crossWallet,
    isolatedWallets: s.ledger[isolatedPurse(account)],
    crossUnrealizedPnl: equity - crossWallet,
    fundingDebt: s.risk[row + FUNDING_DEBT],
    orderMargin: s.risk[row + ORDER_MARGIN],
    positionMargin: s.risk[row + POSITION_MARGIN],
    maintenanceMargin: s.risk[row + MAINTENANCE],
    available: Math.max(0, equity - used),
    withdrawable: withdrawable(s, account),
    positionMode: s.accounts[account * ACCOUNT + ACCOUNT_MODE],
  };
}

/** Whether anybody holds a position. */
export function hasPositions(s: EngineState): boolean {
  for (let account = 0; account < s.meta[META_ACCOUNTS]; account++) if (s.risk[account * RISK + POSITION_COUNT] !== 0) return true;
  return false;
}

/** Accounts without a slot that money ever came to: of a member, or of the house (account -1). */
export function moreAccountsView(s: EngineState, account: number): { ledger: number; amount: number }[] {
  return moreAccounts(s).filter(({ ledger }) => memberOf(ledger) === account);
}

/** What all members hold in one of their purses, in its own units. */
export function purseTotal(s: EngineState, purse: number): number {
  let total = 0;
  for (let account = 0; account < s.meta[META_ACCOUNTS]; account++) total += ledgerBalance(s, walletAccount(account, purse));
  return total;
}

export interface EquityView {
  seq: number;
  /** Balances: futures with isolated margin, all other USDT, and what games are played in, with what of them is set aside. */
  futures: number;
  usdt: number;
  binary: number;
  /** Open stakes of games, in the BINARY wallet's currency. */
  waiting: number;
  /** Of all positions, and what is owed of funding. */
  unrealized: number;
  fundingDebt: number;
}

/** What lies in a member's purses of an asset that have no slot: held, staked, in escrow. */
function setAside(s: EngineState, account: number, asset: number): number {
  let sum = 0;
  for (const purse of Object.values(Purse)) {
    const ledger = accountOf(account, asset, purse);
    if (!hasSlot(ledger)) sum += balanceOf(s, ledger);
  }
  return sum;
}

/** What an account holds and what its positions would bring at the marks of now; zeros of one that is not open. */
export function equityView(s: EngineState, account: number): EquityView {
  if (!isOpen(s, account)) return { seq: s.seq, futures: 0, usdt: 0, binary: 0, waiting: 0, unrealized: 0, fundingDebt: 0 };
  return {
    seq: s.seq,
    futures: s.ledger[futuresWallet(account)] + s.ledger[isolatedPurse(account)],
    usdt: s.ledger[usdtWallet(account)] + setAside(s, account, Asset.Usdt),
    binary: s.ledger[binaryWallet(account)] + setAside(s, account, Asset.Binary),
    waiting: gameWaitView(s, account),
    unrealized: unrealizedOf(s, account),
    fundingDebt: s.risk[account * RISK + FUNDING_DEBT],
  };
}

export interface SettingsView {
  leverage: number;
  marginType: number;
  positionMode: number;
  /** Largest notional of the chosen leverage, micro-USDT. */
  maxNotional: number;
}

export function settingsView(s: EngineState, account: number, symbol: number): SettingsView | null {
  const instrument = isListed(s, symbol) ? s.instruments[symbol] : undefined;
  if (instrument === undefined || !isOpen(s, account)) return null;
  const exposure = findExposure(s, account, symbol);
  const leverage = leverageOf(s, exposure, instrument);
  return {
    leverage,
    marginType: marginTypeOf(s, exposure),
    positionMode: s.accounts[account * ACCOUNT + ACCOUNT_MODE],
    maxNotional: maxNotionalOf(instrument.spec.tiers, leverage),
  };
}

/** Balance of one ledger account, in its asset's smallest unit. */
export function ledgerBalance(s: EngineState, ledger: number): number {
  return isNumber(ledger) ? balanceOf(s, ledger) : 0;
}
