// An instrument as the ticket reckons with it: the wire's decimals turned once into the engine's own integers.
import { buildTiers, type TierTable } from '@maru/engine/market/tiers.ts';
import { type MaintenanceRatios, maintenanceRatios } from '@maru/engine/futures/margin.ts';
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { type Units, unitsOf, USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Option } from '@maru/futures/contract.ts';

export interface Instrument {
  option: Option;
  units: Units;
  tiers: TierTable;
  ratios: MaintenanceRatios;
  /** 10^-8. */
  makerFee: number;
  takerFee: number;
  bandUp: number;
  bandDown: number;
  /** micro-USDT. */
  minNotional: number;
  /** Lots. */
  minLots: number;
  maxLots: number;
  maxMarketLots: number;
}

/** Amounts of the wire in micro-USDT; what is no amount is 0. */
export const micro = (text: string): number => parseDecimal(text, USDT_DECIMALS) ?? 0;
export const microText = (amount: number): string => formatDecimal(amount, USDT_DECIMALS);
const rate = (text: string): number => parseDecimal(text, 8) ?? 0;

const made = new WeakMap<Option, Instrument>();

export function instrumentOf(option: Option): Instrument {
  const known = made.get(option);
  if (known) return known;
  const units = unitsOf(option.pricePrecision, option.quantityPrecision);
  const tiers = buildTiers(option.brackets.map((b) => [Math.round(Number(b.cap)), b.maxLeverage, rate(b.mmr)] as const));
  const lots = (text: string) => parseDecimal(text, option.quantityPrecision) ?? 0;
  const instrument: Instrument = {
    option,
    units,
    tiers,
    ratios: maintenanceRatios(units, tiers),
    makerFee: rate(option.makerFee),
    takerFee: rate(option.takerFee),
    bandUp: rate(option.multiplierUp),
    bandDown: rate(option.multiplierDown),
    minNotional: micro(option.minNotional),
    minLots: lots(option.minQuantity),
    maxLots: lots(option.maxLimitQuantity),
    maxMarketLots: lots(option.maxMarketQuantity),
  };
  made.set(option, instrument);
  return instrument;
}

export const ticksOf = (i: Instrument, text: string): number | undefined => parseDecimal(text, i.units.tickDecimals) ?? undefined;
export const lotsOf = (i: Instrument, text: string): number | undefined => parseDecimal(text, i.units.lotDecimals) ?? undefined;
export const priceText = (i: Instrument, ticks: number): string => formatDecimal(ticks, i.units.tickDecimals);
export const quantityText = (i: Instrument, lots: number): string => formatDecimal(lots, i.units.lotDecimals);
/** Marks and indexes are kept two decimals finer than a tick. */
export const markOf = (i: Instrument, text: string): number =>
  parseDecimal(text, i.units.tickDecimals + 2) ?? Math.round(Number(text) * 10 ** (i.units.tickDecimals + 2));

/** What somebody is still typing may lie beyond what the engine counts: then there is no answer yet, and no page that breaks. */
export function withinReach<T>(reckon: () => T): T | undefined {
  try {
    return reckon();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
