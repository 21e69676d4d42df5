// What closing a part of a position leads to: realised PnL, fee, and the position, liquidation and ratio that stay.
import { feeOf, feeRatio } from '@maru/engine/futures/fee.ts';
import { costOf } from '@maru/engine/money/cost.ts';
import type { PositionNow } from './account-now.ts';
import { type After, afterTrade, maintenanceOf, pnlOf, type Purse, type Risk, riskOf } from './position-math.ts';
import { withinReach } from './instrument.ts';

export interface CloseOutlook {
  after: After;
  fee: number;
  now: Risk;
  later: Risk;
}

/** `legs`: the account's positions of the same symbol, this one among them. A resting close pays the maker's fee. */
export function closeOutlook(
  p: PositionNow,
  legs: readonly PositionNow[],
  purse: Purse,
  lots: number,
  ticks: number,
  isMaker: boolean,
): CloseOutlook {
  return withinReach(() => outlook(p, legs, purse, lots, ticks, isMaker)) ?? outlook(p, legs, purse, 0, 0, isMaker);
}

function outlook(p: PositionNow, legs: readonly PositionNow[], purse: Purse, lots: number, ticks: number, isMaker: boolean): CloseOutlook {
  const { instrument: i, held, mark } = p;
  const isIsolated = p.position.marginType === 'ISOLATED';
  const fee = lots > 0 && ticks > 0 ? feeOf(ticks, lots, feeRatio(i.units, isMaker ? i.makerFee : i.takerFee)) : 0;
  const cost = costOf(ticks, lots, i.units.costNum);
  const after: After =
    lots > 0 && ticks > 0
      ? afterTrade(i, held, { side: held.side > 0 ? -1 : 1, lots, cost, fee, leverage: held.leverage, isIsolated })
      : { held, realized: 0, walletChange: 0 };
  const own = isIsolated ? [held] : legs.map((leg) => leg.held);
  const others = isIsolated
    ? { wallet: 0, pnl: 0, maintenance: 0 }
    : {
        wallet: purse.crossWallet,
        pnl: purse.crossPnl - own.reduce((sum, leg) => sum + pnlOf(i, leg, mark), 0),
        maintenance: Math.max(0, purse.maintenance - own.reduce((sum, leg) => sum + maintenanceOf(i, leg, mark), 0)),
      };
  const rest = [...own.filter((leg) => leg !== held), ...(after.held ? [after.held] : [])];
  return {
    after,
    fee,
    now: riskOf(i, own, mark, isIsolated, others),
    later: riskOf(i, rest, mark, isIsolated, { ...others, wallet: others.wallet + after.walletChange }),
  };
}
