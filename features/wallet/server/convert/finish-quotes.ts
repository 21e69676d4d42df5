// Quotes that a crash left taken: what came of each is found out, so that none is done twice and none is forgotten.
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { HOUR_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { appliedSeq } from '@maru/kit/server/engine-port.ts';
import { forgetQuotes, leftTaken, noteDone, type QuoteRow } from './quote-rows.ts';
import { runQuote, walletOf, wasRun } from './run-quote.ts';

const EVERY_MS = 10_000;
/** Whoever took it is gone by then, and its price is over. */
const LEFT_MS = 30_000;
/** The engine remembers a request for a day: well before that only the ledger is asked. */
const REMEMBERED_MS = 12 * HOUR_MS;
const FORGET_EVERY_MS = 10 * 60_000;

export function keepQuotes(context: AppContext): void {
  const { jobs, pool, clock } = context;
  jobs.every({ name: 'wallet.quotes', everyMs: EVERY_MS, fault: 'conversions wait to be looked up' }, () => finishQuotes(context));
  jobs.every({ name: 'wallet.forgetQuotes', everyMs: FORGET_EVERY_MS, fault: 'old quotes stay' }, () =>
    forgetQuotes(pool, clock.now() - HOUR_MS),
  );
}

export async function finishQuotes(context: AppContext): Promise<void> {
  const left = await leftTaken(context.pool, context.clock.now() - LEFT_MS);
  for (const quote of left) {
    // A site that is not hosted here keeps its quotes until it is.
    if (context.sites.byId(quote.site) === undefined) continue;
    await finish(context, quote).catch((error: unknown) =>
      context.log.warn({ err: error, quote: quote.id }, 'a conversion is not settled'),
    );
  }
}

async function finish(context: AppContext, quote: QuoteRow): Promise<void> {
  const { pool, clock } = context;
  const taken = quote.takenMs as number;
  const seq = (await wasRun(context, quote)) || (clock.now() > taken + REMEMBERED_MS ? await seqInLedger(context, quote) : 0);
  if (seq !== 0) return noteDone(pool, quote.id, seq, taken);
  // It was never done, and its end is over: the engine says so, behind whatever of it may still have been on its way.
  await runQuote(context, quote);
}

/** The posting that it would have made, while its price was held, and that no other quote's is. */
async function seqInLedger({ pool, projections, engine }: AppContext, quote: QuoteRow): Promise<number> {
  const { site, account, toAsset, received, takenMs, endsMs } = quote;
  if (!(await projections.waitFor(site, appliedSeq(engine, site)))) throw new Error('the ledger is behind');
  const { rows } = await pool.query<{ seq: number }>(
    `SELECT seq::float8 AS seq FROM wallet_ledger WHERE site_id = $1 AND account = $2 AND reason = $3 AND credit = $4 AND amount = $5
       AND time_ms BETWEEN $6 AND $7
       AND NOT EXISTS (SELECT 1 FROM wallet_quote q WHERE q.site_id = $1 AND q.account = $2 AND q.taken_ms >= $6 AND q.seq = wallet_ledger.seq)
     ORDER BY seq LIMIT 1`,
    [site, account, PostingReason.Conversion, walletOf(account, toAsset), received, takenMs, endsMs],
  );
  return rows[0]?.seq ?? 0;
}
