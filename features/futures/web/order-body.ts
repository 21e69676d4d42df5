// Which order a button makes of what the ticket holds.
import type { z } from 'zod/mini';
import type { PlaceOrderBody, placeScale } from '@maru/futures/contract.ts';
import type { placeTwapBody } from '@maru/futures/twap-contract.ts';
import { type PositionMode, positionSideOf, type Side, takesTpsl, type TicketFields, twapSeconds } from './order-fields.ts';
import { ticketTypeOf } from './ticket-type-table.ts';

/** What is sent of a draft: exits go with what opens, and an order that only reduces a position has none to bring. */
export const sentFields = (fields: TicketFields, opening: number): TicketFields => (opening > 0 ? fields : { ...fields, hasTpsl: false });

/** `reference`: the price that a condition watches, now, in the symbol's own decimals. */
export function orderOf(fields: TicketFields, mode: PositionMode, side: Side, futuresOptionId: number, reference = 0): PlaceOrderBody {
  const common = {
    futuresOptionId,
    side,
    positionSide: positionSideOf(mode, side, fields.intent),
    quantity: fields.quantity,
    // Hedge mode refuses the flag: there the position side says it.
    ...(fields.reduceOnly && mode === 'ONE_WAY' ? { reduceOnly: true } : {}),
  };
  const { terms } = ticketTypeOf[fields.type];
  if (terms === undefined) throw new Error(`${fields.type} is no single order`);
  return { ...common, ...terms(fields, side, reference), ...attachedOf(fields, mode) };
}

/** TP/SL go with what opens only. */
function attachedOf(fields: TicketFields, mode: PositionMode) {
  const opens = mode === 'HEDGE' ? fields.intent === 'open' : !fields.reduceOnly;
  if (!fields.hasTpsl || !opens || !takesTpsl(fields.type)) return {};
  // The mark watches over exits: no single print of the book sets them off.
  return {
    ...(fields.takeProfit ? { takeProfit: fields.takeProfit, isMarkTp: true } : {}),
    ...(fields.stopLoss ? { stopLoss: fields.stopLoss, isMarkSl: true } : {}),
    ...(fields.exitsAtLimit ? limitsOf(fields) : {}),
  };
}

/** Legs with a limit written rest there, the others go to market; a limit exit closes what this order opened. */
export function limitsOf({
  takeProfit,
  stopLoss,
  takeProfitLimit,
  stopLossLimit,
}: Pick<TicketFields, 'takeProfit' | 'stopLoss' | 'takeProfitLimit' | 'stopLossLimit'>) {
  const limits = {
    ...(takeProfit && takeProfitLimit ? { takeProfitLimit } : {}),
    ...(stopLoss && stopLossLimit ? { stopLossLimit } : {}),
  };
  return Object.keys(limits).length > 0 ? { ...limits, isPartialTpsl: true } : {};
}

export type PlaceScale = z.output<NonNullable<typeof placeScale.body>>;
export function scaleOf(fields: TicketFields, mode: PositionMode, side: Side, futuresOptionId: number): PlaceScale {
  return {
    futuresOptionId,
    side,
    positionSide: positionSideOf(mode, side, fields.intent),
    quantity: fields.quantity,
    fromPrice: fields.scaleFrom,
    toPrice: fields.scaleTo,
    count: Number(fields.scaleCount),
    skew: fields.scaleSkew || '1',
    ...(fields.postOnly ? { timeInForce: 'GTX' as const } : {}),
    ...(fields.reduceOnly && mode === 'ONE_WAY' ? { reduceOnly: true } : {}),
  };
}

export type PlaceTwap = z.output<typeof placeTwapBody>;
export function twapOf(fields: TicketFields, mode: PositionMode, side: Side, futuresOptionId: number): PlaceTwap {
  return {
    futuresOptionId,
    side,
    positionSide: positionSideOf(mode, side, fields.intent),
    quantity: fields.quantity,
    duration: twapSeconds(fields),
    ...(fields.reduceOnly && mode === 'ONE_WAY' ? { reduceOnly: true } : {}),
    ...(fields.twapLimit ? { limitPrice: fields.twapLimit } : {}),
    ...(fields.twapIsUneven ? { randomize: true } : {}),
  };
}
