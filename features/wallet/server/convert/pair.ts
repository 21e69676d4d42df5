// Two coins of a site with the terms between them and the rate of now; what stands in the way of a conversion before anything is moved.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import type { Conversion } from '@maru/engine/money/conversion.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { type Coin, type CoinTerms, coinsOf, inventoryOf, termsOfCoins, worthOfCoin } from './convert-coins.ts';
import { type PairRate, pairRate, unitsWorth, type Worth, worthOf } from './pair-rate.ts';

export interface PairTerms {
  spread: number;
  tolerance: number;
  least: number;
  most: number;
  dayMost: number;
}

interface Side extends Coin {
  worth: Worth;
  /** In its smallest units. */
  cap: number;
}

export interface Pair {
  from: Side;
  to: Side;
  terms: PairTerms;
  rate: PairRate;
}

const usdt = (micro: number) => formatDecimal(micro, USDT_DECIMALS, true);

/** Of two coins what is stricter. The tolerance stays within the spread: each coin's does, and the spread is the larger one. */
export const termsBetween = (one: CoinTerms, other: CoinTerms): PairTerms => ({
  spread: Math.max(one.spread, other.spread),
  tolerance: Math.min(one.tolerance, other.tolerance),
  least: Math.max(one.least, other.least),
  most: Math.min(one.most, other.most),
  dayMost: Math.min(one.dayMost, other.dayMost),
});

export async function pairOf(context: AppContext, site: SiteConfig, from: string, to: string): Promise<Pair> {
  const coins = coinsOf(site);
  const named = (walletType: string, field: string): Coin => {
    const coin = coins.find((each) => each.walletType === walletType);
    if (coin === undefined) throw new Refusal('WALLET_NOT_USED', { field });
    return coin;
  };
  const [given, taken] = [named(from, 'from'), named(to, 'to')];
  if (given.asset === taken.asset) throw new Refusal('WALLET_SAME', { field: 'to' });
  const rows = await termsOfCoins(context.pool, site.id);
  const rowOf = (coin: Coin, field: string): CoinTerms => {
    const row = rows.find(({ asset }) => asset === coin.asset);
    if (row === undefined || row.paused !== null) throw new Refusal('CONVERT_PAUSED', { field, coin: coin.currency });
    return row;
  };
  const [ofGiven, ofTaken] = [rowOf(given, 'from'), rowOf(taken, 'to')];
  const sideOf = (coin: Coin, row: CoinTerms, field: string): Side => {
    const worth = worthOfCoin(context, site, coin);
    if (worth === undefined) throw new Refusal('CONVERT_NO_PRICE', { field, coin: coin.currency });
    return { ...coin, worth, cap: row.cap === null ? Number.MAX_SAFE_INTEGER : unitsWorth(row.cap, worth) };
  };
  const [one, other] = [sideOf(given, ofGiven, 'from'), sideOf(taken, ofTaken, 'to')];
  const rate = pairRate(one.worth, other.worth);
  if (rate === undefined) throw new Refusal('CONVERT_NO_PRICE', { field: 'to', coin: taken.currency });
  return { from: one, to: other, terms: termsBetween(ofGiven, ofTaken), rate };
}

/** In the coin's smallest units. */
export function amountOf(text: string, { decimals }: Pick<Coin, 'decimals'>): number {
  const read = readDecimal(text, decimals);
  if (read === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field: 'point', limit: String(decimals) });
  if (typeof read !== 'number') throw new Refusal('INVALID_FIELD', { field: 'point' });
  if (read <= 0) throw new Refusal('AMOUNT_NOT_POSITIVE', { field: 'point' });
  return read;
}

/** Micro-USDT of what is given; refuses what is below the least or above the most of it. */
export function valueWithin({ from, terms }: Pair, amount: number): number {
  const value = worthOf(amount, from.worth);
  if (value < terms.least) throw new Refusal('CONVERT_LEAST', { field: 'point', limit: usdt(terms.least) });
  if (value > terms.most) throw new Refusal('CONVERT_MOST', { field: 'point', limit: usdt(terms.most) });
  return value;
}

/** As the engine will look at it once more, within the command itself. */
export async function refuseBeyondCap(
  context: AppContext,
  site: number,
  { from, to }: Pair,
  { cost, received }: Conversion,
): Promise<void> {
  const [held, other] = await Promise.all([inventoryOf(context, site, from.asset), inventoryOf(context, site, to.asset)]);
  if (held + cost > from.cap) throw new Refusal('CONVERSION_CAP', { field: 'from' });
  if (received - other > to.cap) throw new Refusal('CONVERSION_CAP', { field: 'to' });
}
