// The coins that a member may convert, with what is left of its day, and the conversions that it made.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { type ConversionLine, type ConvertCoin, listConversions, listConvertCoins } from '../../convert-contract.ts';
import type { Pool } from 'pg';
import { type Coin, coinsOf, type CoinTerms, termsOfCoins, worthOfCoin } from './convert-coins.ts';
import { rateWords } from './pair-rate.ts';
import { presentFigures } from './present-quote.ts';
import { convertedToday, type QuoteRow } from './quote-rows.ts';

const MAX_SIZE = 100;
const usdt = (micro: number) => formatDecimal(Math.max(0, micro), USDT_DECIMALS, true);

export const listConvertCoinsHandler = handle(listConvertCoins, async (context, { site, session }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const rows = await termsOfCoins(context.pool, site.id);
  const today = await convertedToday(context.pool, session, context.clock.now());
  const data = coinsOf(site).flatMap((coin) => {
    const row = rows.find(({ asset }) => asset === coin.asset);
    return row === undefined || row.paused === 'OFF' ? [] : [presentCoin(context, site, coin, row, today.get(coin.asset) ?? 0)];
  });
  return { data };
});

function presentCoin(context: AppContext, site: SiteConfig, coin: Coin, row: CoinTerms, today: number): ConvertCoin {
  const worth = worthOfCoin(context, site, coin);
  const { walletType, currency, decimals, name } = coin;
  return {
    walletType,
    currency,
    decimals,
    name,
    state: row.paused !== null ? 'PAUSED' : worth === undefined ? 'NO_PRICE' : 'OPEN',
    price: worth === undefined ? null : rateWords(worth, decimals - USDT_DECIMALS),
    least: usdt(row.least),
    most: usdt(row.most),
    dayLeft: usdt(row.dayMost - today),
  };
}

type Line = Pick<QuoteRow, 'id' | 'fromAsset' | 'toAsset' | 'amount' | 'received' | 'num' | 'den' | 'spread'> & {
  seq: number;
  takenMs: number;
  doneMs: number;
};

const LINE = `quote_id::float8 AS id, from_asset AS "fromAsset", to_asset AS "toAsset", amount::float8 AS amount, received::float8 AS received,
  num::float8 AS num, den::float8 AS den, spread, seq::float8 AS seq, taken_ms::float8 AS "takenMs", done_ms::float8 AS "doneMs"`;

export const listConversionsHandler = handle(listConversions, async ({ pool }, { site, session, query }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const page = query.page ?? 0;
  const size = Math.min(query.size ?? 20, MAX_SIZE);
  const { rows } = await pool.query<Line>(
    `SELECT ${LINE} FROM wallet_quote WHERE site_id = $1 AND account = $2 AND taken_ms IS NOT NULL AND state = 'DONE'
     ORDER BY taken_ms DESC, quote_id DESC LIMIT $3 OFFSET $4`,
    [site.id, session.account, size, page * size],
  );
  const { rows: counted } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM wallet_quote WHERE site_id = $1 AND account = $2 AND taken_ms IS NOT NULL AND state = 'DONE'`,
    [site.id, session.account],
  );
  const content = rows.map((row) => presentLine(site, row));
  return { data: { content, page, size, totalElements: counted[0].n } };
});

function presentLine(site: SiteConfig, row: Line): ConversionLine {
  const { quoteId, from, to, give, receive, rate, spread } = presentFigures(site, row);
  const time = new Date(row.takenMs).toISOString();
  return { quoteId, from, to, give, receive, rate, spread, time, tookMs: row.doneMs - row.takenMs, sequence: row.seq };
}

/** Of one that was done. */
export async function conversionLineOf(sql: Pool, site: SiteConfig, quoteId: number): Promise<ConversionLine> {
  const { rows } = await sql.query<Line>(`SELECT ${LINE} FROM wallet_quote WHERE quote_id = $1`, [quoteId]);
  return presentLine(site, rows[0]);
}
