// Step 3 of a cross liquidation: what is held long and short of one symbol closes against itself at the mark, without a fee (rules 9.3).
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { FillRole, LiquidationStage, OrderEnd, PositionEnd } from '../wire/event.ts';
import { PostingReason } from '../ledger/account.ts';
import type { EngineState } from '../state.ts';
import { touchLeg } from '../touched.ts';
import { isPriceUsable } from './breach.ts';
import { closeLots, placeClosing } from './close-lots.ts';
import { recharge } from './exposure.ts';
import { endLife, payLiquidation } from './fill.ts';
import { type ClosingLeg, crossLegs, emitStep } from './liquidation-legs.ts';
import { closeOrder, cutClosers, fill } from './order-life.ts';
import { releasedCost, unrealizedPnl } from './pnl.ts';
import { entryCostOf } from './position.ts';
import { revalue } from './revalue.ts';

const { LIVE, MARK } = layout;

/** Nets every symbol of the account that has a usable price; symbols ascending. */
export function netHedgeLegs(s: EngineState, e: EventBuffer, scope: number, account: number): void {
  const legs = crossLegs(s, account);
  for (let k = 1; k < legs.length; k++) {
    const [long, short] = [legs[k - 1], legs[k]];
    if (long.symbol !== short.symbol || !isPriceUsable(s, long.symbol)) continue;
    const lots = Math.min(long.size, short.size);
    const price = closeAtMark(s, e, long, lots);
    closeAtMark(s, e, short, lots);
    emitStep(s, e, scope, long, LiquidationStage.Netted, lots, price, 0);
  }
}

function closeAtMark(s: EngineState, e: EventBuffer, leg: ClosingLeg, lots: number): number {
  const { exposure, position, instrument } = leg;
  const held = s.positionLots[position];
  const side = held < 0 ? -1 : 1;
  const released = releasedCost(instrument.units, side, entryCostOf(s, position), leg.size, lots);
  const realized = unrealizedPnl(instrument.units, side, s.live[leg.symbol * LIVE + MARK], lots, released);
  const order = placeClosing(s, e, exposure, position, lots);
  closeLots(s, e, instrument, order, position, realized, FillRole.Netting);
  const { price } = fill;
  payLiquidation(s, e, exposure, position, realized, PostingReason.RealizedPnl, fill.tradeId);
  if (lots === leg.size) endLife(s, e, exposure, position, held, PositionEnd.Liquidated);
  closeOrder(s, e, order, OrderEnd.Filled);
  cutClosers(s, e, instrument, exposure, side > 0 ? 0 : 1, leg.size - lots);
  revalue(s, instrument, position);
  recharge(s, exposure);
  touchLeg(s, exposure, position);
  return price;
}
