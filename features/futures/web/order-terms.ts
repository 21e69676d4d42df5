// What an order is called and when it fires, in words; and which of its figures may be edited now.
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import type { Order } from '@maru/futures/contract.ts';
import { follows, orderTypeOf } from '@maru/futures/order-type-table.ts';
import type { futuresTexts } from './futures-texts.ts';
import { trailingNow } from './trailing.ts';

type T = Text<typeof futuresTexts>;
const isNone = (price: string | undefined): boolean => price === undefined || Number(price) === 0;

/** Only what closes is a stop loss or a take profit to a trader; what opens is a condition. */
export function closes(order: Pick<Order, 'type' | 'price' | 'side'> & Partial<Order>): boolean {
  if (order.reduceOnly || order.closePosition) return true;
  return order.positionSide === (order.side === 'SELL' ? 'LONG' : 'SHORT');
}

/** 손절 시장가, 익절 지정가, 조건 시장가, 추적 손절, 지정가. */
export function orderTypeText(t: T, order: Pick<Order, 'type' | 'price' | 'side'> & Partial<Order>): string {
  if (!orderTypeOf[order.type].isExit) return t(`type.${order.type}`);
  if (!closes(order)) return t(isNone(order.price) ? 'ticket.type.CONDITION_MARKET' : 'ticket.type.CONDITION_LIMIT');
  return `${t(`type.${order.type}`)} ${t(isNone(order.price) ? 'type.MARKET' : 'type.LIMIT')}`;
}

/** Rising to it or falling to it: `≥ 62,800.0 마크`. '' when it waits for nothing. */
export function triggerText(t: T, order: Pick<Order, 'type' | 'price' | 'side'> & Partial<Order>): string {
  const watched = t(order.workingType === 'MARK_PRICE' ? 'ticket.watches.MARK_PRICE' : 'ticket.watches.CONTRACT_PRICE');
  const { trigger } = orderTypeOf[order.type];
  if (trigger?.follows) {
    const now = trailingNow(order);
    if (now) return `${order.side === 'SELL' ? '≤' : '≥'} ${figure(now.trigger)} ${watched}`;
    const begins = isNone(order.activationPrice) ? '' : ` · ${t('ticket.activation')} ${figure(order.activationPrice ?? '')}`;
    return `${order.callbackRate ?? ''}%${begins} ${watched}`;
  }
  if (isNone(order.stopPrice)) return '';
  const rises = (trigger?.buysOn === 'rise') === (order.side === 'BUY');
  return `${rises ? '≥' : '≤'} ${figure(order.stopPrice ?? '')} ${watched}`;
}

/** What a trailing stop follows: `최고 61,850.00에서 1%`. '' for all else, and before it follows. */
export function trailingText(t: T, order: Pick<Order, 'type' | 'price' | 'side'> & Partial<Order>): string {
  const now = follows(order.type) ? trailingNow(order) : undefined;
  if (!now) return '';
  return t(order.side === 'SELL' ? 'order.fromHigh' : 'order.fromLow', { price: figure(now.best), rate: order.callbackRate ?? '' });
}

/** One line about an order: how much at which price; what waits says for what, and what closes a position whole says so. */
export function orderLine(t: T, order: Order, side: string, price: string): string {
  const name = pairOf(order.symbol);
  const trigger = triggerText(t, order);
  const quantity = order.closePosition ? t('order.whole') : figure(order.quantity);
  if (trigger && price === order.price) return `${name} ${orderTypeText(t, order)} ${trigger} · ${quantity}`;
  return t('toast.result', { name, side, quantity, price: isNone(price) ? t('type.MARKET') : figure(price) });
}

export const editNames = ['price', 'quantity', 'stopPrice', 'callbackRate'] as const;
export type EditName = (typeof editNames)[number];

/** Which of its figures moves its trigger. */
export const triggerName = ({ type }: Pick<Order, 'type'>): 'stopPrice' | 'callbackRate' => (follows(type) ? 'callbackRate' : 'stopPrice');

/** A market order's price, a whole position's size and a fired trigger cannot be changed. */
export function isEditable(order: Order, name: EditName): boolean {
  switch (name) {
    case 'price':
      return !isNone(order.price);
    case 'quantity':
      return order.closePosition !== true;
    case 'stopPrice':
      return order.isWaiting === true && triggerName(order) === name && !isNone(order.stopPrice);
    case 'callbackRate':
      return order.isWaiting === true && triggerName(order) === name;
  }
}
