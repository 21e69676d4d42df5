// A taken quote as the one command that it becomes, under the quote's own key, and what came of it, whoever asks and however often.
import { accountOf, Purse, walletWordOf } from '@maru/engine/ledger/account.ts';
import { rejections, type RejectName } from '@maru/engine/reject.ts';
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import type { ConversionQuote } from '@maru/engine/wire/conversion-terms.ts';
import { EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { requestKeyWords, stampRequestKey } from '@maru/kit/server/request-key.ts';
import { noteDone, noteRefused, type QuoteRow } from './quote-rows.ts';

export type Ran = { seq: number; events: Float64Array } | { fault: RejectName };

/** The wallet that a coin of an account lies in. */
export const walletOf = (account: number, asset: number): number => accountOf(account, asset, Purse.Available);

/** The quote's, and of nobody's request: whoever sends it, it is done once. */
const keyOf = ({ site, account, id }: QuoteRow) => ({ site, member: account, requestKey: undefined, ownName: `quote|${id}` });

/** Sends it. Past its end the engine refuses it, done before it answers the first time's: so a second sending finds out what came of the first. */
export async function runQuote({ engine, pool, clock }: AppContext, quote: QuoteRow): Promise<Ran> {
  const { site, account, fromAsset, toAsset, amount, spread, num, den, endsMs, shortMost, longMost } = quote;
  const held: ConversionQuote = { until: endsMs, shortMost, longMost };
  const record = encodeCommand({
    time: 0,
    account,
    symbol: -1,
    keyHi: 0,
    keyLo: 0,
    body: 0,
    kind: CommandKind.Convert,
    from: walletWordOf(walletOf(account, fromAsset)),
    to: walletWordOf(walletOf(account, toAsset)),
    amount,
    spread,
    num,
    den,
    quote: held,
  });
  stampRequestKey(record, keyOf(quote));
  const { events } = await engine.submit(site, record);
  if (events[0] === EventKind.CommandRejected) {
    const fault = rejections.get(events[EventWord.CommandRejected.code])?.name;
    if (fault === undefined) throw new Error(`the engine rejected quote ${quote.id} with an unknown code`);
    await noteRefused(pool, quote.id, fault);
    return { fault };
  }
  const isRepeated = events[0] === EventKind.RequestRepeated;
  const seq = isRepeated ? events[EventWord.RequestRepeated.firstSeq] : events[EventHeadWord.seq];
  // What was done before was done about when it was taken.
  await noteDone(pool, quote.id, seq, isRepeated ? (quote.takenMs ?? quote.endsMs) : clock.now());
  return { seq, events };
}

/** The sequence under which it was done; 0: the engine knows of none. */
export async function wasRun({ engine }: Pick<AppContext, 'engine'>, quote: QuoteRow): Promise<number> {
  const words = requestKeyWords(keyOf(quote)) as [number, number];
  return engine.query<number>(quote.site, 'request', quote.account, ...words);
}
