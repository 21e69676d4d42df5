// What ends of orders and roles of fills are called: on members' screens and in operators' tables.
import type { Fill, Order } from './shapes.ts';

export type Words = readonly [ko: string, en: string];

export const orderStatusWords: Readonly<Record<Order['status'], Words>> = {
  NEW: ['대기', 'Open'],
  PARTIALLY_FILLED: ['일부 체결', 'Partly filled'],
  FILLED: ['체결', 'Filled'],
  CANCELED: ['취소', 'Cancelled'],
  EXPIRED: ['만료', 'Expired'],
};

export const fillRoleWords: Readonly<Record<Fill['role'], Words>> = {
  MAKER: ['메이커', 'Maker'],
  TAKER: ['테이커', 'Taker'],
  LIQUIDATION: ['청산', 'Liquidation'],
  ADL: ['자동 감축', 'Auto-deleveraging'],
  NETTING: ['헤지 상계', 'Hedge netting'],
  SETTLEMENT: ['거래 종료 정산', 'Delisting settlement'],
};
