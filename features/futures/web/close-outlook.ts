// What closing a part of a position or turning it round leads to: realised PnL, fee, and the position, liquidation and ratio that stay.
import { feeOf, feeRatio } from '@maru/engine/futures/fee.ts';
import { costOf } from '@maru/engine/money/cost.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { PositionNow } from './account-now.ts';
import { type After, afterTrade, maintenanceOf, pnlOf, type Purse, type Risk, riskOf } from './position-math.ts';
import { withinReach } from './instrument.ts';

export interface CloseOutlook {
  after: After;
  fee: number;
  now: Risk;
  later: Risk;
}

/** What closing so many lots at the mark is expected to bring, less its fee: micro-USDT. */
export function closingResult(p: PositionNow, lots: number): number {
  const { instrument: i, held, mark } = p;
  const ticks = Math.round(mark / MARK_PER_TICK);
  if (lots <= 0 || ticks <= 0) return 0;
  const fee = feeOf(ticks, lots, feeRatio(i.units, i.takerFee));
  const trade = { side: held.side > 0 ? (-1 as const) : (1 as const), lots, cost: costOf(ticks, lots, i.units.costNum), fee };
  return (withinReach(() => afterTrade(i, held, { ...trade, leverage: held.leverage, isIsolated: false }).realized) ?? 0) - fee;
}

/** The account's positions of the same symbol and margin, this one among them. */
export const legsOf = (p: PositionNow, positions: readonly PositionNow[]): PositionNow[] =>
  positions.filter((each) => each.instrument === p.instrument && each.position.marginType === p.position.marginType);

/** A resting close pays the maker's fee. */
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

/** The legs that stand or fall together with a position, and what stands behind them beside their own. */
function scopeOf(p: PositionNow, legs: readonly PositionNow[], purse: Purse) {
  const { instrument: i, held, mark } = p;
  if (p.position.marginType === 'ISOLATED') return { own: [held], others: { wallet: 0, pnl: 0, maintenance: 0 } };
  const own = legs.map((leg) => leg.held);
  const others = {
    wallet: purse.crossWallet,
    pnl: purse.crossPnl - own.reduce((sum, leg) => sum + pnlOf(i, leg, mark), 0),
    maintenance: Math.max(0, purse.maintenance - own.reduce((sum, leg) => sum + maintenanceOf(i, leg, mark), 0)),
  };
  return { own, others };
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
  const { own, others } = scopeOf(p, legs, purse);
  const rest = [...own.filter((leg) => leg !== held), ...(after.held ? [after.held] : [])];
  return {
    after,
    fee,
    now: riskOf(i, own, mark, isIsolated, others),
    later: riskOf(i, rest, mark, isIsolated, { ...others, wallet: others.wallet + after.walletChange }),
  };
}

/** A position turned round at the mark (rules 5.7): closed, and as much opened the other way, on the other leg in hedge mode; a fee for each. */
export function reverseOutlook(p: PositionNow, legs: readonly PositionNow[], purse: Purse): CloseOutlook {
  const { instrument: i, held, mark } = p;
  const isIsolated = p.position.marginType === 'ISOLATED';
  const ticks = Math.round(mark / MARK_PER_TICK);
  const { lots, leverage } = held;
  const { own, others } = scopeOf(p, legs, purse);
  const fee = feeOf(ticks, lots, feeRatio(i.units, i.takerFee));
  const trade = {
    side: held.side > 0 ? (-1 as const) : (1 as const),
    lots,
    cost: costOf(ticks, lots, i.units.costNum),
    fee,
    leverage,
    isIsolated,
  };
  const closed = afterTrade(i, held, trade);
  const other = legs.find((leg) => leg.held.side === trade.side)?.held;
  const opened = afterTrade(i, other, trade);
  const walletChange = closed.walletChange + opened.walletChange;
  const rest = [...own.filter((leg) => leg !== held && leg !== other), ...(opened.held ? [opened.held] : [])];
  return {
    after: { held: opened.held, realized: closed.realized, walletChange },
    fee: 2 * fee,
    now: riskOf(i, own, mark, isIsolated, others),
    later: riskOf(i, rest, mark, isIsolated, { ...others, wallet: others.wallet + walletChange }),
  };
}
