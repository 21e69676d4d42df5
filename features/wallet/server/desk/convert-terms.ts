// Terms of conversion as operators set them: read from decimals, held against each other, said as people read them, and what risks more than before.
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { changeConvertTerms, DeskConvertCoin } from '../../convert-admin-contract.ts';
import { type Coin, coinsOf, type CoinTerms, inventoryOf, lockedTerms, worthOfCoin } from '../convert/convert-coins.ts';
import { worthOf } from '../convert/pair-rate.ts';

/** In the units of the rows. */
export type Terms = Pick<CoinTerms, 'spread' | 'tolerance' | 'least' | 'most' | 'dayMost' | 'cap'>;
type Typed = Out<NonNullable<(typeof changeConvertTerms)['body']>>;

/** Of a rate of 10^-8 in per cent. */
const PERCENT_DECIMALS = 6;
const MOST_SPREAD = 5_000_000;

/** The coin with its row, under its lock where `sql` is a transaction's. */
export async function lockCoin(sql: SqlWriter, site: SiteConfig, walletType: string): Promise<{ coin: Coin; row: CoinTerms }> {
  const coin = coinsOf(site).find((each) => each.walletType === walletType);
  const row = coin && (await lockedTerms(sql, site.id, coin.asset));
  if (coin === undefined || row === undefined) throw new Refusal('CONVERT_COIN_UNKNOWN', { field: 'walletType' });
  return { coin, row };
}

function read(typed: Typed, field: 'spread' | 'tolerance' | 'least' | 'most' | 'dayMost' | 'cap', decimals: number): number {
  const units = readDecimal(typed[field] ?? '', decimals);
  if (units === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field, limit: String(decimals) });
  if (typeof units !== 'number') throw new Refusal('INVALID_FIELD', { field });
  return units;
}

export function readTerms(typed: Typed, { cap: before }: CoinTerms): Terms {
  const [spread, tolerance] = [read(typed, 'spread', PERCENT_DECIMALS), read(typed, 'tolerance', PERCENT_DECIMALS)];
  const [least, most, dayMost] = (['least', 'most', 'dayMost'] as const).map((field) => read(typed, field, USDT_DECIMALS));
  if (least <= 0) throw new Refusal('INVALID_FIELD', { field: 'least' });
  if (spread > MOST_SPREAD) throw new Refusal('CONVERT_SPREAD', { field: 'spread' });
  if (tolerance > spread) throw new Refusal('CONVERT_TOLERANCE', { field: 'tolerance' });
  if (most < least) throw new Refusal('CONVERT_MOST_LEAST', { field: 'most' });
  if (dayMost < most) throw new Refusal('CONVERT_DAY_MOST', { field: 'dayMost' });
  return { spread, tolerance, least, most, dayMost, cap: before === null ? null : read(typed, 'cap', USDT_DECIMALS) };
}

/** A smaller spread earns less, and above what a cap or a limit was more may be lost. */
export const risksMore = (before: Terms, after: Terms): boolean =>
  after.spread < before.spread ||
  after.most > before.most ||
  after.dayMost > before.dayMost ||
  (after.cap !== null && after.cap > (before.cap ?? 0));

const percent = (rate: number) => formatDecimal(rate, PERCENT_DECIMALS, true);
const usdt = (micro: number) => formatDecimal(micro, USDT_DECIMALS, true);

/** As people read them: for the page, the log and the second person. */
export const saidTerms = ({ spread, tolerance, least, most, dayMost, cap }: Terms) => ({
  spread: percent(spread),
  tolerance: percent(tolerance),
  least: usdt(least),
  most: usdt(most),
  dayMost: usdt(dayMost),
  cap: cap === null ? null : usdt(cap),
});

export async function presentCoin(context: AppContext, site: SiteConfig, coin: Coin, row: CoinTerms): Promise<DeskConvertCoin> {
  const { walletType, currency, asset, decimals } = coin;
  const held = await inventoryOf(context, site.id, asset);
  const worth = worthOfCoin(context, site, coin);
  const exposure = worth === undefined ? undefined : Math.sign(held) * worthOf(Math.abs(held), worth);
  return {
    walletType,
    currency,
    ...saidTerms(row),
    standing: standingOf(row, exposure),
    paused: row.paused,
    held: formatDecimal(held, decimals),
    exposure: exposure === undefined ? null : formatDecimal(exposure, USDT_DECIMALS),
  };
}

/** `exposure` undefined: no price. */
function standingOf({ paused, cap }: CoinTerms, exposure: number | undefined): DeskConvertCoin['standing'] {
  if (paused !== null) return 'PAUSED';
  if (exposure === undefined) return 'NO_PRICE';
  if (cap === null || Math.abs(exposure) < cap) return 'OPEN';
  return exposure < 0 ? 'SHORT' : 'LONG';
}

export async function writeTerms(sql: SqlWriter, site: number, asset: number, terms: Terms): Promise<void> {
  const { spread, tolerance, least, most, dayMost, cap } = terms;
  await sql.query(
    `UPDATE wallet_convert_coin SET spread = $3, tolerance = $4, least = $5, most = $6, day_most = $7, cap = $8
     WHERE site_id = $1 AND asset = $2`,
    [site, asset, spread, tolerance, least, most, dayMost, cap],
  );
}

/** Null opens it. */
export async function writePause(sql: SqlWriter, site: number, asset: number, why: string | null): Promise<void> {
  await sql.query('UPDATE wallet_convert_coin SET paused = $3 WHERE site_id = $1 AND asset = $2', [site, asset, why]);
}
