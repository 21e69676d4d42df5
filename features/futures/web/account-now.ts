// The account at the present marks: cross figures and each position's own, from the last word of the server and the prices since.
import { availableBalance, initialMarginAtMark, marginRatioShown, notionalAt } from '@maru/engine/futures/margin.ts';
import { returnOnEquity } from '@maru/engine/futures/pnl.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { CrossAccount, Order, Position } from '@maru/futures/contract.ts';
import { type Instrument, lotsOf, markOf, micro, ticksOf } from './instrument.ts';
import type { AccountNow } from './order-preview.ts';
import { heldOf, type Held, maintenanceOf, pnlOf, type Purse } from './position-math.ts';

export interface PositionNow {
  position: Position;
  instrument: Instrument;
  held: Held;
  /** Mark units. */
  mark: number;
  /** micro-USDT. */
  pnl: number;
  /** Hundredths of a percent. */
  roe: number;
  maintenance: number;
  margin: number;
  /** Of the position (isolated) or the account (cross), hundredths of a percent. */
  ratio: number;
  /** What of that ratio this position makes: its own maintenance over what stands behind it. */
  share: number;
  /** Ticks; 0 = none. */
  liquidation: number;
  /** Signed hundredths of a percent from the mark. */
  distance: number | undefined;
  /** The one that is drawn and told as in danger. */
  isNear: boolean;
}

/** Before it is known what stands behind it. */
type Reckoned = Omit<PositionNow, 'ratio' | 'share' | 'isNear'>;

export type MarkOf = (symbol: string) => string | undefined;

/** Every position reckoned at the newest mark known; without one, at the mark the server last named. */
export function positionsNow(positions: Iterable<Position>, instruments: ReadonlyMap<number, Instrument>, markText: MarkOf): Reckoned[] {
  const out: Reckoned[] = [];
  for (const position of positions) {
    const instrument = instruments.get(position.futuresOptionId);
    if (!instrument) continue;
    const held = heldOf(instrument, position);
    const mark = markOf(instrument, markText(position.symbol) ?? position.markPrice);
    const liquidation = Math.round(Number(position.liquidationPrice) * 10 ** instrument.units.tickDecimals);
    const distance = liquidation === 0 || mark === 0 ? undefined : Math.round(((liquidation * MARK_PER_TICK - mark) / mark) * 10_000);
    out.push({
      position,
      instrument,
      held,
      mark,
      liquidation,
      distance,
      pnl: pnlOf(instrument, held, mark),
      roe: Number(returnOnEquity(instrument.units, held.side, mark, held.lots, held.entryCost, held.leverage)),
      maintenance: maintenanceOf(instrument, held, mark),
      margin:
        position.marginType === 'ISOLATED' ? held.isolatedWallet : initialMarginAtMark(instrument.units, mark, held.lots, held.leverage),
    });
  }
  return out;
}

export function purseOf(cross: CrossAccount | undefined, positions: readonly Reckoned[]): Purse {
  const shared = positions.filter((p) => p.position.marginType === 'CROSSED');
  const sum = (pick: (p: Reckoned) => number) => shared.reduce((total, p) => total + pick(p), 0);
  const figures = {
    crossWallet: micro(cross?.playerPoint ?? '0'),
    crossUnrealizedPnl: sum((p) => p.pnl),
    positionMargin: sum((p) => p.margin),
    orderMargin: micro(cross?.orderMargin ?? '0'),
  };
  return {
    crossWallet: figures.crossWallet,
    crossPnl: figures.crossUnrealizedPnl,
    positionMargin: figures.positionMargin,
    orderMargin: figures.orderMargin,
    maintenance: sum((p) => p.maintenance),
    available: availableBalance(figures),
    owed: 0 - micro(cross?.minusFundingFee ?? '0'),
  };
}

export const purseRatio = (purse: Purse): number => marginRatioShown(purse.crossWallet + purse.crossPnl, purse.maintenance);

/** The warning's own threshold (rules 9.7), and a price within 0.3 %: at high leverage one tick more and the ratio is there. */
const WARNED_RATIO = 8_000;
const WARNED_DISTANCE = 30;
/** Who was in danger stays so until it is clearly over: a price that trembles on the threshold moves nothing under the pointer. */
const CALM_RATIO = 7_000;
const CALM_DISTANCE = 40;
const nobody: ReadonlySet<number> = new Set();
const away = (p: Reckoned): number => Math.abs(p.distance ?? Number.POSITIVE_INFINITY);

/** Danger first, then size. `before`: ids of those that were in danger. */
export function withRatios(positions: readonly Reckoned[], purse: Purse, before: ReadonlySet<number> = nobody): PositionNow[] {
  const cross = purseRatio(purse);
  // A cross account in danger is one danger: the position whose price comes first says it.
  const crossed = positions.filter((p) => p.position.marginType !== 'ISOLATED');
  const nearest = Math.min(...crossed.map(away));
  // It goes on saying it until another is clearly nearer: two at about one distance would take turns with every tick.
  const sayer = crossed.find((p) => before.has(p.position.futuresPositionId) && away(p) <= nearest + CALM_DISTANCE - WARNED_DISTANCE);
  const first = sayer === undefined ? nearest : away(sayer);
  return positions
    .map((p) => {
      const isIsolated = p.position.marginType === 'ISOLATED';
      const share = marginRatioShown(isIsolated ? p.held.isolatedWallet + p.pnl : purse.crossWallet + purse.crossPnl, p.maintenance);
      const ratio = isIsolated ? share : cross;
      const wasNear = before.has(p.position.futuresPositionId);
      const isWarned = ratio >= (wasNear ? CALM_RATIO : WARNED_RATIO) && p.distance !== undefined && (isIsolated || away(p) === first);
      return { ...p, share, ratio, isNear: isWarned || away(p) <= (wasNear ? CALM_DISTANCE : WARNED_DISTANCE) };
    })
    .toSorted((a, b) => nearness(b) - nearness(a) || b.margin - a.margin);
}

/** Who is in danger stands first, then liquidations within 5 %: nothing else moves a row, or they would dance with the prices. */
function nearness(p: PositionNow): number {
  return p.isNear ? 2 : away(p) <= 500 ? 1 : 0;
}

/** Margin that closing the leg sets free, less what a funding debt takes of it first (rules 5.7, D-11). */
function freedByClose(p: Reckoned, owed: number): number {
  const isIsolated = p.position.marginType === 'ISOLATED';
  const left = isIsolated ? Math.max(0, p.held.isolatedWallet + Math.min(0, p.pnl)) : p.margin;
  return left - Math.min(owed, Math.max(0, isIsolated ? left : p.pnl));
}

/** What the ticket of one symbol reckons with. */
export function accountNow(
  instrument: Instrument,
  purse: Purse,
  mode: 'ONE_WAY' | 'HEDGE',
  settings: { leverage: number; marginType: 'CROSSED' | 'ISOLATED' },
  positions: readonly Reckoned[],
  orders: Iterable<Order>,
): AccountNow {
  const own = positions.filter((p) => p.instrument === instrument);
  const open = { BUY: 0, SELL: 0 };
  const reducing = { BUY: 0, SELL: 0 };
  for (const order of orders) {
    if (order.futuresOptionId !== instrument.option.futuresOptionId) continue;
    const left = (lotsOf(instrument, order.quantity) ?? 0) - (lotsOf(instrument, order.filledQuantity) ?? 0);
    if (order.reduceOnly) reducing[order.side] += left;
    else open[order.side] += notionalAt(instrument.units, ticksOf(instrument, order.price) ?? 0, left);
  }
  const isIsolated = (own[0]?.position.marginType ?? settings.marginType) === 'ISOLATED';
  // Isolated margin is never made of unrealised profit (rules D-10).
  const free = isIsolated
    ? {
        ...purse,
        available: Math.max(0, Math.min(purse.crossWallet + purse.crossPnl, purse.crossWallet) - purse.positionMargin - purse.orderMargin),
      }
    : purse;
  return {
    purse: free,
    mode,
    leverage: own[0]?.held.leverage ?? settings.leverage,
    isIsolated,
    legs: own.map((p) => p.held),
    freed: (leg) => own.filter((p) => p.held === leg).reduce((sum, p) => sum + freedByClose(p, purse.owed ?? 0), 0),
    openOrderNotional: open,
    reducingLots: reducing,
  };
}

/** Money that brings a scope's margin ratio to half: twice the maintenance less the balance; 0 when it is there already. */
export function restoringAmount(balance: number, maintenance: number): number {
  return Math.max(0, maintenance * 2 - balance);
}
