// The member's prices over the chart: entry, liquidation, open orders that can be dragged, the order being written.
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import type { PositionNow } from './account-now.ts';
import { exitFigures, rewardToRisk } from './entry-tpsl.ts';
import { conditionalLine, draftExitLines, isPositionExit, positionExitLines } from './exit-lines.ts';
import { draftLine, sideText, toPrice, toText } from './draft-lines.ts';
import { ticksOf } from './instrument.ts';
import type { LineInput } from './line-input.ts';
import { orderTypeText } from './order-terms.ts';
import { amount, directionOfAmount, distanceOf, percentOf, size } from './shown-figures.ts';

export function chartLines(input: LineInput): PriceLine[] {
  const own = input.positions.filter((p) => p.instrument === input.i);
  return [
    ...own.map((p) => entryLine(input, p)),
    ...liquidated(own).flatMap((p) => liquidationLine(input, p)),
    ...own.flatMap((p) => positionExitLines(input, p)),
    ...orderLines(input),
    ...draftLine({ ...input, writePrice: input.actions.writePrice }),
    ...draftStopLine(input),
    ...draftExitLines(input, ratioOf(input)),
  ];
}

/** Both legs of a cross hedge end at one price: the larger says it. */
function liquidated(own: readonly PositionNow[]): readonly PositionNow[] {
  const shared = own.filter((p) => p.position.marginType === 'CROSSED');
  const larger = shared.toSorted((a, b) => b.held.lots - a.held.lots)[0];
  return own.filter((p) => p.position.marginType !== 'CROSSED' || p === larger);
}

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

function orderLines(input: LineInput): PriceLine[] {
  const { i, orders, t, actions, isPhone } = input;
  const lines: PriceLine[] = [];
  for (const order of orders) {
    if (order.futuresOptionId !== i.option.futuresOptionId) continue;
    if (isPositionExit(order)) continue;
    if (order.isWaiting) {
      const waiting = conditionalLine(input, order, `${orderTypeText(t, order)} ${order.closePosition ? '' : order.quantity}`);
      if (waiting) lines.push(waiting);
      continue;
    }
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

/** A condition being written stands where it would fire. */
function draftStopLine({ i, fields, preview, t, actions }: LineInput): PriceLine[] {
  const isCondition = fields.type === 'CONDITION_LIMIT' || fields.type === 'CONDITION_MARKET';
  const ticks = isCondition ? ticksOf(i, fields.stopPrice) : undefined;
  if (!ticks || preview.lots === 0) return [];
  const write = (price: number) => actions.writeStop(toText(i, price));
  return [
    {
      id: 'draft-stop',
      price: toPrice(i, ticks),
      tone: 'brand',
      dash: 'dotted',
      rank: 5,
      chip: { parts: [{ text: t('line.draft') }, { text: t('ticket.stop') }] },
      move: { label: t('line.move', { name: t('ticket.stop') }), tick: Number(i.option.tickSize), moving: write, drop: write },
    },
  ];
}

/** What the order being written may win for what it risks. */
function ratioOf({ i, fields, preview, t }: LineInput): string | undefined {
  if (!fields.hasTpsl || preview.opening <= 0 || preview.price <= 0 || !preview.after.held) return undefined;
  const base = {
    side: preview.side === 'BUY' ? (1 as const) : (-1 as const),
    lots: preview.opening,
    entryCost: preview.draftCost,
    leverage: preview.after.held.leverage,
  };
  const at = (text: string) => exitFigures(i, base, ticksOf(i, text) ?? 0);
  const ratio = rewardToRisk(at(fields.takeProfit), at(fields.stopLoss));
  return ratio === undefined ? undefined : t('line.ratio', { ratio: (ratio / 100).toFixed(2) });
}
