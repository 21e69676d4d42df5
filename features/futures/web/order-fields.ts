// What the ticket holds, and which order a button makes of it.
import type { z } from 'zod/mini';
import type { placeOrderBody } from '@maru/futures/contract.ts';

export type Side = 'BUY' | 'SELL';
export type PositionMode = 'ONE_WAY' | 'HEDGE';
export type PlaceOrder = z.output<typeof placeOrderBody>;

export interface TicketFields {
  type: 'LIMIT' | 'MARKET';
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

export function orderOf(fields: TicketFields, mode: PositionMode, side: Side, futuresOptionId: number): PlaceOrder {
  const positionSide = positionSideOf(mode, side, fields.intent);
  const slippageLimit = fields.type === 'MARKET' ? slippageFraction(fields.slippagePercent) : undefined;
  return {
    futuresOptionId,
    side,
    positionSide,
    type: fields.type,
    quantity: fields.quantity,
    ...(fields.type === 'LIMIT' ? { price: fields.price, timeInForce: fields.postOnly ? ('GTX' as const) : fields.timeInForce } : {}),
    // Hedge mode refuses the flag: there the position side says it.
    ...(fields.reduceOnly && mode === 'ONE_WAY' ? { reduceOnly: true } : {}),
    ...(slippageLimit ? { slippageLimit } : {}),
  };
}
