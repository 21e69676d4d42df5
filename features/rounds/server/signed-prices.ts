// Signed prices of rounds on forex, gold and indices: fetched for both boundaries when a round is settled, verified, kept beside the ticks.
//
// A record waits for them a moment, so that it is written once and whole; where none comes it is written without.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type SignedPriceSource, signedPriceSource } from '@maru/market/contract.ts';
import { addCounter, type Metrics } from '@maru/kit/server/metrics.ts';
import type { Counter } from 'prom-client';
import type { PoolClient } from 'pg';
import type { SignedPrice } from '../evidence.ts';
import { faultOfSigned, isPrice } from '../evidence-signed.ts';
import type { PythPrice } from '../pyth-update.ts';
import { roundTimes, type SiteOption, siteOptions } from './site-options.ts';

/** After its settlement a round without them waits no longer. */
const WAIT_MS = 30_000;
/** Other records do not wait for a slow network: what is still on its way is looked for at the next try. */
const PATIENCE_MS = 2_000;
/** Asked for at a time, of whatever sites. */
const AT_ONCE = 8;
const WAITING = `SELECT w.option, w.ordinal FROM rounds_waiting w JOIN rounds_round r USING (site_id, option, ordinal)
  WHERE w.site_id = $1 AND w.option = ANY($2::int[]) AND w.settled_ms >= $3 AND r.paid IS NOT NULL`;
const KEPT = `SELECT at_ms AS at, feed, signer_set AS "signerSet", update, price, confidence, exponent FROM rounds_signed_price WHERE symbol = $1 AND at_ms = ANY($2::bigint[])`;
const MISSING = `SELECT * FROM unnest($1::text[], $2::bigint[]) AS m(symbol, at)
  WHERE NOT EXISTS (SELECT 1 FROM rounds_signed_price p WHERE p.symbol = m.symbol AND p.at_ms = m.at)`;

const counters = new WeakMap<Metrics, Counter>();

/** Counts what is signed and yet no price; known from the start, that its absence can be told. */
export function countLeftOut(metrics: Metrics): Counter {
  const known = counters.get(metrics);
  if (known !== undefined) return known;
  const name = 'maru_signed_prices_left_out_total';
  const counter = addCounter(metrics, { name, help: 'Signed updates that hold no price and are not attached to records' });
  counters.set(metrics, counter);
  return counter;
}

export interface WaitingRound {
  option: number;
  ordinal: number;
}

/** Options whose rounds have signed prices; one that was settled from `since` on gets no record without. */
export interface SignedWait {
  options: number[];
  since: number;
}

export function signedWait({ services, clock }: AppContext, site: SiteConfig): SignedWait {
  const source = services.find(signedPriceSource);
  const options = siteOptions(site).filter(({ data }) => data !== undefined && source?.has(data.code) === true);
  return { options: options.map(({ option }) => option), since: clock.now() - WAIT_MS };
}

/** Settled rounds whose records wait for signed prices. */
export async function waitingForSigned(context: AppContext, site: SiteConfig): Promise<WaitingRound[]> {
  const { options, since } = signedWait(context, site);
  return options.length === 0 ? [] : (await context.pool.query<WaitingRound>(WAITING, [site.id, options, since])).rows;
}

interface Moment {
  symbol: string;
  at: number;
}
/** What is asked for at the moment, by symbol and moment: rounds of many options and sites end together. */
interface Asking {
  known: Map<string, Promise<void>>;
  lanes: Promise<void>[];
  /** Moments whose first update is no price: asked again it would be the same. Those of late, oldest first. */
  none: Set<string>;
}
const MOST_NONE = 1_000;
const asked = new WeakMap<SignedPriceSource, Asking>();

/** Fetches what these rounds wait for, all at once and for no longer than a moment; answers those that have them. */
export async function collectSigned(context: AppContext, site: SiteConfig, waiting: readonly WaitingRound[]): Promise<WaitingRound[]> {
  const source = context.services.find(signedPriceSource);
  if (source === undefined) return [];
  const missing = await missingOf(context, site, waiting);
  const fetching = Promise.all(missing.map((moment) => ask(context, source, moment)));
  await Promise.race([fetching, sleep(PATIENCE_MS, undefined, { ref: false })]);
  const still = new Set((await missingOf(context, site, waiting)).map(keyOf));
  return waiting.filter((round) => !momentsOf(site, round).some((moment) => still.has(keyOf(moment))));
}

function askingOf(source: SignedPriceSource): Asking {
  const asking = asked.get(source) ?? {
    known: new Map(),
    lanes: Array.from({ length: AT_ONCE }, () => Promise.resolve()),
    none: new Set(),
  };
  asked.set(source, asking);
  return asking;
}

/** Once at a time, however many ask; behind what is asked for already. */
function ask(context: AppContext, source: SignedPriceSource, moment: Moment): Promise<void> {
  const { known, lanes, none } = askingOf(source);
  const key = keyOf(moment);
  if (none.has(key)) return Promise.resolve();
  let fetching = known.get(key);
  if (fetching === undefined) {
    const lane = known.size % AT_ONCE;
    fetching = lanes[lane]
      .then(async () => {
        if (!(await fetchOne(context, source, moment))) return;
        none.add(key);
        for (const oldest of none) if (none.size > MOST_NONE) none.delete(oldest);
      })
      .finally(() => known.delete(key));
    lanes[lane] = fetching;
    known.set(key, fetching);
  }
  return fetching;
}

const keyOf = ({ symbol, at }: Moment): string => `${symbol}|${at}`;

function momentsOf(site: SiteConfig, { option, ordinal }: WaitingRound): Moment[] {
  const of = siteOptions(site)[option];
  const { startAt, endAt } = roundTimes(of, ordinal);
  return [startAt, endAt].map((at) => ({ symbol: of.data?.code ?? '', at }));
}

async function missingOf({ pool }: AppContext, site: SiteConfig, waiting: readonly WaitingRound[]): Promise<Moment[]> {
  const wanted = new Map(waiting.flatMap((round) => momentsOf(site, round)).map((moment) => [keyOf(moment), moment]));
  const moments = [...wanted.values()];
  return (await pool.query<Moment>(MISSING, [moments.map(({ symbol }) => symbol), moments.map(({ at }) => at)])).rows;
}

/** Answers whether there is none to be had. */
async function fetchOne({ log, pool, metrics }: AppContext, source: SignedPriceSource, { symbol, at }: Moment): Promise<boolean> {
  try {
    const update = await source.firstFrom(symbol, at);
    if (update === undefined) return false;
    const { fault, price } = faultOfSigned(update, at);
    if (fault !== undefined || price === undefined) {
      log.error({ symbol, at, fault }, 'a signed price does not verify and is not kept');
      return false;
    }
    if (!isPrice(price)) {
      log.error({ symbol, at, price: String(price.price), exponent: price.exponent }, 'a signed price is none and is not kept');
      countLeftOut(metrics).inc();
      return true;
    }
    await pool.query(
      `INSERT INTO rounds_signed_price (symbol, at_ms, feed, signer_set, publish_ms, update, price, confidence, exponent)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT DO NOTHING`,
      [
        symbol,
        at,
        update.feed,
        update.signerSet,
        price.publishTime * 1000,
        update.update,
        String(price.price),
        String(price.confidence),
        price.exponent,
      ],
    );
  } catch (error) {
    log.warn({ err: error, symbol, at }, 'a signed price waits');
  }
  return false;
}

interface KeptRow {
  at: number;
  feed: string;
  signerSet: string;
  update: string;
  /** Null: kept before prices were. */
  price: string | null;
  confidence: string;
  exponent: number;
}
/** `said`: the price that it holds. */
export interface KeptSigned extends SignedPrice {
  said: Pick<PythPrice, 'price' | 'confidence' | 'exponent'> | null;
}

type Report = Pick<AppContext, 'log' | 'metrics'>;

/** What was kept for a round's boundaries, as its record has it; what is no price is left out, or the option's chain would end here. */
export async function signedOf(report: Report, client: PoolClient, option: SiteOption, ordinal: number): Promise<KeptSigned[]> {
  if (option.data === undefined) return [];
  const { startAt, endAt } = roundTimes(option, ordinal);
  const { rows } = await client.query<KeptRow>(KEPT, [option.data.code, [startAt, endAt]]);
  return rows
    .filter((row) => isAttachable(report, option.data?.code, row))
    .sort((a, b) => a.at - b.at)
    .map(({ at, price, confidence, exponent, ...signed }) => ({
      network: 'pyth',
      boundary: at === startAt ? 'strike' : 'close',
      ...signed,
      said: price === null ? null : { price: BigInt(price), confidence: BigInt(confidence), exponent },
    }));
}

function isAttachable({ log, metrics }: Report, symbol: string | undefined, { at, price, exponent }: KeptRow): boolean {
  if (price === null || isPrice({ price: BigInt(price), confidence: 0n, exponent })) return true;
  log.error({ symbol, at, price, exponent }, 'a signed price is none and is left out of a record');
  countLeftOut(metrics).inc();
  return false;
}
