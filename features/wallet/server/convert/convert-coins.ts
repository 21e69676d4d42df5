// The coins of a site that can be converted into one another, the terms of each as the site's rows have them, and what one costs now.
import { Asset, houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { listedSymbols } from '@maru/engine/market/symbols.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { marketReader } from '@maru/market/contract.ts';
import type { Pool, PoolClient } from 'pg';
import { assetsOf, currencyOfAsset, symbolOfAsset } from '../../assets.ts';
import { isWalletType } from '../../wallet-kinds.ts';
import { isUsed } from '../purses.ts';
import { USDT_WORTH, type Worth, worthAt } from './pair-rate.ts';

export interface Coin {
  walletType: string;
  asset: number;
  currency: string;
  decimals: number;
  name: { ko: string; en: string };
  /** The symbol that prices it; undefined: USDT itself. */
  symbol: string | undefined;
}

/** Amounts in micro-USDT, rates of 10^-8. */
export interface CoinTerms {
  asset: number;
  /** What the house keeps, and how far the price may have moved since the quote: never more than the spread (ADR 0086). */
  spread: number;
  tolerance: number;
  least: number;
  most: number;
  /** Of one member within a day. */
  dayMost: number;
  /** How much of it the house is short of, or holds, at most; null: USDT, in which all is counted. */
  cap: number | null;
  paused: string | null;
}

/** Where a site says nothing else. */
const USUAL = { spread: 100_000, least: 10_000_000, most: 20_000_000_000, dayMost: 100_000_000_000, cap: 200_000_000_000 };
/** A price older than this is none (decisions.md, staleness). */
const MAX_AGE_MS = 3_000;
/** A mark has two digits more than its symbol's prices. */
const MARK_MORE = 2;

/** In the order of the wallets; one alone could be changed into nothing. */
export function coinsOf(site: SiteConfig): Coin[] {
  const rows = assetsOf(site).filter(({ asset, code }) => asset !== Asset.Binary && isWalletType(site, code) && isUsed(site, code));
  return rows.map((row) => ({
    walletType: row.code,
    asset: row.asset,
    currency: currencyOfAsset(row),
    decimals: row.decimals,
    name: { ko: row.ko, en: row.en },
    symbol: row.asset === Asset.Usdt ? undefined : symbolOfAsset(row),
  }));
}

/** At the mark; undefined: its market tells none, or an old one. */
export function worthOfCoin({ services }: Pick<AppContext, 'services'>, site: SiteConfig, coin: Coin): Worth | undefined {
  const { symbol, decimals } = coin;
  if (symbol === undefined) return USDT_WORTH;
  const market = services.find(marketReader);
  if (!site.symbols.includes(symbol) || market?.state(symbol) !== 'live') return undefined;
  const data = listedSymbols.find(({ code }) => code === symbol);
  const prices = market.prices(symbol);
  if (data === undefined || prices === undefined || !(prices.mark >= 1) || prices.ageMs > MAX_AGE_MS) return undefined;
  return worthAt(Math.round(prices.mark), data.tickDecimals + MARK_MORE, decimals);
}

/** A row for each coin that has none yet; what stands is never changed. */
export async function openConvertCoins(pool: Pool, site: SiteConfig): Promise<void> {
  for (const { asset } of coinsOf(site)) {
    const { spread, least, most, dayMost, cap } = USUAL;
    await pool.query(
      `INSERT INTO wallet_convert_coin (site_id, asset, spread, tolerance, least, most, day_most, cap)
       VALUES ($1, $2, $3, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [site.id, asset, spread, least, most, dayMost, asset === Asset.Usdt ? null : cap],
    );
  }
}

const COLUMNS = `asset, spread, tolerance, least::float8 AS least, most::float8 AS most, day_most::float8 AS "dayMost",
  cap::float8 AS cap, paused`;

export async function termsOfCoins(sql: Pool | PoolClient, site: number): Promise<CoinTerms[]> {
  const { rows } = await sql.query<CoinTerms>(`SELECT ${COLUMNS} FROM wallet_convert_coin WHERE site_id = $1 ORDER BY asset`, [site]);
  return rows;
}

/** Held until the transaction ends. */
export async function lockedTerms(sql: SqlWriter, site: number, asset: number): Promise<CoinTerms | undefined> {
  const { rows } = await sql.query(`SELECT ${COLUMNS} FROM wallet_convert_coin WHERE site_id = $1 AND asset = $2 FOR UPDATE`, [
    site,
    asset,
  ]);
  return rows[0] as CoinTerms | undefined;
}

/** What the house holds of it by conversions; below zero: what it is short of. */
export const inventoryOf = ({ engine }: Pick<AppContext, 'engine'>, site: number, asset: number): Promise<number> =>
  engine.query<number>(site, 'ledger', houseAccount(asset, Purse.Exchange));
