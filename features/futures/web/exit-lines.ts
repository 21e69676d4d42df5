// Lines of TP and SL, of a position and of the entry being written, with what they would bring, dragged or by keys.
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { ChipPart, PriceLine } from '@maru/kit/web/chart/price-lines.tsx';
import type { PositionNow } from './account-now.ts';
import type { LineInput } from './line-input.ts';
import { edgeOf, exitFigures, isOnItsSide } from './entry-tpsl.ts';
import { type Instrument, ticksOf } from './instrument.ts';
import { tpslOf } from './position-tpsl.ts';
import { amount, directionOfAmount, percentOf } from './shown-figures.ts';

const ticksAt = (i: Instrument, value: number): number => Math.round(value * 10 ** i.units.tickDecimals);

/** Money and return of an exit at a price, for its chip. */
export function exitParts(i: Instrument, p: Pick<PositionNow, 'held'>, name: string, ticks: number, isPhone: boolean): ChipPart[] {
  const { side, lots, entryCost, leverage } = p.held;
  const figures = exitFigures(i, { side, lots, entryCost, leverage }, ticks);
  const direction = directionOfAmount(figures?.pnl ?? 0);
  const tone = direction > 0 ? ('rise' as const) : direction < 0 ? ('fall' as const) : ('sub' as const);
  if (!figures) return [{ text: name }];
  return [
    { text: name },
    { text: isPhone ? amount(figures.pnl, true) : `${amount(figures.pnl, true)} (${percentOf(figures.roe, true)})`, tone },
  ];
}

export function positionExitLines(input: LineInput, p: PositionNow): PriceLine[] {
  const { i, t, actions, isPhone } = input;
  const { takeProfit, stopLoss } = tpslOf(p.position, input.orders);
  const mark = Math.round(p.mark / MARK_PER_TICK);
  return (['takeProfit', 'stopLoss'] as const).flatMap((kind) => {
    const order = kind === 'takeProfit' ? takeProfit : stopLoss;
    if (!order?.stopPrice) return [];
    const name = t(kind === 'takeProfit' ? 'type.TAKEPROFIT' : 'type.STOPLOSS');
    const partsAt = (price: number) => exitParts(i, p, name, ticksAt(i, price), isPhone);
    const at = Number(order.stopPrice);
    return [
      {
        id: `exit${order.id}`,
        price: at,
        tone: 'edge' as const,
        dash: 'dashed' as const,
        rank: 5,
        chip: {
          parts: partsAt(at),
          ...(isPhone ? {} : { close: { label: t('line.cancel'), act: () => actions.cancelOrder(order) } }),
        },
        move: {
          label: t('line.move', { name }),
          tick: Number(i.option.tickSize),
          partsAt,
          isValid: (price: number) => isOnItsSide(kind, p.held.side, ticksAt(i, price), mark),
          drop: (price: number) => actions.moveExit(p, kind, price.toFixed(i.units.tickDecimals)),
        },
      },
    ];
  });
}

/** TP and SL of the order being written, with the way to each tinted and the ratio between them. */
export function draftExitLines(input: LineInput, ratioText: string | undefined): PriceLine[] {
  const { i, t, fields, preview, actions, isPhone } = input;
  if (!fields.hasTpsl || preview.opening <= 0 || preview.price <= 0) return [];
  const side: 1 | -1 = preview.side === 'BUY' ? 1 : -1;
  const entry = edgeOf('takeProfit', side, preview.opensIn) / 10 ** i.units.tickDecimals;
  const held = preview.after.held;
  return (['takeProfit', 'stopLoss'] as const).flatMap((kind) => {
    const ticks = ticksOf(i, fields[kind]);
    if (!ticks || !held) return [];
    const name = t(kind === 'takeProfit' ? 'type.TAKEPROFIT' : 'type.STOPLOSS');
    const isWin = kind === 'takeProfit';
    const write = (price: number) => actions.writeExit(kind, price.toFixed(i.units.tickDecimals));
    const p = { held: { ...held, side, lots: preview.opening, entryCost: preview.draftCost } };
    return [
      {
        id: `draft-${kind}`,
        price: ticks / 10 ** i.units.tickDecimals,
        tone: 'brand' as const,
        dash: 'dashed' as const,
        rank: 5,
        chip: { parts: exitParts(i, p, name, ticks, isPhone) },
        move: {
          label: t('line.move', { name }),
          tick: Number(i.option.tickSize),
          partsAt: (price: number) => exitParts(i, p, name, ticksAt(i, price), isPhone),
          isValid: (price: number) => isOnItsSide(kind, side, ticksAt(i, price), edgeOf(kind, side, preview.opensIn)),
          moving: write,
          drop: write,
        },
        zone: { to: entry, tone: isWin ? ('rise' as const) : ('fall' as const), ...(isWin && ratioText ? { note: ratioText } : {}) },
      },
    ];
  });
}
