// Writes the public record of every settled round, chained per option in the order they were settled; what is written stays as it is.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { marketReader, type MarketTick } from '@maru/market/contract.ts';
import type { PoolClient } from 'pg';
import { type EvidenceBet, FIRST_PREVIOUS, sealRecord } from '../evidence.ts';
import { evidenceBet, recordOf, type SettledBet, type SettledRound } from './evidence-record.ts';
import { type SiteOption, siteOptions } from './site-options.ts';

/** Rounds that are written in one go. */
const SLICE = 50;
/** Record lists are handed out with their bets up to so many. */
export const BETS_SHOWN = 1000;

// The last bet is paid (`paid` is told): before that no sum would stand.
const WAITING = `SELECT r.option, r.ordinal, r.result, r.reason, r.strike, r.close, r.ticks, r.settled_ms AS "settledMs",
    d.commit, d.seed, d.entropy, n.entropy AS "entropyOf"
  FROM rounds_round r LEFT JOIN rounds_draw d USING (site_id, option, ordinal) LEFT JOIN rounds_entropy n USING (site_id, option, ordinal)
  WHERE r.site_id = $1 AND r.settled_seq IS NOT NULL AND r.paid IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM rounds_evidence e WHERE e.site_id = r.site_id AND e.option = r.option AND e.ordinal = r.ordinal)
  ORDER BY r.settled_seq, r.option LIMIT ${SLICE}`;
const BETS = `SELECT bet_id AS "betId", market, stake, odds, strike, status, payout FROM rounds_bet
  WHERE site_id = $1 AND option = $2 AND ordinal = $3 AND ended = 0 AND status > 0 ORDER BY bet_id`;
const NEAR = 'SELECT at_ms AS at, near FROM rounds_boundary WHERE symbol = $1 AND at_ms = ANY($2::bigint[])';
const LAST = 'SELECT number, hash FROM rounds_evidence WHERE site_id = $1 AND option = $2 ORDER BY number DESC LIMIT 1';

/** Writes what waits; answers the rounds that now have a record. */
export async function writeEvidence(context: AppContext, site: SiteConfig): Promise<{ option: number; ordinal: number }[]> {
  return inTransaction(context.pool, async (client) => {
    // One writer a site at a time, on however many servers.
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [EVIDENCE_LOCK, site.id]);
    const { rows } = await client.query<WaitingRound>(WAITING, [site.id]);
    for (const round of rows) await writeOne(context, client, site, round);
    return rows.map(({ option, ordinal }) => ({ option, ordinal }));
  });
}
type WaitingRound = Omit<SettledRound, 'near' | 'source'>;
const EVIDENCE_LOCK = 0x726e64;

async function writeOne(context: AppContext, client: PoolClient, site: SiteConfig, round: WaitingRound): Promise<void> {
  const option = siteOptions(site)[round.option];
  if (option === undefined) throw new Error(`option ${round.option} of site ${site.code} is gone from its list`);
  const { rows: bets } = await client.query<SettledBet>(BETS, [site.id, round.option, round.ordinal]);
  const [last] = (await client.query<{ number: number; hash: string }>(LAST, [site.id, round.option])).rows;
  const number = (last?.number ?? 0) + 1;
  const previous = last?.hash ?? FIRST_PREVIOUS;
  const seen = { near: await neighboursOf(client, option, round.ordinal), source: sourceOf(context, option) };
  const sealed = sealRecord(recordOf(site, option, { ...round, ...seen }, bets, { number, previous }));
  await client.query(
    `INSERT INTO rounds_evidence (site_id, option, number, ordinal, record, hash, previous_hash, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8 / 1000.0))`,
    [site.id, round.option, number, round.ordinal, sealed.record, sealed.hash, previous, context.clock.now()],
  );
}

const sourceOf = ({ services }: AppContext, { data }: SiteOption): string =>
  data === undefined ? '' : (services.use(marketReader).ticker(data.code)?.source ?? '');

/** Ticks around a price round's boundaries, by moment. */
async function neighboursOf(client: PoolClient, option: SiteOption, ordinal: number): Promise<ReadonlyMap<number, MarketTick[]>> {
  if (option.data === undefined) return new Map();
  const moments = [ordinal * option.durationMs, (ordinal + 1) * option.durationMs];
  const { rows } = await client.query<{ at: number; near: MarketTick[] }>(NEAR, [option.data.code, moments]);
  return new Map(rows.map(({ at, near }) => [at, near]));
}

export interface EvidenceRow {
  number: number;
  record: string;
  hash: string;
  previousHash: string;
}

export async function findEvidence(
  { pool }: Pick<AppContext, 'pool'>,
  site: SiteConfig,
  option: SiteOption,
  ordinal: number,
): Promise<(EvidenceRow & { previousRecord?: string; bets?: EvidenceBet[] }) | undefined> {
  const columns = 'number, record, hash, previous_hash AS "previousHash"';
  const [row] = (
    await pool.query<EvidenceRow>(`SELECT ${columns} FROM rounds_evidence WHERE site_id = $1 AND option = $2 AND ordinal = $3`, [
      site.id,
      option.option,
      ordinal,
    ])
  ).rows;
  if (row === undefined) return undefined;
  const [before] = (
    await pool.query<{ record: string }>('SELECT record FROM rounds_evidence WHERE site_id = $1 AND option = $2 AND number = $3', [
      site.id,
      option.option,
      row.number - 1,
    ])
  ).rows;
  const { rows } = await pool.query<SettledBet>(`${BETS} LIMIT ${BETS_SHOWN + 1}`, [site.id, option.option, ordinal]);
  return {
    ...row,
    ...(before && { previousRecord: before.record }),
    ...(rows.length <= BETS_SHOWN && { bets: rows.map((bet) => evidenceBet(site, option, bet)) }),
  };
}
