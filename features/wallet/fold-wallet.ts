// What a fact makes of a member's futures wallet: one fold for the queues of the wallet and of the futures account.
import { EventKind, EventWord } from '@maru/engine/wire/event.ts';

const { AccountChanged, FundingDebtPaid, FundingSettled, PositionModeChanged } = EventWord;

/** Micro-USDT; what hangs on the mark is as of the last event. */
export interface WalletFacts {
  crossWallet: number;
  isolatedWallets: number;
  crossUnrealizedPnl: number;
  /** Funding that could not be collected, >= 0. */
  fundingDebt: number;
  orderMargin: number;
  positionMode: number;
}

/** As it was where the event says nothing of the wallet. */
export function foldWallet(was: WalletFacts, e: Float64Array, i: number): WalletFacts {
  switch (e[i]) {
    case EventKind.AccountChanged:
      return {
        crossWallet: e[i + AccountChanged.crossWallet],
        isolatedWallets: e[i + AccountChanged.isolatedWallets],
        crossUnrealizedPnl: e[i + AccountChanged.unrealizedPnl],
        fundingDebt: was.fundingDebt,
        orderMargin: e[i + AccountChanged.orderMargin],
        positionMode: was.positionMode,
      };
    case EventKind.FundingSettled:
      return { ...was, fundingDebt: e[i + FundingSettled.debt] };
    case EventKind.FundingDebtPaid:
      return { ...was, fundingDebt: e[i + FundingDebtPaid.debt] };
    case EventKind.PositionModeChanged:
      return { ...was, positionMode: e[i + PositionModeChanged.mode] };
    default:
      return was;
  }
}
