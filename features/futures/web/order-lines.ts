// Lines of open orders: while one is dragged its chip says what a drop there would mean, and where the engine would refuse it is hatched.
import { releasedCost } from '@maru/engine/futures/pnl.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { ChipPart, PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import type { Order } from '@maru/futures/contract.ts';
import { follows } from '@maru/futures/order-type-table.ts';
import type { PositionNow } from './account-now.ts';
import { sideText, toText } from './draft-lines.ts';
import { exitFigures } from './entry-tpsl.ts';
import { lotsOf, quantityText, ticksOf } from './instrument.ts';
import type { LineInput } from './line-input.ts';
import { emptyTicket } from './order-fields.ts';
import { type Preview, previewOrder } from './order-preview.ts';
import { orderTypeText, trailingText, triggerText } from './order-terms.ts';
import { trailingNow } from './trailing.ts';
import { amount, directionOfAmount, distanceOf, liquidation, percentOf } from './shown-figures.ts';

const toneOf = (order: Order) => (order.side === 'BUY' ? ('rise' as const) : ('fall' as const));
const pnlTones = { 1: 'rise', 0: 'sub', '-1': 'fall' } as const;

/** Whole-position exits of an open position are drawn with it. */
export const isPositionExit = (order: Order): boolean => order.closePosition === true && order.isWaiting === true;

export function orderLines(input: LineInput): PriceLine[] {
  return input.orders
    .filter((order) => order.futuresOptionId === input.i.option.futuresOptionId && !isPositionExit(order))
    .flatMap((order) => (order.isWaiting ? conditionalLine(input, order) : [restingLine(input, order)]));
}

function restingLine(input: LineInput, order: Order): PriceLine {
  const { t, actions, isPhone } = input;
  const text = sideText(t, order.side === 'BUY' ? 1 : -1, order.quantity);
  const name: ChipPart = { text, tone: toneOf(order) };
  return {
    id: `order${order.id}`,
    price: Number(order.price),
    tone: toneOf(order),
    dash: 'dashed',
    rank: 4,
    chip: {
      parts: [name, ...(isPhone ? [] : [{ text: order.reduceOnly ? t('line.reduce') : t(`type.${order.type}`) }])],
      ...closeOf(input, order),
    },
    move: {
      ...grip(input, text),
      partsAt: (price) => [name, ...outcome(input, order, price)],
      isValid: (price) => !wouldBeRefused(previewAt(input, order, price)),
      drop: (price) => (tradesAtOnce(input, order, price) ? actions.askToMove : actions.moveOrder)(order, toText(input.i, price)),
    },
  };
}

function conditionalLine(input: LineInput, order: Order): PriceLine[] {
  const { i, t, actions, isPhone } = input;
  const isFollowing = follows(order.type);
  const at = isFollowing ? Number(trailingNow(order)?.trigger ?? order.activationPrice ?? 0) : Number(order.stopPrice ?? 0);
  if (!(at > 0)) return [];
  const text = `${orderTypeText(t, order)} ${order.closePosition ? '' : order.quantity}`;
  const name: ChipPart = { text, tone: toneOf(order) };
  const line: PriceLine = {
    id: `order${order.id}`,
    price: at,
    tone: toneOf(order),
    dash: 'dotted',
    rank: 4,
    chip: { parts: [name, ...(isPhone ? [] : [{ text: trailingText(t, order) || triggerText(t, order) }])], ...closeOf(input, order) },
  };
  if (isFollowing) return [line];
  const move = {
    ...grip(input, text),
    partsAt: (price: number) => [name, { text: triggerText(t, { ...order, stopPrice: toText(i, price) }) }, ...gain(input, order, price)],
    isValid: (price: number) => isAhead(input, order, price),
    drop: (price: number) => actions.moveTrigger(order, toText(i, price)),
  };
  return [{ ...line, move }];
}

const closeOf = ({ t, actions, isPhone }: LineInput, order: Order) =>
  isPhone ? {} : { close: { label: t('line.cancel'), act: () => actions.cancelOrder(order) } };

const grip = ({ i, t }: LineInput, name: string) => ({ label: t('line.move', { name }), tick: Number(i.option.tickSize) });

/** The leg an order would reduce. */
const reducedBy = ({ i, positions }: LineInput, order: Order): PositionNow | undefined =>
  positions.find(
    (p) =>
      p.instrument === i &&
      p.held.side === (order.side === 'BUY' ? -1 : 1) &&
      (order.positionSide === 'BOTH' || order.positionSide === p.position.tradeType),
  );

/** What closing there would bring, of as much of the leg as the order holds. */
function gain(input: LineInput, order: Order, price: number): ChipPart[] {
  const { i, isPhone } = input;
  const leg = reducedBy(input, order)?.held;
  const left = (lotsOf(i, order.quantity) ?? 0) - (lotsOf(i, order.filledQuantity) ?? 0);
  if (!leg || left <= 0) return [];
  const lots = Math.min(left, leg.lots);
  const entryCost = releasedCost(i.units, leg.side, leg.entryCost, leg.lots, lots);
  const figures = exitFigures(i, { ...leg, lots, entryCost }, ticksAt(input, price));
  if (!figures) return [];
  const { pnl, roe } = figures;
  const text = isPhone ? amount(pnl, true) : `${amount(pnl, true)} (${percentOf(roe, true)})`;
  return [{ text, tone: pnlTones[directionOfAmount(pnl)] }];
}

/** Let go there it would meet the market: that is asked first. Without a book the last price judges. */
function tradesAtOnce({ i, market }: LineInput, order: Order, price: number): boolean {
  const ticks = ticksAt({ i }, price);
  const best = (order.side === 'BUY' ? market.ask : market.bid) || market.last;
  return best > 0 && (order.side === 'BUY' ? ticks >= best : ticks <= best);
}

/** An exit's result; an entry's distance from the last price, and where the position it leads to would be liquidated. */
function outcome(input: LineInput, order: Order, price: number): ChipPart[] {
  const { i, t, market, isPhone } = input;
  const now: ChipPart[] = tradesAtOnce(input, order, price) ? [{ text: t('line.takes'), tone: 'danger' }] : [];
  const exit = gain(input, order, price);
  if (exit.length > 0) return [...now, ...exit];
  const ticks = ticksAt(input, price);
  const away = market.last > 0 ? Math.round(((ticks - market.last) / market.last) * 10_000) : undefined;
  const { later, after } = previewAt(input, order, price);
  const ends = after.held && later.liquidation > 0 && !isPhone ? liquidation(i, later.liquidation, after.held.side) : undefined;
  return [...now, { text: distanceOf(away) }, ...(ends ? [{ text: `${t('line.liquidation')} ${ends}` }] : [])];
}

const ticksAt = ({ i }: Pick<LineInput, 'i'>, price: number): number => ticksOf(i, toText(i, price)) ?? 0;

function previewAt({ i, account, market }: LineInput, order: Order, price: number): Preview {
  const left = (lotsOf(i, order.quantity) ?? 0) - (lotsOf(i, order.filledQuantity) ?? 0);
  const isClosing = order.positionSide === (order.side === 'SELL' ? 'LONG' : 'SHORT');
  const fields = {
    ...emptyTicket,
    price: toText(i, price),
    quantity: quantityText(i, left),
    postOnly: order.timeInForce === 'GTX',
    intent: isClosing ? ('close' as const) : ('open' as const),
  };
  return previewOrder(i, account, market, fields, order.side);
}

/** By its new price alone: its size and its margin the engine has taken already. */
const wouldBeRefused = ({ errors }: Preview): boolean =>
  errors.some(({ code }) => code === 'PRICE_ABOVE_BAND' || code === 'PRICE_BELOW_BAND' || code === 'POST_ONLY_WOULD_TAKE');

/** A trigger moves only on its own side of the price it watches; beyond it would fire at once (rules 5). */
function isAhead(input: LineInput, order: Order, price: number): boolean {
  const { market } = input;
  const watched = order.workingType === 'MARK_PRICE' ? market.mark : market.last * MARK_PER_TICK;
  const rises = (order.type === 'STOPLOSS') === (order.side === 'BUY');
  const gap = ticksAt(input, price) * MARK_PER_TICK - watched;
  return rises ? gap > 0 : gap < 0;
}
