// Chains by call: a day's heads and seals, and an option's records in their order, for anyone to keep.
import { DAY_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal } from '@maru/kit/server/feature.ts';
import { chainHeads, chainRecords, dayKeys } from '../evidence-contract.ts';
import { DAYS_SEALED_AHEAD } from '../evidence-day.ts';
import { latestDay, publishedDay } from './day-heads.ts';
import { siteOf } from './option-calls.ts';
import { roundsService } from './rounds-service.ts';
import { optionOfSite, siteOptions } from './site-options.ts';

const MOST = 200;

export const chainHeadsHandler = handle(chainHeads, async (context, call) => {
  const site = siteOf(call);
  const { heads, draws } = context.services.use(roundsService);
  const now = context.clock.now();
  // Nobody has to wait for the minute's look.
  await heads.tell(site, now);
  const date = call.query.date === undefined ? utcDayText(now) : requestedDay(call.query.date, now);
  const days = Array.from({ length: DAYS_SEALED_AHEAD + 1 }, (_, i) => utcDayText(Date.parse(date) + i * DAY_MS));
  const [published, latest, rows, seals] = await Promise.all([
    publishedDay(context.pool, site.id, date),
    latestDay(context.pool, site.id),
    headsNow(context, site),
    draws.seals(days),
  ]);
  const opened = await draws.openedDay(date);
  return {
    data: {
      date,
      published: published ?? null,
      latest,
      now: rows.map(({ option, ...head }) => ({ tradeOptionId: option + 1, code: siteOptions(site)[option]?.code ?? '', ...head })),
      seals: seals.map((each) => ({ ...each, seed: each.date === date ? (opened?.seed ?? null) : null })),
    },
  };
});

/** A day of the calendar, no further ahead than anybody plans. */
function requestedDay(date: string, now: number): string {
  const at = Date.parse(date);
  const isOurs = at >= 0 && at <= now + 366 * DAY_MS;
  if (!isOurs || utcDayText(at) !== date) throw new Refusal('INVALID_FIELD', { field: 'date' });
  return date;
}

// By each chain's own end: whoever looks on must not make us read all records there are.
const HEADS = `SELECT o.option, e.number, e.hash FROM unnest($2::int[]) AS o(option) CROSS JOIN LATERAL (
  SELECT number, hash FROM rounds_evidence WHERE site_id = $1 AND option = o.option ORDER BY number DESC LIMIT 1) e ORDER BY o.option`;

async function headsNow({ pool }: AppContext, site: SiteConfig): Promise<{ option: number; number: number; hash: string }[]> {
  const options = siteOptions(site).map(({ option }) => option);
  return (await pool.query<{ option: number; number: number; hash: string }>(HEADS, [site.id, options])).rows;
}

export const chainRecordsHandler = handle(chainRecords, async (context, call) => {
  const { tradeOptionId, after = 0, size = MOST } = call.query;
  const { site } = call;
  const { option } = optionOfSite(site, tradeOptionId);
  const { rows } = await context.pool.query<{ record: string; hash: string; last: number }>(
    `SELECT record, hash, (SELECT max(number) FROM rounds_evidence WHERE site_id = $1 AND option = $2) AS last
     FROM rounds_evidence WHERE site_id = $1 AND option = $2 AND number > $3 ORDER BY number LIMIT $4`,
    [site.id, option, after, size],
  );
  return { data: { last: rows[0]?.last ?? after, records: rows.map(({ record, hash }) => ({ record, hash })) } };
});

export const dayKeysHandler = handle(dayKeys, async (context) => ({
  data: { keys: await context.services.use(roundsService).heads.keys.all(context.pool, context.clock.now()) },
}));
