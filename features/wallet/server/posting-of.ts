// The posting that a command made, from its own events; of a repeated request from the row of the first.
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import type { Posting } from './dnw-entry.ts';

/** `events` of a command that was not rejected. Throws EngineBusy (503, safe to repeat) while the projection has not come that far. */
export async function postingOf(
  context: AppContext,
  site: number,
  account: number,
  events: Float64Array,
  reason: number,
): Promise<Posting> {
  return postingIn(events, reason) ?? (await postingAgain(context, site, account, firstSeqOf(events), reason));
}

function postingIn(e: Float64Array, reason: number): Posting | undefined {
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    if (e[i] !== EventKind.LedgerPosted || e[i + 9] !== reason) continue;
    const [seq, idx, time_ms, symbol] = [e[i + 1], e[i + 2], e[i + 3], e[i + 5]];
    const [debit, credit, amount] = [e[i + 6], e[i + 7], e[i + 8]];
    return { seq, idx, time_ms, symbol, debit, credit, amount, reason, debit_after: e[i + 11], credit_after: e[i + 12] };
  }
  return undefined;
}

function firstSeqOf(e: Float64Array): number {
  if (e[0] !== EventKind.RequestRepeated) throw new Error('a movement of money was neither posted, rejected nor repeated');
  return e[6];
}

async function postingAgain(
  { pool, projections }: AppContext,
  site: number,
  account: number,
  seq: number,
  reason: number,
): Promise<Posting> {
  if (!(await projections.waitFor(site, seq))) throw new EngineBusy('projection behind');
  const { rows } = await pool.query<Posting>(
    `SELECT seq, idx, debit, credit, amount, reason, debit_after, credit_after, symbol, time_ms FROM wallet_ledger
     WHERE site_id = $1 AND account = $2 AND seq = $3 AND reason = $4`,
    [site, account, seq, reason],
  );
  if (rows[0] === undefined) throw new Error(`the posting of sequence ${seq} of site ${site} has no row`);
  return rows[0];
}
