// A conversion: the quote that the member saw, or one of the moment, looked at once more, taken for ever and done in one command.
import { hash } from 'node:crypto';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { Out } from '@maru/kit/contract/route.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { assetAt, currencyOfAsset } from '../../assets.ts';
import { convert } from '../../convert-contract.ts';
import { type Posting, presentLines, presentSide, Side } from '../dnw-entry.ts';
import { bonusTurn, refuseBonus } from '../keep-bonus.ts';
import { postingsAt, postingsOf } from '../posting-of.ts';
import { conversionLineOf } from './list-conversions.ts';
import { amountOf, pairOf } from './pair.ts';
import { hasMoved } from './pair-rate.ts';
import { presentQuote } from './present-quote.ts';
import { type Asked, makeQuote } from './quote-conversion.ts';
import { ownQuote, type QuoteRow, quoteTakenBy, type Taken, takeQuote } from './quote-rows.ts';
import { type Ran, runQuote, walletOf, wasRun } from './run-quote.ts';

/** While a request may still be on its way to the engine, nobody sends the same again: what the first one meets decides. */
const UNDER_WAY_MS = 30_000;

type Body = Asked & { quoteId?: number | undefined };
type Reply = Out<typeof convert.reply>;

export const convertHandler = handle(convert, async (context, { site, session, body, requestKey }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const key = requestKey === undefined ? null : hash('sha256', requestKey, 'hex');
  // In turn from the first look on: the same request at the same moment finds what the other one took.
  const done = await context.shared.turn(bonusTurn(site.id, session.account), async () => {
    const before = key === null ? undefined : await quoteTakenBy(context.pool, session, key);
    const { taken, isMine } = before === undefined ? await take(context, site, session, body, key) : { taken: before, isMine: false };
    if (isMine) return { taken, ran: await runQuote(context, taken) };
    refuseOther(site, taken, body);
    return { taken, ran: await outcomeOf(context, taken) };
  });
  return answer(context, site, done.taken, done.ran);
});

/** The same key is the same request, or none. */
function refuseOther(site: SiteConfig, row: QuoteRow, { from, to, point, quoteId }: Body): void {
  const [given, taken] = [row.fromAsset, row.toAsset].map((asset) => assetAt(site, asset));
  const isSame = given?.code === from && taken?.code === to && amountOf(point, given) === row.amount;
  if (!isSame || (quoteId !== undefined && quoteId !== row.id)) throw new Refusal('REQUEST_REUSED');
}

async function take(context: AppContext, site: SiteConfig, session: Session, body: Body, key: string | null): Promise<Taken> {
  const { quote, dayMost } =
    body.quoteId === undefined
      ? await quoteOfNow(context, site, session, body)
      : await quoteSeen(context, site, session, body, body.quoteId);
  const given = { account: session.account, asset: quote.fromAsset, amount: quote.amount };
  await refuseBonus(context, site, given, 'CONVERT_BONUS');
  return takeQuote(context, quote, key, dayMost);
}

async function quoteOfNow(context: AppContext, site: SiteConfig, session: Session, body: Body) {
  const { quote, pair } = await makeQuote(context, site, session, body);
  return { quote, dayMost: pair.terms.dayMost };
}

/** It is the member's, of what is asked for, and its price still is one: a quote is no option on where the market goes. */
async function quoteSeen(context: AppContext, site: SiteConfig, session: Session, body: Body, quoteId: number) {
  const quote = await ownQuote(context.pool, session, quoteId);
  if (quote === undefined) throw new Refusal('QUOTE_UNKNOWN', { field: 'quoteId' });
  const pair = await pairOf(context, site, body.from, body.to);
  const isSame = pair.from.asset === quote.fromAsset && pair.to.asset === quote.toAsset && amountOf(body.point, pair.from) === quote.amount;
  if (!isSame) throw new Refusal('QUOTE_UNKNOWN', { field: 'quoteId' });
  if (quote.state !== 'OPEN') throw new Refusal('QUOTE_USED', { field: 'quoteId' });
  if (quote.endsMs < context.clock.now()) throw new Refusal('QUOTE_EXPIRED', { field: 'quoteId' });
  if (hasMoved(quote, pair.rate, Math.min(pair.terms.tolerance, quote.spread))) throw new Refusal('QUOTE_MOVED', { field: 'quoteId' });
  return { quote, dayMost: pair.terms.dayMost };
}

/** Of a request asked again. What a crash left between is not sent a second time while the first may still come. */
async function outcomeOf(context: AppContext, quote: QuoteRow): Promise<Ran> {
  if (quote.state === 'DONE') return { seq: quote.seq as number, events: new Float64Array(0) };
  if (quote.state === 'REFUSED') return { fault: quote.fault as 'QUOTE_EXPIRED' };
  const seq = await wasRun(context, quote);
  if (seq === 0 && context.clock.now() < (quote.takenMs ?? 0) + UNDER_WAY_MS) throw new EngineBusy('a conversion is under way');
  return runQuote(context, quote);
}

async function answer(context: AppContext, site: SiteConfig, quote: QuoteRow, ran: Ran): Promise<{ data: Reply; sequence: number }> {
  const given = assetAt(site, quote.fromAsset);
  if (given === undefined) throw new Error(`site ${site.id} has no asset ${quote.fromAsset}`);
  const { site: id, account } = quote;
  if ('fault' in ran) {
    const held = await context.engine.query<number>(id, 'ledger', walletOf(account, quote.fromAsset));
    const limit = formatDecimal(Math.max(0, held), given.decimals, true);
    throw new Refusal(ran.fault, { field: fieldOf(ran.fault), limit, unit: currencyOfAsset(given) });
  }
  const postings =
    ran.events.length === 0 ? await postingsAt(context, id, account, ran.seq) : await postingsOf(context, id, account, ran.events);
  const legs = postings.filter(({ reason }) => reason === PostingReason.Conversion);
  if (legs.length < 2) throw new EngineBusy(`postings of sequence ${ran.seq} have no rows yet`);
  const amountBy = (reason: number) => formatDecimal(sumOf(postings, reason), given.decimals);
  return {
    data: {
      sent: presentSide(site, account, legs[0], Side.Debit),
      received: presentSide(site, account, legs[1], Side.Credit),
      entries: presentLines(site, account, postings),
      conversion: {
        currency: currencyOfAsset(given),
        fee: amountBy(PostingReason.ConversionFee),
        dust: amountBy(PostingReason.ConversionDust),
      },
      quote: presentQuote(site, quote, quote.takenMs ?? context.clock.now()),
      line: await conversionLineOf(context.pool, site, quote.id),
    },
    sequence: ran.seq,
  };
}

const sumOf = (postings: readonly Posting[], reason: number) =>
  postings.reduce((sum, posting) => (posting.reason === reason ? sum + posting.amount : sum), 0);

const fieldOf = (fault: string) => (fault === 'CONVERSION_CAP' ? 'to' : fault === 'QUOTE_EXPIRED' ? 'quoteId' : 'point');
