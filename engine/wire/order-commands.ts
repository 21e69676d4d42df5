// Orders as their senders say them, and how that goes into the words of their commands: flags in one word, then TP/SL, then the client's id.
import type { ORDER_COMMANDS, MARKET_COMMANDS } from './command-fields.ts';
import { TimeInForce } from './command-kind.ts';
import type { ValuesOf } from './field.ts';
import {
  type AttachedTpsl,
  OrderFlag,
  type OrderFlags,
  attachedBits,
  attachedLength,
  attachedWords,
  packOrderFlags,
  readAttached,
  readTpslWords,
  tpslWords,
  unpackConditionalFlags,
  unpackOrderFlags,
} from './order-terms.ts';
import { packText, unpackText } from './text.ts';

export interface PlaceOrderValues extends OrderFlags {
  price: number;
  lots: number;
  slippage: number;
  /** Up to 36 characters, echoed back; '' = none. */
  clientOrderId: string;
  attached?: AttachedTpsl;
}

export interface PlaceConditionalValues extends Omit<OrderFlags, 'timeInForce'> {
  /** `type`: TakeProfit, StopLoss or Trailing. closePosition: no quantity, closes what is open when it fires. */
  closePosition: boolean;
  workingType: number;
  priceProtect: boolean;
  /** 0 = fires as MARKET. */
  price: number;
  lots: number;
  /** Ticks; for Trailing its activation price, 0 = active at once. */
  stopPrice: number;
  /** Trailing only, in 10^-8. */
  callbackRate: number;
  clientOrderId: string;
  attached?: AttachedTpsl;
}

/** `tpsl`: its TP/SL anew, both legs 0 = none; absent = as they are. */
export interface AmendOrderValues {
  orderId: number;
  price: number;
  lots: number;
  tpsl?: AttachedTpsl;
}

/** A conditional order that has not fired. `lots` 0 with closePosition; `callbackRate` 0 unless Trailing. */
export interface AmendConditionalValues extends AmendOrderValues {
  stopPrice: number;
  callbackRate: number;
}

/** Best first: pairs of (ticks, lots). */
export interface SetLadderValues {
  bids: number[];
  asks: number[];
}

/** What a sender says of the commands whose words are not its fields one by one. */
export interface ShapedValues {
  PlaceOrder: PlaceOrderValues;
  PlaceConditional: PlaceConditionalValues;
  AmendOrder: AmendOrderValues;
  AmendConditional: AmendConditionalValues;
  SetLadder: SetLadderValues;
}

type Raw = { [N in keyof ShapedValues]: ValuesOf<(typeof ORDER_COMMANDS & typeof MARKET_COMMANDS)[N]> };
type Shapes = { [N in keyof ShapedValues]: { toWords(said: ShapedValues[N]): Raw[N]; fromWords(raw: Raw[N]): ShapedValues[N] } };

/** Between what a sender says and the fields of the record. */
export const SHAPES: Shapes = {
  PlaceOrder: {
    toWords: (c) => ({
      price: c.price,
      lots: c.lots,
      flags: packOrderFlags(c) | attachedBits(c.attached),
      slippage: c.slippage,
      terms: [...attachedWords(c.attached), ...packText(c.clientOrderId)],
    }),
    fromWords: ({ price, lots, flags, slippage, terms }) => ({
      price,
      lots,
      ...unpackOrderFlags(flags),
      slippage,
      ...termsOf(flags, terms),
    }),
  },
  PlaceConditional: {
    toWords: (c) => ({
      price: c.price,
      lots: c.lots,
      flags: conditionalFlags(c),
      stopPrice: c.stopPrice,
      callbackRate: c.callbackRate,
      terms: [...attachedWords(c.attached), ...packText(c.clientOrderId)],
    }),
    fromWords({ price, lots, flags, stopPrice, callbackRate, terms }) {
      const { side, positionSide, type, selfTrade, reduceOnly } = unpackOrderFlags(flags);
      const { closePosition, workingType, priceProtect } = unpackConditionalFlags(flags);
      const own = { side, positionSide, type, selfTrade, reduceOnly, closePosition, workingType, priceProtect };
      return { ...own, price, lots, stopPrice, callbackRate, ...termsOf(flags, terms) };
    },
  },
  AmendOrder: {
    toWords: ({ orderId, price, lots, tpsl }) => ({ orderId, price, lots, terms: tpslWords(tpsl) }),
    fromWords: ({ terms, ...own }) => ({ ...own, ...readTpslWords(terms) }),
  },
  AmendConditional: {
    toWords: ({ orderId, price, lots, stopPrice, callbackRate, tpsl }) => {
      return { orderId, price, lots, stopPrice, callbackRate, terms: tpslWords(tpsl) };
    },
    fromWords: ({ terms, ...own }) => ({ ...own, ...readTpslWords(terms) }),
  },
  SetLadder: {
    toWords: ({ bids, asks }) => ({ bidLevels: bids.length >> 1, askLevels: asks.length >> 1, levels: [...bids, ...asks] }),
    fromWords: ({ bidLevels, levels }) => ({ bids: levels.slice(0, bidLevels * 2), asks: levels.slice(bidLevels * 2) }),
  },
};

function termsOf(flags: number, terms: number[]): { clientOrderId: string; attached?: AttachedTpsl } {
  const attached = readAttached(flags, terms);
  const from = attachedLength(flags);
  const clientOrderId = unpackText(terms, from, terms.length - from);
  return attached === undefined ? { clientOrderId } : { clientOrderId, attached };
}

function conditionalFlags(c: PlaceConditionalValues): number {
  return (
    packOrderFlags({ ...c, timeInForce: TimeInForce.GTC }) |
    (c.closePosition ? OrderFlag.ClosePosition : 0) |
    (c.workingType !== 0 ? OrderFlag.ByMark : 0) |
    (c.priceProtect ? OrderFlag.PriceProtect : 0) |
    attachedBits(c.attached)
  );
}
