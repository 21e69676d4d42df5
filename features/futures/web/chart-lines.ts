// The member's prices over the chart: entry, liquidation, open orders that can be dragged, the order being written.
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import type { Order } from '@maru/futures/contract.ts';
import type { PositionNow } from './account-now.ts';
import type { futuresTexts } from './futures-texts.ts';
import { type Instrument, quantityText, ticksOf } from './instrument.ts';
import type { TicketFields } from './order-fields.ts';
import type { Preview } from './order-preview.ts';
import { amount, directionOfAmount, distanceOf, percentOf, size } from './shown-figures.ts';

export interface LineActions {
  moveOrder(order: Order, price: string): void;
  cancelOrder(order: Order): void;
  closePosition(p: PositionNow): void;
  writePrice(price: string): void;
}
export interface LineInput {
  i: Instrument;
  positions: readonly PositionNow[];
  orders: Iterable<Order>;
  fields: TicketFields;
  preview: Preview;
  t: Text<typeof futuresTexts>;
  actions: LineActions;
  isPhone: boolean;
}

export function chartLines(input: LineInput): PriceLine[] {
  const own = input.positions.filter((p) => p.instrument === input.i);
  return [
    ...own.map((p) => entryLine(input, p)),
    ...own.flatMap((p) => liquidationLine(input, p)),
    ...orderLines(input),
    ...draftLine(input),
  ];
}

const toPrice = (i: Instrument, ticks: number) => ticks / 10 ** i.units.tickDecimals;
const toText = (i: Instrument, value: number) => value.toFixed(i.units.tickDecimals);
const sideText = (t: LineInput['t'], side: 1 | -1, lots: string) =>
  `${side > 0 ? '↑' : '↓'} ${t(side > 0 ? 'side.long' : 'side.short')} ${lots}`;

function entryLine({ i, t, actions, isPhone }: LineInput, p: PositionNow): PriceLine {
  const { pnl, roe } = p;
  const direction = directionOfAmount(pnl);
  return {
    id: `entry${p.position.futuresPositionId}`,
    price: Number(p.position.entryPrice),
    tone: 'sub',
    dash: 'solid',
    rank: 6,
    filled: true,
    chip: {
      parts: [
        { text: sideText(t, p.held.side, size(i, p.held.lots)), solid: p.held.side > 0 ? 'long' : 'short' },
        {
          text: isPhone ? percentOf(roe, true) : `${amount(pnl, true)} (${percentOf(roe, true)})`,
          tone: direction > 0 ? 'rise' : direction < 0 ? 'fall' : 'sub',
        },
      ],
      ...(isPhone ? {} : { close: { label: t('line.closePosition'), act: () => actions.closePosition(p) } }),
    },
  };
}

function liquidationLine({ i, t, preview, isPhone }: LineInput, p: PositionNow): PriceLine[] {
  if (p.liquidation === 0) return [];
  const writes = preview.lots > 0 && preview.price > 0 && preview.before === p.held;
  return [
    {
      id: `liquidation${p.position.futuresPositionId}`,
      price: toPrice(i, p.liquidation),
      tone: 'danger',
      dash: 'solid',
      rank: 7,
      filled: true,
      chip: {
        parts: [
          { text: `${t('line.liquidation')} ${distanceOf(p.distance)}`, tone: 'danger' },
          ...(writes && !isPhone ? [{ text: t('line.after', { distance: distanceOf(preview.later.distance) }) }] : []),
        ],
      },
      ...(Math.abs(p.distance ?? 10_000) <= 500 ? { hatch: 'beyond' as const } : {}),
    },
  ];
}

function orderLines({ i, orders, t, actions, isPhone }: LineInput): PriceLine[] {
  const lines: PriceLine[] = [];
  for (const order of orders) {
    if (order.futuresOptionId !== i.option.futuresOptionId) continue;
    const isBuy = order.side === 'BUY';
    const text = sideText(t, isBuy ? 1 : -1, order.quantity);
    lines.push({
      id: `order${order.id}`,
      price: Number(order.price),
      tone: isBuy ? 'rise' : 'fall',
      dash: 'dashed',
      rank: 4,
      chip: {
        parts: [
          { text, tone: isBuy ? 'rise' : 'fall' },
          ...(isPhone ? [] : [{ text: order.reduceOnly ? t('line.reduce') : t(`type.${order.type}`) }]),
        ],
        ...(isPhone ? {} : { close: { label: t('line.cancel'), act: () => actions.cancelOrder(order) } }),
      },
      move: {
        label: t('line.move', { name: text }),
        tick: Number(i.option.tickSize),
        drop: (price) => actions.moveOrder(order, toText(i, price)),
      },
    });
  }
  return lines;
}

function draftLine({ i, fields, preview, t, actions, isPhone }: LineInput): PriceLine[] {
  const ticks = fields.type === 'LIMIT' ? ticksOf(i, fields.price) : undefined;
  if (!ticks || preview.lots === 0) return [];
  const isBuy = preview.side === 'BUY';
  return [
    {
      id: 'draft',
      price: toPrice(i, ticks),
      tone: 'brand',
      dash: 'dashed',
      rank: 5,
      chip: {
        parts: [
          { text: t('line.draft') },
          { text: sideText(t, isBuy ? 1 : -1, quantityText(i, preview.lots)), tone: isBuy ? 'rise' : 'fall' },
        ],
      },
      move: {
        label: t('line.move', { name: t('line.draft') }),
        tick: Number(i.option.tickSize),
        moving: (price) => actions.writePrice(toText(i, price)),
        drop: (price) => actions.writePrice(toText(i, price)),
      },
      ...(isPhone ? { hatch: 'toLast' as const } : {}),
    },
  ];
}
