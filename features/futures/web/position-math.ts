// Positions and the account after an order, by the engine's own formulas: what is previewed is what is done.
import { initialMargin, maintenanceMarginAt, marginRatioShown, releasedMargin } from '@maru/engine/futures/margin.ts';
import { type Leg, liquidationPrice } from '@maru/engine/futures/liquidation-price.ts';
import { realizedPnl, releasedCost, unrealizedPnl } from '@maru/engine/futures/pnl.ts';
import { addCost, type Cost, normalizeCost, subtractCost } from '@maru/engine/money/cost.ts';
import { divHalfEvenBig } from '@maru/engine/money/rounding.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { Position } from '@maru/futures/contract.ts';
import { type Instrument, lotsOf, micro } from './instrument.ts';

export interface Held {
  /** +1 long, -1 short. */
  side: 1 | -1;
  lots: number;
  entryCost: Cost;
  /** 0 in cross. */
  isolatedWallet: number;
  leverage: number;
}

/** The account's cross figures, micro-USDT. */
export interface Purse {
  crossWallet: number;
  crossPnl: number;
  positionMargin: number;
  orderMargin: number;
  /** Of all cross positions. */
  maintenance: number;
  available: number;
  /** Funding that could not be collected (D-11). */
  owed?: number;
}

/** Entry prices are reported with 8 decimals; the cost is found again to the unit by rounding. */
export function heldOf(i: Instrument, position: Position): Held {
  const lots = lotsOf(i, position.quantity) ?? 0;
  const [whole, fraction = ''] = position.entryPrice.split('.');
  const price = BigInt(whole + fraction.padEnd(12, '0').slice(0, 12));
  const scale = 12 + i.units.lotDecimals - i.units.costDecimals;
  const exact = price * BigInt(lots);
  const entryCost = normalizeCost(scale >= 0 ? divHalfEvenBig(exact, 10n ** BigInt(scale)) : exact * 10n ** BigInt(-scale));
  return {
    side: position.tradeType === 'LONG' ? 1 : -1,
    lots,
    entryCost,
    isolatedWallet: position.marginType === 'ISOLATED' ? micro(position.margin) : 0,
    leverage: position.leverage,
  };
}

export interface Trade {
  side: 1 | -1;
  lots: number;
  /** Price x lots of it, in cost units. */
  cost: Cost;
  fee: number;
  leverage: number;
  isIsolated: boolean;
}
export interface After {
  held: Held | undefined;
  realized: number;
  /** Change of the cross wallet. */
  walletChange: number;
}

/** One net position after a trade: added to, reduced, closed or flipped (rules 5.5, 7.1 to 7.3). */
export function afterTrade(i: Instrument, held: Held | undefined, trade: Trade): After {
  if (!held || held.side === trade.side) {
    const margin = trade.isIsolated ? marginOf(i, trade.cost, trade.lots, trade.leverage) : 0;
    const grown: Held = {
      side: trade.side,
      lots: (held?.lots ?? 0) + trade.lots,
      entryCost: addCost(held?.entryCost ?? 0, trade.cost),
      isolatedWallet: (held?.isolatedWallet ?? 0) + margin,
      leverage: trade.leverage,
    };
    return { held: grown, realized: 0, walletChange: -trade.fee - margin };
  }
  const closing = Math.min(held.lots, trade.lots);
  const closingCost = partOf(trade.cost, closing, trade.lots);
  const released = releasedCost(i.units, held.side, held.entryCost, held.lots, closing);
  const realized = realizedOf(i, held.side, closingCost, closing, released);
  const freed = trade.isIsolated ? releasedMargin(held.isolatedWallet, held.lots, closing) : 0;
  const rest: Held | undefined =
    closing === held.lots
      ? undefined
      : {
          ...held,
          lots: held.lots - closing,
          entryCost: subtractCost(held.entryCost, released),
          isolatedWallet: held.isolatedWallet - freed,
        };
  const after: After = { held: rest, realized, walletChange: realized + freed - trade.fee };
  if (trade.lots === closing) return after;
  const flipped = afterTrade(i, undefined, { ...trade, lots: trade.lots - closing, cost: subtractCost(trade.cost, closingCost), fee: 0 });
  return { held: flipped.held, realized, walletChange: after.walletChange + flipped.walletChange };
}

/** Exact when the price was one; else the share by lots. */
function partOf(cost: Cost, lots: number, of: number): Cost {
  return lots === of ? cost : normalizeCost((BigInt(cost) * BigInt(lots)) / BigInt(of));
}

function realizedOf(i: Instrument, side: 1 | -1, closingCost: Cost, closing: number, released: Cost): number {
  const perLot = BigInt(closing) * BigInt(i.units.costNum);
  // A single price goes through the engine's function; a walked average has none, so its cost is compared directly.
  if (BigInt(closingCost) % perLot === 0n) return realizedPnl(i.units, side, Number(BigInt(closingCost) / perLot), closing, released);
  const gain = BigInt(side) * (BigInt(closingCost) - BigInt(released));
  const den = BigInt(i.units.costDen);
  return Number(gain >= 0n ? gain / den : -((-gain + den - 1n) / den));
}

function marginOf(i: Instrument, cost: Cost, lots: number, leverage: number): number {
  const perLot = BigInt(lots) * BigInt(i.units.costNum);
  const price = Number((BigInt(cost) + perLot - 1n) / perLot);
  return initialMargin(i.units, price, lots, leverage);
}

export const pnlOf = (i: Instrument, held: Held, mark: number): number =>
  unrealizedPnl(i.units, held.side, mark, held.lots, held.entryCost);
export const maintenanceOf = (i: Instrument, held: Held, mark: number): number => maintenanceMarginAt(i.ratios, mark, held.lots);

export interface Risk {
  /** Mark units (tick / 100); 0 = none. */
  liquidation: number;
  /** Signed hundredths of a percent from the mark; undefined without a price. */
  distance: number | undefined;
  /** Hundredths of a percent. */
  ratio: number;
}

/**
 * Liquidation price and margin ratio of a symbol's legs (rules 9.1, 9.2). `others` are the cross figures without these legs;
 * an isolated leg stands alone on its own wallet.
 */
export function riskOf(
  i: Instrument,
  legs: readonly Held[],
  mark: number,
  isIsolated: boolean,
  others: { wallet: number; pnl: number; maintenance: number },
): Risk {
  const open = legs.filter((leg) => leg.lots > 0);
  if (open.length === 0 && isIsolated) return { liquidation: 0, distance: undefined, ratio: 0 };
  const maintenance = open.reduce((sum, leg) => sum + maintenanceOf(i, leg, mark), 0);
  const pnl = open.reduce((sum, leg) => sum + pnlOf(i, leg, mark), 0);
  const wallet = isIsolated ? open.reduce((sum, leg) => sum + leg.isolatedWallet, 0) : others.wallet;
  const backing = isIsolated ? wallet : wallet - others.maintenance + others.pnl;
  const parts: Leg[] = open.map(({ side, lots, entryCost }) => ({ side, lots, entryCost }));
  const liquidation = open.length === 0 || mark <= 0 ? 0 : liquidationPrice(i.units, i.tiers, parts, backing, mark);
  const ratio = marginRatioShown(wallet + pnl + (isIsolated ? 0 : others.pnl), maintenance + (isIsolated ? 0 : others.maintenance));
  return { liquidation, distance: liquidation === 0 ? undefined : Math.round(((liquidation - mark) / mark) * 10_000), ratio };
}

/** A liquidation price at tick, never shown later than it acts: a long's up, a short's down. */
export function liquidationTicks(mark: number, side: 1 | -1): number {
  return side > 0 ? Math.ceil(mark / MARK_PER_TICK) : Math.floor(mark / MARK_PER_TICK);
}
