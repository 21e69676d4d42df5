// Views of open orders.
import {
  ACCOUNT,
  ACCOUNT_FIRST,
  CHAIN,
  CHAIN_OLDER,
  EXPOSURE,
  EX_LEG,
  EX_NEXT,
  EX_SYMBOL,
  FACTS,
  ORDER,
  ORDER_FILLED_COST,
  ORDER_FILLED_LOTS,
  ORDER_FLAGS,
  ORDER_LOTS,
  ORDER_PLACED_AT,
  ORDER_RESERVED,
  ORDER_TEXT_WORDS,
  ORDER_UPDATED_AT,
  TEXT,
  TRIGGER,
  TRIGGER_EXTREME,
  TRIGGER_LOSS,
  TRIGGER_LOSS_LIMIT,
  TRIGGER_PARENT,
  TRIGGER_RATE,
  TRIGGER_STOP,
  TRIGGER_TAKE,
  TRIGGER_TAKE_LIMIT,
} from './layout.ts';
import { OrderFlag, unpackConditionalFlags } from './wire/order-terms.ts';
import { OrderType } from './wire/command-kind.ts';
import { isOpen } from './ledger/open-account.ts';
import { findPosition } from './futures/change-margin.ts';
import { ownOrder } from './futures/cancel-order.ts';
import { newestOrder } from './futures/exposure.ts';
import { orderIdOf } from './futures/order-book.ts';
import { isClosing, legOf } from './futures/order-flags.ts';
import { symbolOfOrder } from './futures/order-life.ts';
import { findPositionTpsl, newestWaiting, olderWaiting } from './futures/triggers.ts';
import type { EngineState } from './state.ts';
import { unpackText } from './wire/text.ts';

export interface OrderView {
  orderId: number;
  symbol: number;
  flags: number;
  price: number;
  lots: number;
  filledLots: number;
  /** Sum of ticks x lots filled. */
  filledCost: bigint;
  reserved: number;
  clientOrderId: string;
  placedAt: number;
  updatedAt: number;
  /** Conditional orders: ticks (Trailing: activation price), 10^-8, and the best price of an active trailing stop, mark units. */
  stopPrice: number;
  callbackRate: number;
  extreme: number;
  /** TP/SL attached to an entry, ticks, 0 = none; entry order whose fill armed this one, 0 = none. */
  takeProfit: number;
  stopLoss: number;
  parentId: number;
  /** Limit prices of the attached TP/SL, 0 = at market. */
  takeProfitLimit: number;
  stopLossLimit: number;
}

/** Newest first within a symbol, those in the book before those that wait for a trigger; symbol -1 = all. */
export function openOrdersView(s: EngineState, account: number, symbol: number): OrderView[] {
  const orders: OrderView[] = [];
  if (!isOpen(s, account)) return orders;
  for (let x = s.accounts[account * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    if (symbol !== -1 && s.exposures[x * EXPOSURE + EX_SYMBOL] !== symbol) continue;
    for (let slot = newestOrder(s, x); slot >= 0; slot = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1) orders.push(viewOf(s, slot));
    for (let slot = newestWaiting(s, x); slot >= 0; slot = olderWaiting(s, slot)) orders.push(viewOf(s, slot));
  }
  return orders;
}

/** An open order of the account, null when there is none with this id. */
export function orderView(s: EngineState, account: number, orderId: number): OrderView | null {
  const slot = ownOrder(s, account, orderId);
  return slot < 0 ? null : viewOf(s, slot);
}

function viewOf(s: EngineState, slot: number): OrderView {
  const facts = slot * FACTS;
  const f = s.orderFacts;
  return {
    orderId: orderIdOf(s.books, slot),
    symbol: symbolOfOrder(s, slot),
    flags: s.books.rows[slot * ORDER + ORDER_FLAGS],
    price: s.books.prices[slot],
    lots: f[facts + ORDER_LOTS],
    filledLots: f[facts + ORDER_FILLED_LOTS],
    filledCost: BigInt(f[facts + ORDER_FILLED_COST]),
    reserved: f[facts + ORDER_RESERVED],
    clientOrderId: unpackText(s.orderTexts, slot * TEXT, f[facts + ORDER_TEXT_WORDS]),
    placedAt: f[facts + ORDER_PLACED_AT],
    updatedAt: f[facts + ORDER_UPDATED_AT],
    ...triggerOf(s, slot),
  };
}

const PLAIN = {
  stopPrice: 0,
  callbackRate: 0,
  extreme: 0,
  takeProfit: 0,
  stopLoss: 0,
  parentId: 0,
  takeProfitLimit: 0,
  stopLossLimit: 0,
};

// What was once an armed order keeps its stop and its parent; an order that never waited has only what is attached to it.
function triggerOf(s: EngineState, slot: number): typeof PLAIN {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const { origin } = unpackConditionalFlags(flags);
  const attached = (flags & OrderFlag.Attached) !== 0;
  const limited = attached && (flags & OrderFlag.TpslLimits) !== 0;
  if (origin === 0 && !attached) return PLAIN;
  const at = slot * TRIGGER;
  const t = s.triggers.facts;
  return {
    stopPrice: origin === 0 ? 0 : t[at + TRIGGER_STOP],
    callbackRate: origin === 0 ? 0 : t[at + TRIGGER_RATE],
    extreme: origin === 0 ? 0 : t[at + TRIGGER_EXTREME],
    takeProfit: attached ? t[at + TRIGGER_TAKE] : 0,
    stopLoss: attached ? t[at + TRIGGER_LOSS] : 0,
    // An entry keeps the position there that its TP/SL are set for.
    parentId: attached ? 0 : t[at + TRIGGER_PARENT],
    takeProfitLimit: limited ? t[at + TRIGGER_TAKE_LIMIT] : 0,
    stopLossLimit: limited ? t[at + TRIGGER_LOSS_LIMIT] : 0,
  };
}

/** TP and SL of an open position, and the partial ones beside them; null when there is no such position. */
export function positionTpslView(
  s: EngineState,
  account: number,
  positionId: number,
): { takeProfit: OrderView | null; stopLoss: OrderView | null; partial: OrderView[] } | null {
  const position = isOpen(s, account) ? findPosition(s, account, positionId) : -1;
  if (position < 0) return null;
  const exposure = s.positionExposure[position];
  const leg = s.exposures[exposure * EXPOSURE + EX_LEG + 1] === position ? 1 : 0;
  const of = (type: number) => {
    const slot = findPositionTpsl(s, exposure, leg, type);
    return slot < 0 ? null : viewOf(s, slot);
  };
  const partial: OrderView[] = [];
  for (let slot = newestWaiting(s, exposure); slot >= 0; slot = olderWaiting(s, slot)) {
    const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
    if (isClosing(flags) && legOf(flags) === leg && (flags & OrderFlag.ClosePosition) === 0) partial.push(viewOf(s, slot));
  }
  return { takeProfit: of(OrderType.TakeProfit), stopLoss: of(OrderType.StopLoss), partial };
}
