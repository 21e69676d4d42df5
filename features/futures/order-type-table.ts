// The types of orders, one declaration each: the contract, the gateway, its refusals, lists, filters, explanations and bots read it from here.
import { OrderType } from '@maru/engine/wire/command-kind.ts';

/** Fields of an order's body that some types take and others refuse, in the order in which they are refused. */
const ownFields = [
  'slippageLimit',
  'price',
  'stopPrice',
  'workingType',
  'priceProtect',
  'closePosition',
  'activationPrice',
  'callbackRate',
] as const;
type OwnField = (typeof ownFields)[number];

interface OrderTypeDeclaration {
  /** The engine's number. */
  code: number;
  words: readonly [ko: string, en: string];
  needs: readonly (OwnField | 'quantity')[];
  mayHave: readonly OwnField[];
  /** It waits for a price. */
  trigger?: {
    /** The field that is the command's stop price. */
    stop: 'stopPrice' | 'activationPrice';
    /** Which way a price comes to a stop that buys; one that sells the other way (engine/futures/triggers.ts, firesOnFall). */
    buysOn: 'rise' | 'fall';
    /** From there on it follows the best price, and fires when the price has come back by `callbackRate`. */
    follows: boolean;
  };
  /** Its words are for what closes a position; what opens one is a condition to a trader. */
  isExit?: true;
  /** What the venue that bots know calls it, with a limit price and without; none: bots cannot place it. */
  venue: { limit?: string; market?: string };
}

const declared = {
  LIMIT: {
    code: OrderType.Limit,
    words: ['지정가', 'Limit'],
    needs: ['quantity', 'price'],
    mayHave: [],
    venue: { limit: 'LIMIT' },
  },
  MARKET: {
    code: OrderType.Market,
    words: ['시장가', 'Market'],
    needs: ['quantity'],
    mayHave: ['slippageLimit'],
    venue: { market: 'MARKET' },
  },
  TAKEPROFIT: {
    code: OrderType.TakeProfit,
    words: ['익절', 'Take profit'],
    needs: ['stopPrice'],
    mayHave: ['price', 'workingType', 'priceProtect', 'closePosition'],
    trigger: { stop: 'stopPrice', buysOn: 'fall', follows: false },
    isExit: true,
    venue: { limit: 'TAKE_PROFIT', market: 'TAKE_PROFIT_MARKET' },
  },
  STOPLOSS: {
    code: OrderType.StopLoss,
    words: ['손절', 'Stop loss'],
    needs: ['stopPrice'],
    mayHave: ['price', 'workingType', 'priceProtect', 'closePosition'],
    trigger: { stop: 'stopPrice', buysOn: 'rise', follows: false },
    isExit: true,
    venue: { limit: 'STOP', market: 'STOP_MARKET' },
  },
  /** Ours; the specification names the others. */
  TRAILINGSTOP: {
    code: OrderType.Trailing,
    words: ['추적 손절', 'Trailing stop'],
    needs: ['callbackRate'],
    // That closePosition is nothing for it the engine says.
    mayHave: ['workingType', 'priceProtect', 'closePosition', 'activationPrice'],
    trigger: { stop: 'activationPrice', buysOn: 'fall', follows: true },
    venue: { market: 'TRAILING_STOP_MARKET' },
  },
} as const satisfies Record<string, OrderTypeDeclaration>;

export type OrderTypeName = keyof typeof declared;
export const orderTypeOf: Readonly<Record<OrderTypeName, OrderTypeDeclaration>> = declared;
/** On the wire and in every list of choices, in this order. */
export const orderTypes = Object.keys(declared) as readonly OrderTypeName[];

type EngineCode = (typeof OrderType)[keyof typeof OrderType];
type NameByCode = { [N in OrderTypeName as (typeof declared)[N]['code']]: N };
/** Names by the engine's numbers; a type of the engine without its declaration does not compile. */
export const orderTypeNames: Readonly<Record<EngineCode, OrderTypeName>> = Object.fromEntries(
  orderTypes.map((name) => [declared[name].code, name]),
) as NameByCode;

export const orderTypeOfCode = (code: number): OrderTypeDeclaration => orderTypeOf[orderTypeNames[code as EngineCode]];

/** The price it follows moves its stop along. */
export const follows = (type: OrderTypeName): boolean => orderTypeOf[type].trigger?.follows === true;

/** Fields of others that it refuses. */
export function foreignFields(type: OrderTypeName): readonly OwnField[] {
  const { needs, mayHave } = orderTypeOf[type];
  return ownFields.filter((field) => !needs.includes(field) && !mayHave.includes(field));
}

/** Its name for a catalog: `type.LIMIT` and so on. */
export const orderTypeTexts = Object.fromEntries(orderTypes.map((name) => [`type.${name}`, declared[name].words])) as {
  readonly [N in OrderTypeName as `type.${N}`]: OrderTypeDeclaration['words'];
};
