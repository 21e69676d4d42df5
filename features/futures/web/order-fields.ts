// What the ticket holds.
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import { type TicketInput, type TicketType, ticketTypeOf } from './ticket-type-table.ts';

export type Side = 'BUY' | 'SELL';
export type PositionMode = 'ONE_WAY' | 'HEDGE';

export const hasInput = ({ type }: Pick<TicketFields, 'type'>, input: TicketInput): boolean => ticketTypeOf[type].inputs.includes(input);
export const hasPrice = (type: TicketType): boolean => hasInput({ type }, 'price');
/** Of now, at its price; of now, at the market's. */
export const isLimitNow = (type: TicketType): boolean => ticketTypeOf[type].acts === 'now' && ticketTypeOf[type].fillsAt === 'limit';
export const isMarketNow = (type: TicketType): boolean => ticketTypeOf[type].acts === 'now' && ticketTypeOf[type].fillsAt === 'market';
/** One order, now or later. */
export const firesAtMarket = (type: TicketType): boolean => ticketTypeOf[type].fillsAt === 'market' && ticketTypeOf[type].acts !== 'split';
export const takesTpsl = (type: TicketType): boolean => ticketTypeOf[type].takesTpsl;

/** The form shows rows of TP and SL: it needs more height than any other. */
export const hasExitRows = (fields: Pick<TicketFields, 'type' | 'hasTpsl'>): boolean => fields.hasTpsl && takesTpsl(fields.type);

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
  /** A TWAP: minutes it runs, the worst price of a slice ('' = none), slices of uneven size. */
  twapMinutes: string;
  twapLimit: string;
  twapIsUneven: boolean;
  /** TP/SL that the entry brings with it; '' = none. */
  hasTpsl: boolean;
  takeProfit: string;
  stopLoss: string;
  /** The exits rest at a limit instead of going to market; '' = this leg goes to market all the same. */
  exitsAtLimit: boolean;
  takeProfitLimit: string;
  stopLossLimit: string;
}

/** It may close and never opens: reduce-only, or closing a leg in hedge mode. */
export const onlyReduces = (fields: Pick<TicketFields, 'reduceOnly' | 'intent'>, mode: PositionMode): boolean =>
  mode === 'HEDGE' ? fields.intent === 'close' : fields.reduceOnly;

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
  twapMinutes: '60',
  twapLimit: '',
  twapIsUneven: false,
  hasTpsl: false,
  takeProfit: '',
  stopLoss: '',
  exitsAtLimit: false,
  takeProfitLimit: '',
  stopLossLimit: '',
};

/** Side of the position that an order of this button touches. */
export function positionSideOf(mode: PositionMode, side: Side, intent: TicketFields['intent']): 'BOTH' | 'LONG' | 'SHORT' {
  if (mode === 'ONE_WAY') return 'BOTH';
  if (intent === 'open') return side === 'BUY' ? 'LONG' : 'SHORT';
  return side === 'BUY' ? 'SHORT' : 'LONG';
}

/** The price that a condition watches, ticks. */
export const watchedPrice = (market: { mark: number; last: number }, fields: TicketFields): number =>
  fields.watches === 'MARK_PRICE' ? Math.round(market.mark / MARK_PER_TICK) : market.last;

export const twapSeconds = ({ twapMinutes }: Pick<TicketFields, 'twapMinutes'>): number => Number(twapMinutes) * 60;
