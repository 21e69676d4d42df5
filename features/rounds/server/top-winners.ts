// Who is ahead today on a site's price rounds: read from the rows when first asked for, then kept by the engine's events until the day ends.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq, EngineBusy, type EventBatch } from '@maru/kit/server/engine-port.ts';
import { siteOptions } from './site-options.ts';

const Head = EventHeadWord;
const { BetSettled } = EventWord;

const SHOWN = 10;

export interface Tally {
  account: number;
  /** What came back less the stakes, in the currency's smallest unit. */
  profit: number;
  bets: number;
  won: number;
}

interface Ended {
  seq: number;
  account: number;
  stake: number;
  payout: number;
}

interface Day {
  until: number;
  tallies: Map<number, Tally>;
  /** Came while the rows were read. */
  waiting: Ended[] | undefined;
}

// The day's first round of each option bounds what is read: an index of rounds leads to their bets.
const TODAY = `WITH day AS (SELECT date_trunc('day', to_timestamp($2 / 1000.0) AT TIME ZONE $3) AS start),
  span AS (SELECT extract(epoch FROM start AT TIME ZONE $3) * 1000 AS from_ms, extract(epoch FROM (start + interval '1 day') AT TIME ZONE $3) * 1000 AS until_ms FROM day)
  SELECT span.until_ms::float8 AS "untilMs", b.account, sum(b.payout - b.stake)::float8 AS profit, count(b.bet_id)::int AS bets,
    (count(*) FILTER (WHERE b.status = 1))::int AS won, coalesce(max(b.settled_seq), 0)::float8 AS seq
  FROM span LEFT JOIN (unnest($4::int[], $5::float8[]) AS o(option, length)
    JOIN rounds_bet b ON b.site_id = $1 AND b.option = o.option) ON b.ordinal >= (floor(span.from_ms / o.length) - 2)::bigint
      AND b.settled_ms >= span.from_ms::bigint AND b.ended <> 1 AND b.status > 0
  GROUP BY 1, 2`;

export class TopWinners {
  readonly #context: AppContext;
  readonly #days = new Map<number, Promise<Day>>();
  readonly #open = new Map<number, Day>();

  constructor(context: AppContext) {
    this.#context = context;
  }

  take({ site, events: e }: EventBatch): void {
    const day = this.#open.get(site);
    const config = this.#context.sites.byId(site);
    if (day === undefined || config === undefined) return;
    const options = siteOptions(config);
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      if (e[i] !== EventKind.BetSettled && e[i] !== EventKind.BetSold) continue;
      if (e[i + Head.time] >= day.until) return this.#close(site);
      if (options[e[i + BetSettled.option]]?.family === 'P') continue;
      const payout = e[i] === EventKind.BetSold ? e[i + BetSettled.odds] : e[i + BetSettled.payout];
      const ended = { seq: e[i + Head.seq], account: e[i + Head.account], stake: e[i + BetSettled.stake], payout };
      if (day.waiting === undefined) add(day, ended);
      else day.waiting.push(ended);
    }
  }

  /** Best first; those who are not ahead are left out. */
  async of(site: SiteConfig): Promise<Tally[]> {
    const known = this.#open.get(site.id);
    if (known !== undefined && this.#context.clock.now() >= known.until) this.#close(site.id);
    let reading = this.#days.get(site.id);
    if (reading === undefined) {
      reading = this.#read(site);
      this.#days.set(site.id, reading);
      reading.catch(() => this.#close(site.id));
    }
    const { tallies } = await reading;
    return [...tallies.values()]
      .filter(({ profit }) => profit > 0)
      .sort((a, b) => b.profit - a.profit || a.account - b.account)
      .slice(0, SHOWN);
  }

  #close(site: number): void {
    this.#days.delete(site);
    this.#open.delete(site);
  }

  async #read(site: SiteConfig): Promise<Day> {
    const day: Day = { until: Number.POSITIVE_INFINITY, tallies: new Map(), waiting: [] };
    this.#open.set(site.id, day);
    // What was told before is in the rows by then; what comes from now on waits.
    const told = appliedSeq(this.#context.engine, site.id);
    if (!(await this.#context.projections.waitFor(site.id, told))) throw new EngineBusy('projection behind');
    const options = siteOptions(site).filter(({ family }) => family !== 'P');
    const lists = [options.map(({ option }) => option), options.map(({ durationMs }) => durationMs)];
    const { rows } = await this.#context.pool.query<Tally & { untilMs: number; account: number | null; seq: number }>(TODAY, [
      site.id,
      this.#context.clock.now(),
      site.timeZone,
      ...lists,
    ]);
    let seen = 0;
    for (const { untilMs, account, profit, bets, won, seq } of rows) {
      day.until = untilMs;
      seen = Math.max(seen, seq);
      if (account !== null) day.tallies.set(account, { account, profit, bets, won });
    }
    for (const ended of day.waiting ?? []) if (ended.seq > seen) add(day, ended);
    day.waiting = undefined;
    return day;
  }
}

function add({ tallies }: Day, { account, stake, payout }: Ended): void {
  const was = tallies.get(account) ?? { account, profit: 0, bets: 0, won: 0 };
  const profit = payout - stake;
  tallies.set(account, { account, profit: was.profit + profit, bets: was.bets + 1, won: was.won + (profit > 0 ? 1 : 0) });
}
