// Views of open orders.
import {
  ACCOUNT,
  ACCOUNT_FIRST,
  CHAIN,
  CHAIN_OLDER,
  EXPOSURE,
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
} from './layout.ts';
import { isOpen } from './ledger/open-account.ts';
import { ownOrder } from './futures/cancel-order.ts';
import { newestOrder } from './futures/exposure.ts';
import { orderIdOf } from './futures/order-book.ts';
import { symbolOfOrder } from './futures/order-life.ts';
import type { EngineState } from './state.ts';
import { unpackText } from './text.ts';

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
}

/** Newest first within a symbol; symbol -1 = all. */
export function openOrdersView(s: EngineState, account: number, symbol: number): OrderView[] {
  const orders: OrderView[] = [];
  if (!isOpen(s, account)) return orders;
  for (let x = s.accounts[account * ACCOUNT + ACCOUNT_FIRST] - 1; x >= 0; x = s.exposures[x * EXPOSURE + EX_NEXT] - 1) {
    if (symbol !== -1 && s.exposures[x * EXPOSURE + EX_SYMBOL] !== symbol) continue;
    for (let slot = newestOrder(s, x); slot >= 0; slot = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1) orders.push(viewOf(s, slot));
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
  };
}
