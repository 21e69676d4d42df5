// Engine integers of rounds as the wire's decimal texts, and bet types as market numbers and back.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import { RATE_ONE } from '@maru/engine/money/units.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { pointDecimals } from '../currency.ts';
import type { VoidReason } from '../shapes.ts';
import type { SiteOption } from './site-options.ts';

export const pointText = (site: SiteConfig, amount: number): string => formatDecimal(amount, pointDecimals(site.binaryCurrency));
/** In a sentence: without the zeros that a column of amounts keeps. */
export const pointFigure = (site: SiteConfig, amount: number): string => formatDecimal(amount, pointDecimals(site.binaryCurrency), true);
const isoTexts = new Map<number, string>();
const MOST_ISO_TEXTS = 4096;
/** Thousands of bets are placed and paid within few moments, and each of them tells both. */
export function isoText(ms: number): string {
  let text = isoTexts.get(ms);
  if (text === undefined) {
    if (isoTexts.size >= MOST_ISO_TEXTS) isoTexts.clear();
    isoTexts.set(ms, (text = new Date(ms).toISOString()));
  }
  return text;
}

/** A price of the option's symbol; null where there is none. */
export function priceText(option: SiteOption, ticks: number | null | undefined): string | null {
  if (ticks === null || ticks === undefined || ticks < 0 || option.data === undefined) return null;
  return formatDecimal(ticks, option.data.tickDecimals);
}

/** Amount text as the currency's smallest unit; too many decimals are refused, never rounded (rules 1.2). */
export function pointOf(site: SiteConfig, text: string): number {
  const decimals = pointDecimals(site.binaryCurrency);
  const read = readDecimal(text, decimals);
  if (typeof read === 'number') return read;
  if (read === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field: 'point', limit: String(decimals), offered: text });
  throw new Refusal('INVALID_FIELD', { field: 'point' });
}

/** floor(stake × odds), what a win pays (rules 11.6). */
export const payoutOf = (stake: number, odds: number): number => mulDivFloor(stake, odds, RATE_ONE);

const PRICE_TYPES = ['UP', 'DOWN'] as const;
const drawMarkets = new Map(POWER_BALL_MARKETS.map(({ code }, market) => [code, market]));

export function typeOf(option: SiteOption, market: number): string {
  return option.family === 'P' ? (POWER_BALL_MARKETS[market]?.code ?? 'PB') : PRICE_TYPES[market];
}

/** The market of a bet type; undefined: none of this option. */
export function marketOf(option: SiteOption, type: string): number | undefined {
  if (option.family === 'P') return drawMarkets.get(type);
  const market = PRICE_TYPES.findIndex((each) => each === type);
  return market < 0 ? undefined : market;
}

const RESULTS = ['UP', 'DOWN', 'TIE', 'VOID', 'DRAWN', 'EACH_BET'] as const;
export const resultOf = (result: number | null): (typeof RESULTS)[number] | null => (result === null ? null : (RESULTS[result] ?? null));

/** By the engine's numbers: a gap and a jump may stand at either boundary. */
const REASONS: readonly VoidReason[] = ['TIE', 'FEED_GAP', 'FEED_GAP', 'NO_TICK', 'HALTED', 'PRICE_JUMP', 'PRICE_JUMP', 'TOO_LATE'];

/** `result` and `reason` are the engine's numbers. */
export function voidReasonOf(result: number | null, reason: number | null): VoidReason | null {
  if (resultOf(result) === 'TIE') return 'TIE';
  return reason === null || reason === 0 ? null : (REASONS[reason] ?? null);
}
