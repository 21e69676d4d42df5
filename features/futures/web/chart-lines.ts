// The member's prices over the chart: entry, liquidation, open orders that can be dragged, the order being written.
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import type { PositionNow } from './account-now.ts';
import { exitFigures, rewardToRisk } from './entry-tpsl.ts';
import { draftExitLines, positionExitLines } from './exit-lines.ts';
import { draftLine, sideText, toPrice, toText } from './draft-lines.ts';
import { ticksOf } from './instrument.ts';
import type { LineInput } from './line-input.ts';
import { hasInput } from './order-fields.ts';
import { orderLines } from './order-lines.ts';
import { liquidationTicks } from './position-math.ts';
import { amount, directionOfAmount, distanceOf, percentOf, shortPrice, size } from './shown-figures.ts';

export function chartLines(input: LineInput): PriceLine[] {
  const own = input.positions.filter((p) => p.instrument === input.i);
  const ended = liquidated(own).filter((p) => p.liquidation !== 0);
  return [
    ...own.map((p) => entryLine(input, p)),
    ...ended.map((p) => liquidationLine(input, p)),
    ...markLine(input, ended.find(isNear)),
    ...own.flatMap((p) => positionExitLines(input, p)),
    ...orderLines(input),
    ...draftLine({ ...input, writePrice: input.actions.writePrice }),
    ...draftLiquidationLine(input),
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
        { text: sideText(t, p.held.side, isPhone ? '' : size(i, p.held.lots)).trim(), solid: p.held.side > 0 ? 'long' : 'short' },
        {
          text: isPhone ? percentOf(roe, true) : `${amount(pnl, true)} (${percentOf(roe, true)})`,
          tone: direction > 0 ? 'rise' : direction < 0 ? 'fall' : 'sub',
        },
      ],
      ...(isPhone
        ? {}
        : {
            turn: { label: t('act.reverse'), act: () => actions.turnPosition(p) },
            close: { label: t('line.closePosition'), act: () => actions.closePosition(p) },
          }),
    },
  };
}

/** Within five percent of it the side beyond is hatched, the mark stands on the axis, and what saves is on the chip. */
const NEAR = 500;

const isNear = (p: PositionNow): boolean => Math.abs(p.distance ?? 10_000) <= NEAR;

function liquidationLine({ i, t, preview, actions, isPhone }: LineInput, p: PositionNow): PriceLine {
  const writes = preview.lots > 0 && preview.price > 0 && preview.before === p.held;
  const save = t(p.position.marginType === 'ISOLATED' ? 'risk.add' : 'risk.transfer');
  return {
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
        ...(isNear(p) && !isPhone ? [{ text: save, act: () => actions.addMargin(p) }] : []),
      ],
    },
    ...(isNear(p) ? { hatch: 'beyond' as const } : {}),
  };
}

/** Once, however many legs are near their end: they watch one mark. */
function markLine({ i, t }: LineInput, near: PositionNow | undefined): PriceLine[] {
  if (!near) return [];
  const mark = Math.round(near.mark / MARK_PER_TICK);
  const tag = `${t('ticket.watches.MARK_PRICE')} ${shortPrice(i, mark)}`;
  return [{ id: 'mark', price: toPrice(i, mark), tone: 'mute', dash: 'dotted', rank: 3, tag }];
}

/** Where the position that is only being written would end; one that stands already says so on its own line. */
function draftLiquidationLine({ i, t, preview }: LineInput): PriceLine[] {
  const { held } = preview.after;
  const { liquidation, distance } = preview.later;
  if (preview.lots <= 0 || preview.price <= 0 || preview.before || !held || liquidation === 0) return [];
  return [
    {
      id: 'draft-liquidation',
      price: toPrice(i, liquidationTicks(liquidation, held.side)),
      tone: 'danger',
      dash: 'dashed',
      rank: 6,
      chip: { parts: [{ text: t('line.draft') }, { text: `${t('line.liquidation')} ${distanceOf(distance)}`, tone: 'danger' }] },
    },
  ];
}

/** A condition being written stands where it would fire. */
function draftStopLine({ i, fields, preview, t, actions }: LineInput): PriceLine[] {
  const ticks = hasInput(fields, 'stop') ? ticksOf(i, fields.stopPrice) : undefined;
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
