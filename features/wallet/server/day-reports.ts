// As a site's day begins, the engine tells what everybody with open positions is worth: one journaled report, so that it can be rebuilt.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import { dayAt } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { JobRun } from '@maru/kit/server/jobs.ts';

const Head = EventHeadWord;

const LOOK_MS = 5_000;
const SLICE = 10_000;

/** One look for all sites every few seconds; a site without positions is told nothing and journals nothing. */
export function startDayReports(context: AppContext): void {
  const { log } = context;
  const days = new Map<number, number>();
  const look = async ({ isNew }: JobRun) => {
    // What another process saw begin it has reported.
    if (isNew) days.clear();
    for (const site of context.sites.all()) {
      const day = dayAt(site.timeZone, context.clock.now());
      const known = days.get(site.id);
      if (known === day) continue;
      // The beginning of a day that was missed is gone: only a day that begins under our eyes has one.
      if (known !== undefined)
        await reportDay(context, site, day).catch((err: unknown) => log.warn({ err, site: site.id }, 'no report of the day'));
      days.set(site.id, day);
    }
  };
  void context.jobs.every({ name: 'wallet.dayReports', everyMs: LOOK_MS, fault: 'no reports of the day' }, look).hurry();
}

/** Tells the engine once to report the day; what was reported stays. */
export async function reportDay(context: AppContext, site: SiteConfig, day: number): Promise<void> {
  const { engine, pool } = context;
  if (!(await engine.query<boolean>(site.id, 'hasPositions'))) return;
  const { rowCount } = await pool.query('SELECT 1 FROM wallet_day WHERE site_id = $1 AND account = -1 AND day = $2', [site.id, day]);
  if (rowCount !== 0) return;
  const head = { kind: CommandKind.ReportEquity, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  for (let first = 0, isDone = false; !isDone; first += SLICE) {
    const { events } = await engine.submit(site.id, encodeCommand({ ...head, first, count: SLICE, day }));
    if (events[0] === EventKind.CommandRejected) throw new Error(`the engine refused a report with code ${events[6]}`);
    isDone = endsWithAll(events);
  }
}

/** The report of the last slice closes with account -1. */
function endsWithAll(e: Float64Array): boolean {
  for (let i = 0; i < e.length; i += EVENT_WORDS) if (e[i] === EventKind.EquityReported && e[i + Head.account] === -1) return true;
  return false;
}
