// Writes the public record of every settled round, chained per option in the order they were settled; what is written stays as it is.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { marketReader, type MarketTick } from '@maru/market/contract.ts';
import type { PoolClient } from 'pg';
import { type EvidenceBet, FIRST_PREVIOUS, sealRecord } from '../evidence.ts';
import { BetTally } from './bet-tally.ts';
import { evidenceBet, recordOf, type SettledBet, type SettledRound } from './evidence-record.ts';
import { collectSigned, signedOf, signedWait, waitingForSigned } from './signed-prices.ts';
import { type SiteOption, siteOptions } from './site-options.ts';

/** Rounds that are written in one go. */
const SLICE = 50;
/** A record is handed out with its bets up to so many; more come in pages of their own (bets-call.ts). */
const BETS_SHOWN = 1000;
/** Bets that are read at a time. */
const PAGE = 2_000;

/** Signed prices of this round are waited for: of options ($3), settled lately ($4), and not of those that have them ($5, $6). */
const isHeld = (round: string) => `(${round}.option = ANY($3::int[]) AND ${round}.settled_ms >= $4
  AND (${round}.option, ${round}.ordinal) NOT IN (SELECT * FROM unnest($5::int[], $6::bigint[])))`;
// The last bet is paid (`paid` is told): before that no sum would stand. A round waits for those of its option that were settled before it.
const WAITING = `SELECT r.option, r.ordinal, r.result, r.reason, r.strike, r.close, r.ticks, r.paid, r.settled_ms AS "settledMs",
    r.closes_ms AS "closesMs", r.flags, r.sale_fee AS "saleFee", r.sale_volatility AS "saleVolatility", d.commit, d.seed, d.entropy, n.entropy AS "entropyOf", p.plan
  FROM rounds_waiting w JOIN rounds_round r USING (site_id, option, ordinal) LEFT JOIN rounds_draw d USING (site_id, option, ordinal)
    LEFT JOIN rounds_entropy n USING (site_id, option, ordinal) LEFT JOIN rounds_draw_plan p USING (site_id, option, ordinal)
  WHERE w.site_id = $1 AND r.paid IS NOT NULL AND w.option <> ALL($2::int[]) AND NOT ${isHeld('w')}
    AND NOT EXISTS (SELECT 1 FROM rounds_evidence e WHERE e.site_id = w.site_id AND e.option = w.option AND e.ordinal = w.ordinal)
    AND NOT EXISTS (SELECT 1 FROM rounds_waiting x JOIN rounds_round b USING (site_id, option, ordinal)
      WHERE x.site_id = w.site_id AND x.option = w.option AND x.settled_seq < w.settled_seq AND (b.paid IS NULL OR ${isHeld('x')}))
  ORDER BY w.settled_seq, w.option LIMIT ${SLICE}`;
// What a projection that was written anew met again.
const RECORDED = `DELETE FROM rounds_waiting w USING rounds_evidence e
  WHERE w.site_id = $1 AND e.site_id = w.site_id AND e.option = w.option AND e.ordinal = w.ordinal`;
const DONE = 'DELETE FROM rounds_waiting WHERE site_id = $1 AND option = $2 AND ordinal = $3';
const BETS = `SELECT bet_id AS "betId", market, stake, odds, strike, placed_ms AS "placedMs", status, ended, settled_ms AS "endedMs",
    sold_price AS "soldPrice", payout
  FROM rounds_bet WHERE site_id = $1 AND option = $2 AND ordinal = $3 AND bet_id > $4 AND status > 0 ORDER BY bet_id LIMIT $5`;
const NEAR = 'SELECT at_ms AS at, near FROM rounds_boundary WHERE symbol = $1 AND at_ms = ANY($2::bigint[])';
const LAST = 'SELECT number, hash FROM rounds_evidence WHERE site_id = $1 AND option = $2 ORDER BY number DESC LIMIT 1';

interface Key {
  option: number;
  ordinal: number;
}

/** Writes what waits; answers the rounds that now have a record. A round that cannot be written holds up its own option alone. */
export async function writeEvidence(context: AppContext, site: SiteConfig): Promise<{ written: Key[]; isStuck: boolean }> {
  const waiting = await waitingForSigned(context, site);
  const stuck = new Set<number>();
  const written = await writeAll(context, site, [], stuck);
  const whole = waiting.length === 0 ? [] : await collectSigned(context, site, waiting);
  if (whole.length > 0) written.push(...(await writeAll(context, site, whole, stuck)));
  return { written, isStuck: stuck.size > 0 || whole.length < waiting.length };
}

/** All that waits for nothing, and of what waits for signed prices these that have them; options that could not be written get stuck. */
async function writeAll(context: AppContext, site: SiteConfig, whole: readonly Key[], stuck: Set<number>): Promise<Key[]> {
  const written: Key[] = [];
  for (;;) {
    const { done, failed } = await writeSlice(context, site, whole, [...stuck]);
    written.push(...done);
    if (failed !== undefined) {
      stuck.add(failed.option);
      context.log.error({ err: failed.error, site: site.code, option: failed.option }, 'a round has no evidence yet');
    } else if (done.length < SLICE) return written;
  }
}

interface Slice {
  done: Key[];
  failed?: { option: number; error: unknown };
}

/** One transaction: what fails within it is tried again without its option. */
async function writeSlice(context: AppContext, site: SiteConfig, whole: readonly Key[], stuck: readonly number[]): Promise<Slice> {
  let option = -1;
  try {
    return await inTransaction(context.pool, async (client) => {
      // One writer a site at a time, on however many servers.
      await client.query('SELECT pg_advisory_xact_lock($1, $2)', [EVIDENCE_LOCK, site.id]);
      await client.query(RECORDED, [site.id]);
      const { options, since } = signedWait(context, site);
      const columns = [whole.map((key) => key.option), whole.map(({ ordinal }) => ordinal)];
      const { rows } = await client.query<WaitingRound>(WAITING, [site.id, stuck, options, since, ...columns]);
      for (const round of rows) {
        option = round.option;
        await writeOne(context, client, site, round);
      }
      return { done: rows.map((row) => ({ option: row.option, ordinal: row.ordinal })) };
    });
  } catch (error) {
    if (option < 0) throw error;
    return { done: [], failed: { option, error } };
  }
}
type WaitingRound = Omit<SettledRound, 'near' | 'source' | 'signed'> & { paid: number };
const EVIDENCE_LOCK = 0x726e64;

async function writeOne(context: AppContext, client: PoolClient, site: SiteConfig, round: WaitingRound): Promise<void> {
  const option = siteOptions(site)[round.option];
  if (option === undefined) throw new Error(`option ${round.option} of site ${site.code} is gone from its list`);
  const bets = await tallyOf(client, site, option, round);
  const [last] = (await client.query<{ number: number; hash: string }>(LAST, [site.id, round.option])).rows;
  const number = (last?.number ?? 0) + 1;
  const previous = last?.hash ?? FIRST_PREVIOUS;
  const near = await neighboursOf(client, option, round.ordinal);
  const seen = { near, source: sourceOf(context, option), signed: await signedOf(context, client, option, round.ordinal) };
  const sealed = sealRecord(recordOf(site, option, { ...round, ...seen }, bets, { number, previous }));
  await client.query(
    `INSERT INTO rounds_evidence (site_id, option, number, ordinal, record, hash, previous_hash, settled_ms, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9 / 1000.0))`,
    [site.id, round.option, number, round.ordinal, sealed.record, sealed.hash, previous, round.settledMs, context.clock.now()],
  );
  await client.query(DONE, [site.id, round.option, round.ordinal]);
}

/** All bets of the round, which add up to what the engine says that it paid. */
async function tallyOf(client: PoolClient, site: SiteConfig, option: SiteOption, { ordinal, paid }: WaitingRound): Promise<BetTally> {
  const tally = new BetTally(site, option);
  for (let page = await pageOf(client, site, option, ordinal, 0, PAGE); page.length > 0; ) {
    for (const bet of page) tally.add(bet);
    page = page.length < PAGE ? [] : await pageOf(client, site, option, ordinal, page[PAGE - 1].betId, PAGE);
  }
  const sum = tally.paidAtEnd;
  if (sum !== BigInt(paid)) throw new Error(`bets of round ${option.option}/${ordinal} add up to ${sum}, the engine paid ${paid}`);
  return tally;
}

/** Bets after the one of this number, in order. */
async function pageOf(
  db: Pick<PoolClient, 'query'>,
  site: SiteConfig,
  { option }: SiteOption,
  ordinal: number,
  after: number,
  size: number,
): Promise<SettledBet[]> {
  return (await db.query<SettledBet>(BETS, [site.id, option, ordinal, after, size])).rows;
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
  const rows = await pageOf(pool, site, option, ordinal, 0, BETS_SHOWN + 1);
  return {
    ...row,
    ...(before && { previousRecord: before.record }),
    ...(rows.length <= BETS_SHOWN && { bets: rows.map((bet) => evidenceBet(site, option, bet)) }),
  };
}

/** Some bets of a round that has a record, without their owners; undefined: it has none yet. */
export async function findEvidenceBets(
  { pool }: Pick<AppContext, 'pool'>,
  site: SiteConfig,
  option: SiteOption,
  ordinal: number,
  { after, size }: { after: number; size: number },
): Promise<EvidenceBet[] | undefined> {
  const record = await pool.query('SELECT 1 FROM rounds_evidence WHERE site_id = $1 AND option = $2 AND ordinal = $3', [
    site.id,
    option.option,
    ordinal,
  ]);
  if (record.rowCount === 0) return undefined;
  return (await pageOf(pool, site, option, ordinal, after, size)).map((bet) => evidenceBet(site, option, bet));
}
