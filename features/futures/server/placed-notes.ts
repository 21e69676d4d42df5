// What this process answered about resting limit orders: a cancel's answer needs it, and asking the engine costs both threads a message.
import { OrderType, unpackOrderFlags } from '@maru/engine/wire/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { OrderFacts } from '../fold-order.ts';

/** Orders remembered of one site; the oldest go first, and are then asked for. */
const NOTES_MAX = 50_000;

const notesOf = ({ shared }: AppContext, site: number) =>
  shared.notes<{ account: number; order: OrderFacts }>(`futures.placed ${site}`, NOTES_MAX);

/** Keeps an order as its placing left it. Conditional orders change in more ways than their closing event repeats: those are asked for. */
export function notePlaced(context: AppContext, site: number, account: number, order: OrderFacts): void {
  if (order.end >= 0 || unpackOrderFlags(order.flags).type !== OrderType.Limit) return;
  notesOf(context, site).set(order.orderId, { account, order });
}

/** Takes the note of an order that is about to end; undefined when there is none, or it is somebody else's. */
export function takeNote(context: AppContext, site: number, account: number, orderId: number): OrderFacts | undefined {
  const own = notesOf(context, site);
  const note = own.get(orderId);
  if (note === undefined || note.account !== account) return undefined;
  own.delete(orderId);
  return note.order;
}
