// What the ticket offers, one declaration each: its words, what is written for it, how it is reckoned and what is sent.
import type { PlaceOrderBody } from '@maru/futures/contract.ts';
import { orderTypeOf } from '@maru/futures/order-type-table.ts';
import type { Side, TicketFields } from './order-fields.ts';

/** What may be written: each has its fields in `ticket-prices.tsx`, its words in `terms-line.ts`, its faults in `order-errors.ts`. */
export type TicketInput = 'price' | 'marketPrice' | 'stop' | 'trailing' | 'scale' | 'twap';

interface TicketTypeDeclaration {
  words: readonly [ko: string, en: string];
  /** A tab of its own, for guests too; the others stand in one menu. */
  isAtHand: boolean;
  inputs: readonly TicketInput[];
  options: readonly ('timeInForce' | 'postOnly' | 'slippage')[];
  /** It meets the book of now, waits for a price, or becomes several orders. */
  acts: 'now' | 'later' | 'split';
  fillsAt: 'limit' | 'market';
  /** The price that it is reckoned at until it fills (rules 6.4). */
  assumes: 'price' | 'stop' | 'activation' | 'ladder' | 'book';
  takesTpsl: boolean;
  sentBy: 'order' | 'scale' | 'twap';
  /** Of an order: `reference` is the price that a condition watches, now, in decimals. */
  terms?: (fields: TicketFields, side: Side, reference: number) => Partial<PlaceOrderBody> & Pick<PlaceOrderBody, 'type'>;
}

const declared = {
  LIMIT: {
    words: orderTypeOf.LIMIT.words,
    isAtHand: true,
    inputs: ['price'],
    options: ['timeInForce', 'postOnly'],
    acts: 'now',
    fillsAt: 'limit',
    assumes: 'price',
    takesTpsl: true,
    sentBy: 'order',
    terms: ({ price, postOnly, timeInForce }) => ({ type: 'LIMIT', price, timeInForce: postOnly ? 'GTX' : timeInForce }),
  },
  MARKET: {
    words: orderTypeOf.MARKET.words,
    isAtHand: true,
    inputs: ['marketPrice'],
    options: ['slippage'],
    acts: 'now',
    fillsAt: 'market',
    assumes: 'book',
    takesTpsl: true,
    sentBy: 'order',
    terms({ slippagePercent }) {
      const slippageLimit = slippageFraction(slippagePercent);
      return { type: 'MARKET', ...(slippageLimit ? { slippageLimit } : {}) };
    },
  },
  CONDITION_LIMIT: {
    words: ['조건 지정가', 'Stop limit'],
    isAtHand: false,
    inputs: ['stop', 'price'],
    options: [],
    acts: 'later',
    fillsAt: 'limit',
    assumes: 'price',
    takesTpsl: true,
    sentBy: 'order',
    terms: (fields, side, reference) => ({ ...condition(fields, side, reference), price: fields.price }),
  },
  CONDITION_MARKET: {
    words: ['조건 시장가', 'Stop market'],
    isAtHand: false,
    inputs: ['stop', 'marketPrice'],
    options: [],
    acts: 'later',
    fillsAt: 'market',
    assumes: 'stop',
    takesTpsl: true,
    sentBy: 'order',
    terms: (fields, side, reference) => condition(fields, side, reference),
  },
  TRAILING: {
    words: orderTypeOf.TRAILINGSTOP.words,
    isAtHand: false,
    inputs: ['trailing'],
    options: [],
    acts: 'later',
    fillsAt: 'market',
    assumes: 'activation',
    // It is itself an exit.
    takesTpsl: false,
    sentBy: 'order',
    terms: ({ callbackRate, watches, activationPrice }) => ({
      type: 'TRAILINGSTOP',
      callbackRate,
      workingType: watches,
      ...(activationPrice ? { activationPrice } : {}),
    }),
  },
  SCALE: {
    words: ['분할 주문', 'Scale'],
    isAtHand: false,
    inputs: ['scale'],
    options: ['postOnly'],
    acts: 'split',
    fillsAt: 'limit',
    assumes: 'ladder',
    // A ladder and a TWAP have no single entry.
    takesTpsl: false,
    sentBy: 'scale',
  },
  TWAP: {
    words: ['TWAP', 'TWAP'],
    isAtHand: false,
    inputs: ['twap'],
    options: [],
    acts: 'split',
    fillsAt: 'market',
    assumes: 'book',
    takesTpsl: false,
    sentBy: 'twap',
  },
} as const satisfies Record<string, TicketTypeDeclaration>;

export type TicketType = keyof typeof declared;
type AtHand = { [T in TicketType]: (typeof declared)[T]['isAtHand'] extends true ? T : never }[TicketType];
type InMenu = Exclude<TicketType, AtHand>;

export const ticketTypeOf: Readonly<Record<TicketType, TicketTypeDeclaration>> = declared;
const all = Object.keys(declared) as TicketType[];
const isAtHand = (type: TicketType): type is AtHand => declared[type].isAtHand;
/** Tabs and menu in this order. */
export const typesAtHand: readonly AtHand[] = all.filter(isAtHand);
export const typesInMenu: readonly InMenu[] = all.filter((type): type is InMenu => !isAtHand(type));

/** The id of its words. */
export const ticketTypeText = (type: TicketType) =>
  isAtHand(type) ? (`type.${type}` as const) : (`ticket.type.${type as InMenu}` as const);

/** The words of those in the menu, for the ticket's catalog. */
export const ticketTypeTexts = Object.fromEntries(typesInMenu.map((type) => [`ticket.type.${type}`, declared[type].words])) as {
  readonly [T in InMenu as `ticket.type.${T}`]: TicketTypeDeclaration['words'];
};

/** '0.5' percent -> '0.005'; undefined when there is no cap. */
export function slippageFraction(percent: string): string | undefined {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(percent);
  if (!match || Number(percent) === 0) return undefined;
  const digits = match[1].padStart(2, '0') + (match[2] ?? '');
  return `0.${digits}`;
}

/** A buy above the price, or a sell below it, runs after the market: a stop loss; the other way it waits for a better one. */
export function conditionOf(side: Side, stop: number, reference: number): 'STOPLOSS' | 'TAKEPROFIT' {
  return stop > reference === (side === 'BUY') ? 'STOPLOSS' : 'TAKEPROFIT';
}

const condition = ({ stopPrice, watches }: TicketFields, side: Side, reference: number) => ({
  type: conditionOf(side, Number(stopPrice), reference),
  stopPrice,
  workingType: watches,
});
