// The futures account on the wire: the specification's cross data and the figures of the account box (rules 6.1 to 6.3).
import type { CrossAccount } from '../contract.ts';
import { amountText } from './decimal-text.ts';
import type { AccountView } from './engine-views.ts';
import { ratioText } from './present-position.ts';
import { positionModeName } from './setting-names.ts';

export function presentCross(a: AccountView): CrossAccount {
  const realPoint = a.crossWallet - a.fundingDebt + a.crossUnrealizedPnl;
  return {
    playerPoint: amountText(a.crossWallet),
    markPnl: amountText(a.crossUnrealizedPnl),
    minusFundingFee: amountText(a.fundingDebt === 0 ? 0 : -a.fundingDebt),
    point: amountText(Math.max(realPoint, 0)),
    realPoint: amountText(realPoint),
    available: amountText(a.available),
    withdrawable: amountText(a.withdrawable),
    orderMargin: amountText(a.orderMargin),
    positionMargin: amountText(a.positionMargin),
    isolatedWallets: amountText(a.isolatedWallets),
    maintenanceMargin: amountText(a.maintenanceMargin),
    marginRatio: ratioText(a.crossWallet + a.crossUnrealizedPnl, a.maintenanceMargin),
    positionMode: positionModeName(a.positionMode),
    sequence: a.seq,
  };
}
