// The postings that a command made, from its own events; of a repeated request from the rows of the first.
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import type { Posting } from './dnw-entry.ts';

const Head = EventHeadWord;
const { LedgerPosted } = EventWord;

/** The first of a reason. `events` of a command that was not rejected. Throws EngineBusy (503, safe to repeat) as postingsOf does. */
export async function postingOf(
  context: AppContext,
  site: number,
  account: number,
  events: Float64Array,
  reason: number,
): Promise<Posting> {
  const found = (await postingsOf(context, site, account, events)).find((posting) => posting.reason === reason);
  if (found === undefined) throw new Error('a movement of money was made without its posting');
  return found;
}

/** All of them, in their order. Throws EngineBusy (503, safe to repeat) while the projection has not come that far. */
export async function postingsOf(context: AppContext, site: number, account: number, events: Float64Array): Promise<Posting[]> {
  const own = postingsIn(events);
  if (own.length > 0) return own;
  const seq = firstSeqOf(events);
  const postings = await postingsAt(context, site, account, seq);
  // After a crash of the database the newest rows may have to be written again.
  if (postings.length === 0) throw new EngineBusy(`postings of sequence ${seq} have no rows yet`);
  return postings;
}

function postingsIn(e: Float64Array): Posting[] {
  const postings: Posting[] = [];
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    if (e[i] !== EventKind.LedgerPosted) continue;
    const [seq, idx, time_ms, symbol] = [e[i + Head.seq], e[i + Head.index], e[i + Head.time], e[i + Head.symbol]];
    const [debit, credit, amount, reason, ref] = [
      e[i + LedgerPosted.debit],
      e[i + LedgerPosted.credit],
      e[i + LedgerPosted.amount],
      e[i + LedgerPosted.reason],
      e[i + LedgerPosted.ref],
    ];
    postings.push({
      seq,
      idx,
      time_ms,
      symbol,
      debit,
      credit,
      amount,
      reason,
      ref,
      debit_after: e[i + LedgerPosted.debitAfter],
      credit_after: e[i + LedgerPosted.creditAfter],
    });
  }
  return postings;
}

function firstSeqOf(e: Float64Array): number {
  if (e[0] !== EventKind.RequestRepeated) throw new Error('a movement of money was neither posted, rejected nor repeated');
  return e[EventWord.RequestRepeated.firstSeq];
}

/** Of one command, once the projection has it; none where it moved nothing of this account, as of another member's. */
export async function postingsAt({ pool, projections }: AppContext, site: number, account: number, seq: number): Promise<Posting[]> {
  if (!(await projections.waitFor(site, seq))) throw new EngineBusy('projection behind');
  const { rows } = await pool.query<Posting>(
    `SELECT seq, idx, debit, credit, amount, reason, ref, debit_after, credit_after, symbol, time_ms FROM wallet_ledger
     WHERE site_id = $1 AND account = $2 AND seq = $3 ORDER BY idx`,
    [site, account, seq],
  );
  return rows;
}
