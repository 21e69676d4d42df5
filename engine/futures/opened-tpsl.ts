// What an entry's fills opened, noted while they happen: its TP/SL are armed at the end of the command (attached-tpsl.ts).
import * as layout from '../layout.ts';
import { OrderFlag } from '../wire/order-terms.ts';
import type { EngineState } from '../state.ts';
import { orderIdOf } from './order-book.ts';

const {
  LIFE,
  LIFE_ID,
  ORDER,
  ORDER_FLAGS,
  ORDER_OWNER,
  TRIGGER,
  TRIGGER_LOSS,
  TRIGGER_LOSS_LIMIT,
  TRIGGER_PARENT,
  TRIGGER_TAKE,
  TRIGGER_TAKE_LIMIT,
} = layout;

/** An entry's fills of the running command. */
export interface Opened {
  orderId: number;
  exposure: number;
  flags: number;
  lots: number;
  takeProfit: number;
  stopLoss: number;
  takeLimit: number;
  lossLimit: number;
}

/** A fill of an order with TP/SL opened `lots` of `position`. */
export function noteOpened(s: EngineState, slot: number, position: number, lots: number): void {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const facts = slot * TRIGGER;
  const t = s.triggers.facts;
  const orderId = orderIdOf(s.books, slot);
  const known = s.opened.find((o) => o.orderId === orderId);
  if (known !== undefined) {
    known.lots += lots;
    return;
  }
  if ((flags & OrderFlag.PartialTpsl) === 0) {
    // Once for a position: what its owner sets afterwards stands.
    const positionId = s.positionLife[position * LIFE + LIFE_ID];
    if (t[facts + TRIGGER_PARENT] === positionId) return;
    t[facts + TRIGGER_PARENT] = positionId;
  }
  const exposure = s.books.rows[slot * ORDER + ORDER_OWNER];
  const limited = (flags & OrderFlag.TpslLimits) !== 0;
  s.opened.push({
    orderId,
    exposure,
    flags,
    lots,
    takeProfit: t[facts + TRIGGER_TAKE],
    stopLoss: t[facts + TRIGGER_LOSS],
    takeLimit: limited ? t[facts + TRIGGER_TAKE_LIMIT] : 0,
    lossLimit: limited ? t[facts + TRIGGER_LOSS_LIMIT] : 0,
  });
}
