// What this process answered about resting limit orders: a cancel's answer needs it, and asking the engine costs both threads a message.
import { OrderType, unpackOrderFlags } from '@maru/engine/wire/command.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { OrderFacts } from './present-order.ts';

/** Orders remembered of one site; the oldest go first, and are then asked for. */
const NOTES_MAX = 50_000;

interface Note {
  account: number;
  order: OrderFacts;
}

const notes = new WeakMap<AppContext, Map<number, Map<number, Note>>>();

function notesOf(context: AppContext, site: number): Map<number, Note> {
  let bySite = notes.get(context);
  if (bySite === undefined) notes.set(context, (bySite = new Map<number, Map<number, Note>>()));
  let own = bySite.get(site);
  if (own === undefined) bySite.set(site, (own = new Map<number, Note>()));
  return own;
}

/** Keeps an order as its placing left it. Conditional orders change in more ways than their closing event repeats: those are asked for. */
export function notePlaced(context: AppContext, site: number, account: number, order: OrderFacts): void {
  if (order.end >= 0 || unpackOrderFlags(order.flags).type !== OrderType.Limit) return;
  const own = notesOf(context, site);
  own.set(order.orderId, { account, order });
  if (own.size > NOTES_MAX) own.delete(own.keys().next().value as number);
}

/** Takes the note of an order that is about to end; undefined when there is none, or it is somebody else's. */
export function takeNote(context: AppContext, site: number, account: number, orderId: number): OrderFacts | undefined {
  const own = notesOf(context, site);
  const note = own.get(orderId);
  if (note === undefined || note.account !== account) return undefined;
  own.delete(orderId);
  return note.order;
}
