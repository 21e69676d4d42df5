// What the screen does to orders and positions: one command each, shown at once as on its way, settled or taken back by the answer.
import { call, newRequestKey } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  changeMargin,
  placeOrder,
  type Order,
  type Position,
  setLeverage,
  setMarginType,
  setPositionMode,
} from '@maru/futures/contract.ts';
import { putOrder, putPosition } from './account-live.ts';
import { putSettings, setChanging, useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import type { PlaceOrder } from './order-fields.ts';

export type Outcome<T = undefined> = { ok: true; value: T } | { ok: false; failure: Failure };
const t = textOf(futuresTexts);

async function tried<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, failure: thrown instanceof Failure ? thrown : new Failure(0, 'UNREADABLE', messageOf(thrown)) };
  }
}

/** Words for what could not be done, where no field can carry them. */
export function tellFailure(failure: Failure, about?: string): void {
  toast({ title: about ?? t('toast.failed'), line: failure.message, kind: 'warn', stay: 'notice' });
}

/** The client order id is the request's key too: a repeat after a lost answer gives the first answer again. */
export async function sendOrder(order: PlaceOrder, symbol: string): Promise<Outcome<Order>> {
  const key = `web-${newRequestKey().slice(0, 24)}`;
  const body = { ...order, clientOrderId: key };
  useAccount.setState(({ pending }) => ({ pending: [{ key, order: body, symbol }, ...pending] }));
  const outcome = await tried(() => call(placeOrder, { body, key }));
  useAccount.setState(({ pending, account }) => ({
    pending: pending.filter((p) => p.key !== key),
    account: outcome.ok ? putOrder(account, outcome.value.order) : account,
  }));
  return outcome.ok ? { ok: true, value: outcome.value.order } : outcome;
}

export async function cancelOne(id: number): Promise<void> {
  setChanging(id, 'canceling');
  const outcome = await tried(() => call(cancelOrder, { body: { id } }));
  setChanging(id, undefined);
  if (outcome.ok) useAccount.setState(({ account }) => ({ account: putOrder(account, outcome.value.order) }));
  else tellFailure(outcome.failure);
}

export async function cancelEvery(futuresOptionId?: number): Promise<Outcome<number>> {
  const outcome = await tried(() => call(cancelAllOrders, { body: futuresOptionId === undefined ? {} : { futuresOptionId } }));
  return outcome.ok ? { ok: true, value: outcome.value.canceled } : outcome;
}

export async function amendOne(order: Order, change: { price?: string; quantity?: string }): Promise<Outcome<Order>> {
  setChanging(order.id, 'amending');
  const outcome = await tried(() => call(amendOrder, { body: { id: order.id, ...change } }));
  setChanging(order.id, undefined);
  if (!outcome.ok) return outcome;
  useAccount.setState(({ account }) => ({ account: putOrder(account, outcome.value.order) }));
  return { ok: true, value: outcome.value.order };
}

/** An order that closes `quantity` of a position; in one-way mode it says so itself. */
export function closingOrder(position: Position, quantity: string, price?: string): PlaceOrder {
  return {
    futuresOptionId: position.futuresOptionId,
    side: position.tradeType === 'LONG' ? 'SELL' : 'BUY',
    positionSide: position.positionSide,
    type: price === undefined ? 'MARKET' : 'LIMIT',
    quantity,
    ...(price === undefined ? {} : { price, timeInForce: 'GTC' as const }),
    ...(position.positionSide === 'BOTH' ? { reduceOnly: true } : {}),
  };
}

/** The other direction's opening order of the same size. */
export function oppositeOrder(position: Position): PlaceOrder {
  const isLong = position.tradeType === 'LONG';
  return {
    futuresOptionId: position.futuresOptionId,
    side: isLong ? 'SELL' : 'BUY',
    positionSide: position.positionSide === 'BOTH' ? 'BOTH' : isLong ? 'SHORT' : 'LONG',
    type: 'MARKET',
    quantity: position.quantity,
  };
}

export type ReverseResult = { done: 'both' } | { done: 'close' | 'none'; failure: Failure };

/** Close, then open the other way: two orders until the engine has one command for it (rules 5.7). */
export async function reverse(position: Position): Promise<ReverseResult> {
  const closed = await sendOrder(closingOrder(position, position.quantity), position.symbol);
  if (!closed.ok) return { done: 'none', failure: closed.failure };
  // What could not be closed would only be reduced further by the second order, not reversed.
  if (closed.value.status !== 'FILLED') return { done: 'close', failure: new Failure(0, 'NO_LIQUIDITY', t('end.SLIPPAGE')) };
  const opened = await sendOrder(oppositeOrder(position), position.symbol);
  return opened.ok ? { done: 'both' } : { done: 'close', failure: opened.failure };
}

export async function closeEvery(positions: readonly Position[]): Promise<{ done: number; failures: Failure[] }> {
  const failures: Failure[] = [];
  const canceled = await cancelEvery();
  if (!canceled.ok) failures.push(canceled.failure);
  let done = 0;
  for (const position of positions) {
    const outcome = await sendOrder(closingOrder(position, position.quantity), position.symbol);
    if (outcome.ok) done += 1;
    else failures.push(outcome.failure);
  }
  return { done, failures };
}

export async function adjustMargin(position: Position, amount: string, type: 1 | 2): Promise<Outcome<Position>> {
  const outcome = await tried(() => call(changeMargin, { body: { futuresPositionId: position.futuresPositionId, amount, type } }));
  if (!outcome.ok) return outcome;
  useAccount.setState(({ account }) => ({ account: putPosition(account, outcome.value.position) }));
  return { ok: true, value: outcome.value.position };
}

export async function changeLeverage(futuresOptionId: number, leverage: number): Promise<Outcome> {
  const outcome = await tried(() => call(setLeverage, { body: { futuresOptionId, leverage } }));
  if (outcome.ok) putSettings(futuresOptionId, { leverage: outcome.value.leverage });
  return outcome.ok ? { ok: true, value: undefined } : outcome;
}

export async function changeMarginType(futuresOptionId: number, marginType: 'CROSSED' | 'ISOLATED'): Promise<Outcome> {
  const outcome = await tried(() => call(setMarginType, { body: { futuresOptionId, marginType } }));
  if (outcome.ok) putSettings(futuresOptionId, { marginType: outcome.value.marginType });
  return outcome.ok ? { ok: true, value: undefined } : outcome;
}

export async function changeMode(mode: 'ONE_WAY' | 'HEDGE'): Promise<Outcome> {
  const outcome = await tried(() => call(setPositionMode, { body: { mode } }));
  if (!outcome.ok) return outcome;
  useAccount.setState(({ account }) => ({
    account: account.cross ? { ...account, cross: { ...account.cross, positionMode: outcome.value.mode } } : account,
  }));
  return { ok: true, value: undefined };
}
