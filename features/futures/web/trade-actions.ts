// What the screen does to orders and positions: one command each, shown at once as on its way, settled or taken back by the answer.
import { call } from '@maru/kit/web/api-client.ts';
import { newRequestKey, requestAnswered, requestFailed, requestKeyOf } from '@maru/kit/web/request-keys.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import {
  amendOrder,
  cancelAllOrders,
  cancelOrder,
  cancelOrders,
  changeMargin,
  closeAllPositions,
  placeOrder,
  placeScale,
  reversePosition,
  setTpsl,
  type Order,
  type PlaceOrderBody,
  type Position,
  setLeverage,
  setMarginType,
  setPositionMode,
} from '@maru/futures/contract.ts';
import { putOrder, putPosition } from './account-live.ts';
import { putSettings, setChanging, useAccount } from './account-store.ts';
import type { TpslAmendment } from './order-tpsl.ts';
import { futuresTexts } from './futures-texts.ts';
import type { PlaceScale } from './order-body.ts';
import { whyWays } from './why.ts';

export type Outcome<T = undefined> = { ok: true; value: T } | { ok: false; failure: Failure };
const t = textOf(futuresTexts);

export async function tried<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, failure: thrown instanceof Failure ? thrown : new Failure(0, 'UNREADABLE', messageOf(thrown)) };
  }
}

/** Where the journal holds the refused command; what the gateway refused never got there. */
export const sequenceOf = (failure: Failure): string | undefined =>
  typeof failure.data['sequence'] === 'number' ? String(failure.data['sequence']) : undefined;

/** Words for what could not be done, where no field can carry them. */
export function tellFailure(failure: Failure, about?: string): void {
  const sequence = sequenceOf(failure);
  toast({
    title: about ?? t('toast.failed'),
    line: failure.message,
    kind: 'warn',
    stay: 'notice',
    ...(sequence === undefined ? {} : whyWays(t('ticket.refusedWhy'), { sequence })),
  });
}

/**
 * What it names is what then stands, so twice is once: asked again it goes under a new key, for the first answer would be of how things
 * stood then and would change nothing now.
 */
const anew = <B>(body: B): { body: B; key: string } => ({ body, key: newRequestKey() });

/** The client order id is the request's key too: the same order pressed again after a lost answer gets the first answer. */
export async function sendOrder(order: PlaceOrderBody, symbol: string): Promise<Outcome<Order>> {
  const what = `order ${JSON.stringify(order)}`;
  const key = requestKeyOf(what, `web-${newRequestKey().slice(0, 24)}`);
  const body = { ...order, clientOrderId: key };
  useAccount.setState(({ pending }) => ({ pending: [{ key, order: body, symbol }, ...pending] }));
  const outcome = await tried(() => call(placeOrder, { body, key }));
  if (outcome.ok) requestAnswered(what);
  else requestFailed(what, key, outcome.failure);
  useAccount.setState(({ pending, account }) => ({
    pending: pending.filter((p) => p.key !== key),
    account: outcome.ok ? putOrder(account, outcome.value.order) : account,
  }));
  if (outcome.ok) return { ok: true, value: outcome.value.order };
  return outcome.failure.isUnanswered ? { ok: false, failure: new Failure(0, outcome.failure.code, t('order.unanswered')) } : outcome;
}

export async function cancelOne(id: number): Promise<void> {
  setChanging(id, 'canceling');
  const outcome = await tried(() => call(cancelOrder, { body: { id } }));
  setChanging(id, undefined);
  if (outcome.ok) useAccount.setState(({ account }) => ({ account: putOrder(account, outcome.value.order) }));
  else tellFailure(outcome.failure);
}

/** As many as one request takes. */
const MOST_AT_ONCE = 200;

/** One request for all of them; what could not be cancelled is told once, with how many and why. */
export async function cancelThese(ids: readonly number[]): Promise<void> {
  for (const id of ids) setChanging(id, 'canceling');
  const left: string[] = [];
  for (let i = 0; i < ids.length; i += MOST_AT_ONCE) {
    const part = ids.slice(i, i + MOST_AT_ONCE);
    const outcome = await tried(() => call(cancelOrders, anew({ ids: [...part] })));
    if (!outcome.ok) left.push(...part.map(() => outcome.failure.message));
    else {
      const { results } = outcome.value;
      useAccount.setState(({ account }) => ({
        account: results.reduce((kept, { order }) => (order ? putOrder(kept, order) : kept), account),
      }));
      left.push(...results.flatMap(({ code, message }) => (code === null ? [] : [message ?? code])));
    }
  }
  for (const id of ids) setChanging(id, undefined);
  if (left.length > 0) toast({ title: t('cancel.left', { count: left.length }), line: left[0] ?? '', kind: 'warn', stay: 'notice' });
}

export async function cancelEvery(futuresOptionId?: number): Promise<Outcome<number>> {
  const outcome = await tried(() => call(cancelAllOrders, anew(futuresOptionId === undefined ? {} : { futuresOptionId })));
  return outcome.ok ? { ok: true, value: outcome.value.canceled } : outcome;
}

export async function amendOne(
  order: Order,
  change: { price?: string; quantity?: string; stopPrice?: string; activationPrice?: string; callbackRate?: string } & TpslAmendment,
): Promise<Outcome<Order>> {
  setChanging(order.id, 'amending');
  const outcome = await tried(() => call(amendOrder, anew({ id: order.id, ...change })));
  setChanging(order.id, undefined);
  if (!outcome.ok) return outcome;
  useAccount.setState(({ account }) => ({ account: putOrder(account, outcome.value.order) }));
  return { ok: true, value: outcome.value.order };
}

/** An order that closes `quantity` of a position; in one-way mode it says so itself. */
export function closingOrder(position: Position, quantity: string, price?: string): PlaceOrderBody {
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

/** Exits of a part of a position: orders of their own, one leg after the other; a leg that is placed is told, so that it is not sent twice. */
export async function placePartExits(
  position: Position,
  quantity: string,
  prices: { takeProfit: string; stopLoss: string },
  placed: (leg: 'takeProfit' | 'stopLoss') => void,
): Promise<Outcome> {
  for (const leg of ['takeProfit', 'stopLoss'] as const) {
    if (prices[leg] === '') continue;
    const { type: _type, ...closing } = closingOrder(position, quantity);
    const type = leg === 'takeProfit' ? ('TAKEPROFIT' as const) : ('STOPLOSS' as const);
    const outcome = await sendOrder({ ...closing, type, stopPrice: prices[leg], workingType: 'MARK_PRICE' }, position.symbol);
    if (!outcome.ok) return outcome;
    placed(leg);
  }
  return { ok: true, value: undefined };
}

export type ReverseResult = { done: 'both' } | { done: 'close'; code: string | null } | { done: 'none'; failure: Failure };

/** One command (rules 5.7): closed, and opened as far the other way as the account allows. */
export async function reverse(position: Position): Promise<ReverseResult> {
  const outcome = await tried(() => call(reversePosition, { body: { futuresPositionId: position.futuresPositionId } }));
  if (!outcome.ok) return { done: 'none', failure: outcome.failure };
  const { position: opened, code } = outcome.value;
  if (opened) useAccount.setState(({ account }) => ({ account: putPosition(account, opened) }));
  return opened && code === null ? { done: 'both' } : { done: 'close', code };
}

export type CloseReason = Out<typeof closeAllPositions.reply>['reasons'][number];
export async function closeEvery(
  futuresOptionId?: number,
): Promise<Outcome<{ closed: number; left: readonly Position[]; reasons: readonly CloseReason[] }>> {
  const canceled = await cancelEvery(futuresOptionId);
  if (!canceled.ok) return canceled;
  const outcome = await tried(() => call(closeAllPositions, anew(futuresOptionId === undefined ? {} : { futuresOptionId })));
  if (!outcome.ok) return outcome;
  const { closed, left, reasons } = outcome.value;
  return { ok: true, value: { closed, left, reasons } };
}

/** Each rung is judged by itself: how many stand, and what the first refused one said. */
export async function sendScale(body: PlaceScale): Promise<Outcome<{ placed: number; refused: number; message: string | undefined }>> {
  const outcome = await tried(() => call(placeScale, { body }));
  if (!outcome.ok) return outcome;
  const { results } = outcome.value;
  useAccount.setState(({ account }) => ({
    account: results.reduce((kept, { order }) => (order ? putOrder(kept, order) : kept), account),
  }));
  const refused = results.filter(({ order }) => order === null);
  if (refused.length === results.length)
    return { ok: false, failure: new Failure(409, refused[0]?.code ?? 'REFUSED', refused[0]?.message ?? '', refused[0]?.data ?? {}) };
  return {
    ok: true,
    value: { placed: results.length - refused.length, refused: refused.length, message: refused[0]?.message ?? undefined },
  };
}

export interface TpslChange {
  /** '' removes, absent keeps. */
  takeProfit?: string;
  stopLoss?: string;
}
export async function changeTpsl(position: Position, change: TpslChange): Promise<Outcome> {
  const side = (name: keyof TpslChange) => (change[name] === undefined ? {} : { [name]: change[name] === '' ? null : change[name] });
  const body = {
    futuresPositionId: position.futuresPositionId,
    ...side('takeProfit'),
    ...side('stopLoss'),
    ...(change.takeProfit ? { isMarkTp: true } : {}),
    ...(change.stopLoss ? { isMarkSl: true } : {}),
  };
  const outcome = await tried(() => call(setTpsl, anew(body)));
  if (!outcome.ok) return outcome;
  const made = [outcome.value.takeProfit, outcome.value.stopLoss];
  useAccount.setState(({ account }) => ({ account: made.reduce((kept, order) => (order ? putOrder(kept, order) : kept), account) }));
  return { ok: true, value: undefined };
}

export async function adjustMargin(position: Position, amount: string, type: 1 | 2): Promise<Outcome<Position>> {
  const outcome = await tried(() => call(changeMargin, { body: { futuresPositionId: position.futuresPositionId, amount, type } }));
  if (!outcome.ok) return outcome;
  useAccount.setState(({ account }) => ({ account: putPosition(account, outcome.value.position) }));
  return { ok: true, value: outcome.value.position };
}

export async function changeLeverage(futuresOptionId: number, leverage: number): Promise<Outcome> {
  const outcome = await tried(() => call(setLeverage, anew({ futuresOptionId, leverage })));
  if (outcome.ok) putSettings(futuresOptionId, { leverage: outcome.value.leverage });
  return outcome.ok ? { ok: true, value: undefined } : outcome;
}

export async function changeMarginType(futuresOptionId: number, marginType: 'CROSSED' | 'ISOLATED'): Promise<Outcome> {
  const outcome = await tried(() => call(setMarginType, anew({ futuresOptionId, marginType })));
  if (outcome.ok) putSettings(futuresOptionId, { marginType: outcome.value.marginType });
  return outcome.ok ? { ok: true, value: undefined } : outcome;
}

export async function changeMode(mode: 'ONE_WAY' | 'HEDGE'): Promise<Outcome> {
  const outcome = await tried(() => call(setPositionMode, anew({ mode })));
  if (!outcome.ok) return outcome;
  useAccount.setState(({ account }) => ({
    account: account.cross ? { ...account, cross: { ...account.cross, positionMode: outcome.value.mode } } : account,
  }));
  return { ok: true, value: undefined };
}
