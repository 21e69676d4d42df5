// Signed prices of rounds on forex, gold and indices: fetched for both boundaries when a round is settled, verified, kept beside the ticks.
//
// A record waits for them a moment, so that it is written once and whole; where none comes it is written without.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type SignedPriceSource, signedPriceSource } from '@maru/market/contract.ts';
import type { PoolClient } from 'pg';
import type { SignedPrice } from '../evidence.ts';
import { faultOfSigned } from '../evidence-signed.ts';
import { roundTimes, type SiteOption, siteOptions } from './site-options.ts';

/** After its settlement a round without them waits no longer. */
const WAIT_MS = 30_000;
const SLICE = 50;
const WAITING = `SELECT r.option, r.ordinal, r.settled_ms AS "settledMs" FROM rounds_round r
  WHERE r.site_id = $1 AND r.option = ANY($2::int[]) AND r.settled_seq IS NOT NULL AND r.paid IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM rounds_evidence e WHERE e.site_id = r.site_id AND e.option = r.option AND e.ordinal = r.ordinal)
  ORDER BY r.settled_seq LIMIT ${SLICE}`;
const KEPT = `SELECT at_ms AS at, feed, signer_set AS "signerSet", update FROM rounds_signed_price WHERE symbol = $1 AND at_ms = ANY($2::bigint[])`;

/** Fetches what settled rounds wait for; answers the options whose records have to wait on. */
export async function collectSigned(context: AppContext, site: SiteConfig): Promise<number[]> {
  const source = context.services.find(signedPriceSource);
  const options = siteOptions(site).filter(({ data }) => data !== undefined && source?.has(data.code) === true);
  if (source === undefined || options.length === 0) return [];
  const { rows } = await context.pool.query<{ option: number; ordinal: number; settledMs: number }>(WAITING, [
    site.id,
    options.map(({ option }) => option),
  ]);
  const held = new Set<number>();
  for (const { option, ordinal, settledMs } of rows) {
    if (context.clock.now() > settledMs + WAIT_MS) continue;
    const isWhole = await collectRound(context, source, siteOptions(site)[option], ordinal);
    if (!isWhole) held.add(option);
  }
  return [...held];
}

async function collectRound(context: AppContext, source: SignedPriceSource, option: SiteOption, ordinal: number): Promise<boolean> {
  const symbol = option.data?.code ?? '';
  const { startAt, endAt } = roundTimes(option, ordinal);
  const { rows } = await context.pool.query<{ at: number }>(KEPT, [symbol, [startAt, endAt]]);
  const missing = [startAt, endAt].filter((at) => !rows.some((row) => row.at === at));
  const found = await Promise.all(missing.map((at) => fetchOne(context, source, symbol, at)));
  return found.every(Boolean);
}

async function fetchOne(context: AppContext, source: SignedPriceSource, symbol: string, at: number): Promise<boolean> {
  const { log, pool } = context;
  try {
    const update = await source.firstFrom(symbol, at);
    if (update === undefined) return false;
    const { fault, price } = faultOfSigned(update, at);
    if (fault !== undefined || price === undefined) {
      log.error({ symbol, at, fault }, 'a signed price does not verify and is not kept');
      return false;
    }
    await pool.query(
      `INSERT INTO rounds_signed_price (symbol, at_ms, feed, signer_set, publish_ms, update) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [symbol, at, update.feed, update.signerSet, price.publishTime * 1000, update.update],
    );
    return true;
  } catch (error) {
    log.warn({ err: error, symbol, at }, 'a signed price waits');
    return false;
  }
}

/** What was kept for a round's boundaries, as its record has it. */
export async function signedOf(client: PoolClient, option: SiteOption, ordinal: number): Promise<SignedPrice[]> {
  if (option.data === undefined) return [];
  const { startAt, endAt } = roundTimes(option, ordinal);
  const { rows } = await client.query<{ at: number; feed: string; signerSet: string; update: string }>(KEPT, [
    option.data.code,
    [startAt, endAt],
  ]);
  return rows
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...signed }) => ({ network: 'pyth', boundary: at === startAt ? 'strike' : 'close', ...signed }));
}
