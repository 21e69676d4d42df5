// What the ticket holds, and which order a button makes of it.
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { z } from 'zod/mini';
import type { placeOrderBody, placeScale } from '@maru/futures/contract.ts';

export type Side = 'BUY' | 'SELL';
export type PositionMode = 'ONE_WAY' | 'HEDGE';
export type PlaceOrder = z.output<typeof placeOrderBody>;

/** What the ticket offers; a condition becomes a stop loss or a take profit by which side of the price it lies on. */
export const ticketTypes = ['LIMIT', 'MARKET', 'CONDITION_LIMIT', 'CONDITION_MARKET', 'TRAILING', 'SCALE'] as const;
export type TicketType = (typeof ticketTypes)[number];
export const hasPrice = (type: TicketType): boolean => type === 'LIMIT' || type === 'CONDITION_LIMIT';
export const waitsForPrice = (type: TicketType): boolean =>
  type === 'CONDITION_LIMIT' || type === 'CONDITION_MARKET' || type === 'TRAILING';
export const firesAtMarket = (type: TicketType): boolean => type === 'MARKET' || type === 'CONDITION_MARKET' || type === 'TRAILING';
/** A ladder has no single entry, and a trailing stop is itself an exit. */
export const takesTpsl = (type: TicketType): boolean => type !== 'TRAILING' && type !== 'SCALE';

export interface TicketFields {
  type: TicketType;
  price: string;
  /** Base units. */
  quantity: string;
  timeInForce: 'GTC' | 'IOC' | 'FOK';
  postOnly: boolean;
  reduceOnly: boolean;
  /** Hedge mode: open a leg or close it. */
  intent: 'open' | 'close';
  /** Market orders: worst accepted distance from the mark in percent, '' = the symbol's own bound. */
  slippagePercent: string;
  /** Where a condition fires, and what it watches. */
  stopPrice: string;
  watches: 'MARK_PRICE' | 'CONTRACT_PRICE';
  /** Trailing: percent behind, and where it begins to follow ('' = at once). */
  callbackRate: string;
  activationPrice: string;
  /** A ladder of limit orders. */
  scaleFrom: string;
  scaleTo: string;
  scaleCount: string;
  scaleSkew: string;
  /** TP/SL that the entry brings with it; '' = none. */
  hasTpsl: boolean;
  takeProfit: string;
  stopLoss: string;
}

export const emptyTicket: TicketFields = {
  type: 'LIMIT',
  price: '',
  quantity: '',
  timeInForce: 'GTC',
  postOnly: false,
  reduceOnly: false,
  intent: 'open',
  slippagePercent: '',
  stopPrice: '',
  watches: 'CONTRACT_PRICE',
  callbackRate: '1',
  activationPrice: '',
  scaleFrom: '',
  scaleTo: '',
  scaleCount: '5',
  scaleSkew: '1',
  hasTpsl: false,
  takeProfit: '',
  stopLoss: '',
};

/** Side of the position that an order of this button touches. */
export function positionSideOf(mode: PositionMode, side: Side, intent: TicketFields['intent']): 'BOTH' | 'LONG' | 'SHORT' {
  if (mode === 'ONE_WAY') return 'BOTH';
  if (intent === 'open') return side === 'BUY' ? 'LONG' : 'SHORT';
  return side === 'BUY' ? 'SHORT' : 'LONG';
}

/** '0.5' percent -> '0.005'; undefined when there is no cap. */
export function slippageFraction(percent: string): string | undefined {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(percent);
  if (!match || Number(percent) === 0) return undefined;
  const digits = match[1].padStart(2, '0') + (match[2] ?? '');
  return `0.${digits}`;
}

/** The price that a condition watches, ticks. */
export const watchedPrice = (market: { mark: number; last: number }, fields: TicketFields): number =>
  fields.watches === 'MARK_PRICE' ? Math.round(market.mark / MARK_PER_TICK) : market.last;

/** A buy above the price, or a sell below it, runs after the market: a stop loss; the other way it waits for a better one. */
export function conditionOf(side: Side, stop: number, reference: number): 'STOPLOSS' | 'TAKEPROFIT' {
  return stop > reference === (side === 'BUY') ? 'STOPLOSS' : 'TAKEPROFIT';
}

/** `reference`: the price that a condition watches, now, in the symbol's own decimals. */
export function orderOf(fields: TicketFields, mode: PositionMode, side: Side, futuresOptionId: number, reference = 0): PlaceOrder {
  const common = {
    futuresOptionId,
    side,
    positionSide: positionSideOf(mode, side, fields.intent),
    quantity: fields.quantity,
    // Hedge mode refuses the flag: there the position side says it.
    ...(fields.reduceOnly && mode === 'ONE_WAY' ? { reduceOnly: true } : {}),
  };
  return { ...common, ...termsOf(fields, side, reference), ...attachedOf(fields, mode) };
}

function termsOf(fields: TicketFields, side: Side, reference: number) {
  const { type, price, stopPrice, watches, callbackRate, activationPrice } = fields;
  const slippageLimit = slippageFraction(fields.slippagePercent);
  const condition = { type: conditionOf(side, Number(stopPrice), reference), stopPrice, workingType: watches };
  switch (type) {
    case 'MARKET':
      return { type: 'MARKET' as const, ...(slippageLimit ? { slippageLimit } : {}) };
    case 'CONDITION_MARKET':
      return condition;
    case 'CONDITION_LIMIT':
      return { ...condition, price };
    case 'TRAILING':
      return { type: 'TRAILINGSTOP' as const, callbackRate, workingType: watches, ...(activationPrice ? { activationPrice } : {}) };
    default:
      return { type: 'LIMIT' as const, price, timeInForce: fields.postOnly ? ('GTX' as const) : fields.timeInForce };
  }
}

/** TP/SL go with what opens only. */
function attachedOf(fields: TicketFields, mode: PositionMode) {
  const opens = mode === 'HEDGE' ? fields.intent === 'open' : !fields.reduceOnly;
  if (!fields.hasTpsl || !opens || !takesTpsl(fields.type)) return {};
  // The mark watches over exits: no single print of the book sets them off.
  return {
    ...(fields.takeProfit ? { takeProfit: fields.takeProfit, isMarkTp: true } : {}),
    ...(fields.stopLoss ? { stopLoss: fields.stopLoss, isMarkSl: true } : {}),
  };
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
