// What a liquidation could not sell: taken over by the counterparty at the bankruptcy price, or closed against the winners where there is no
// house (rules 9.4 to 9.6).
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { EventKind, FillRole, LiquidationStage, OrderEnd, PositionEnd, writerOf } from '../wire/event.ts';
import { HouseAccount, PostingReason } from '../ledger/account.ts';
import type { Instrument } from '../market/instrument.ts';
import { addCost, type Cost } from '../money/cost.ts';
import { divCeilBig, divFloorBig, toSafe } from '../money/rounding.ts';
import type { EngineState } from '../state.ts';
import { touchExposure } from '../touched.ts';
import { isCounterpartyOff, nextCounterparty } from './adl.ts';
import { equityShare } from './bankruptcy.ts';
import { boundCost, closeLots, placeClosing, restOf } from './close-lots.ts';
import { recharge } from './exposure.ts';
import { endLife, payLiquidation, settleFill, settleCounterparty } from './fill.ts';
import { type ClosingLeg, emitStep } from './liquidation-legs.ts';
import { closeOrder, fill } from './order-life.ts';
import { settlePositionFunding } from './funding.ts';
import { coverLoss } from './cover-loss.ts';
import { entryCostOf, positionIdOf } from './position.ts';
import { revalue } from './revalue.ts';

const Deleveraged = writerOf('Deleveraged', 'positionId', 'lots', 'price');

const { EQUITY, EXPOSURE, EX_ACCOUNT, MAINTENANCE, META_TRADE_SERIAL, RISK } = layout;

/** Ends every leg whose order has a rest: at the bankruptcy price while equity is left, else at the mark (house) or as the fund allows. */
export function takeOver(s: EngineState, e: EventBuffer, scope: number, legs: readonly ClosingLeg[]): void {
  const rest = legs.filter((leg) => leg.order >= 0);
  let left = s.risk[scope * RISK + EQUITY];
  let maintenance = s.risk[scope * RISK + MAINTENANCE];
  if (left < 0) left = rest.every((leg) => isCounterpartyOff(leg.instrument)) ? Math.min(0, left + s.ledger[HouseAccount.Insurance]) : 0;
  for (let k = 0; k < rest.length; k++) {
    const { position } = rest[k];
    const own = s.positionMaintenance[position];
    const share = k === rest.length - 1 || left === 0 ? left : equityShare(left, own, maintenance);
    left -= share;
    maintenance -= own;
    takeOverLeg(s, e, scope, rest[k], s.positionPnl[position] - share);
  }
}

function takeOverLeg(s: EngineState, e: EventBuffer, scope: number, leg: ClosingLeg, realized: number): void {
  const { exposure, position, order, instrument } = leg;
  const lots = restOf(s, order);
  const held = s.positionLots[position];
  const exit = addCost(entryCostOf(s, position), (held < 0 ? 0 - realized : realized) * instrument.units.costDen);
  closeLots(s, e, instrument, order, position, realized, FillRole.Liquidation);
  const price = fill.price;
  payLiquidation(s, e, exposure, position, realized, PostingReason.LiquidationTakeover, fill.tradeId);
  endLife(s, e, exposure, position, held, PositionEnd.Liquidated);
  revalue(s, instrument, position);
  recharge(s, exposure);
  closeOrder(s, e, order, OrderEnd.Liquidation);
  leg.order = -1;
  touchExposure(s, exposure);
  const given = isCounterpartyOff(instrument) ? deleverage(s, e, leg, held, lots, exit) : 0;
  emitStep(s, e, scope, leg, given > 0 ? LiquidationStage.Deleveraged : LiquidationStage.TakenOver, lots, price, 0);
}

// The winners of the other side give up what the counterparty came to hold, from the top of the queue, at the bankruptcy price in ticks, rounded
// against them (the difference stays with the counterparty). Returns the lots they gave.
function deleverage(s: EngineState, e: EventBuffer, leg: ClosingLeg, held: number, lots: number, exit: Cost): number {
  const side = held > 0 ? 1 : -1;
  const price = exitPrice(leg.instrument, side, exit, lots);
  let rest = lots;
  while (rest > 0) {
    const position = nextCounterparty(s, leg.symbol, side, leg.account);
    if (position < 0) break;
    const size = Math.abs(s.positionLots[position]);
    const take = size < rest ? size : rest;
    closeWinner(s, e, leg, position, price, take, side);
    rest -= take;
  }
  return lots - rest;
}

/** Ticks of the bankruptcy price as the winners get it: they buy back from a bankrupt long at ceil, sell to a bankrupt short at floor. */
export function exitPrice(i: Instrument, side: number, exit: Cost, lots: number): number {
  const by = BigInt(lots) * BigInt(i.units.costNum);
  const price = toSafe(side > 0 ? divCeilBig(BigInt(exit), by) : divFloorBig(BigInt(exit), by));
  return price > 0 ? price : 1;
}

function closeWinner(s: EngineState, e: EventBuffer, leg: ClosingLeg, position: number, price: number, lots: number, side: number): void {
  const exposure = s.positionExposure[position];
  settlePositionFunding(s, e, position);
  const id = positionIdOf(s, position);
  const order = placeClosing(s, e, exposure, position, lots);
  const winner = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  fill.price = price;
  fill.lots = lots;
  fill.tradeId = ++s.meta[META_TRADE_SERIAL];
  settleCounterparty(s, leg.instrument, leg.symbol, 0 - side * lots, price);
  settleFill(s, e, leg.instrument, order, FillRole.Adl);
  boundCost(s, order);
  closeOrder(s, e, order, OrderEnd.Deleveraged);
  coverLoss(s, e, winner);
  const at = e.begin(EventKind.Deleveraged, winner, leg.symbol);
  e.words[at + Deleveraged.positionId] = id;
  e.words[at + Deleveraged.lots] = lots;
  e.words[at + Deleveraged.price] = price;
}
