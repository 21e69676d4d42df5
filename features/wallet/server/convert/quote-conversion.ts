// A price for a conversion, written down before it is told: what is done later is what stands there, whatever a client says of it.
import { conversionOf } from '@maru/engine/money/conversion.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { quoteConversion } from '../../convert-contract.ts';
import { amountOf, type Pair, pairOf, refuseBeyondCap, valueWithin } from './pair.ts';
import { presentQuote } from './present-quote.ts';
import { insertQuote, type QuoteRow } from './quote-rows.ts';

/** A page asks every ten seconds, and at each key that is typed. */
const QUOTES = { perSecond: 2, burst: 40 };

export const quoteConversionHandler = handle(quoteConversion, async (context, { site, session, body }) => {
  if (session === undefined) throw new Refusal('LOGIN_REQUIRED');
  const wait = context.shared.limit('wallet.quotes', QUOTES).take(`${site.id}|${session.member}`);
  if (wait > 0) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterMs: wait });
  const { quote } = await makeQuote(context, site, session, body);
  return { data: presentQuote(site, quote, context.clock.now()) };
});

export interface Asked {
  from: string;
  to: string;
  point: string;
}

export async function makeQuote(
  context: AppContext,
  site: SiteConfig,
  { account }: Pick<Session, 'account'>,
  { from, to, point }: Asked,
): Promise<{ quote: QuoteRow; pair: Pair }> {
  const pair = await pairOf(context, site, from, to);
  const amount = amountOf(point, pair.from);
  const value = valueWithin(pair, amount);
  const { num, den } = pair.rate;
  const { spread } = pair.terms;
  const made = conversionOf(amount, spread, num, den);
  if (made === undefined || made.received === 0) throw new Refusal('CONVERSION_TOO_SMALL', { field: 'point' });
  await refuseBeyondCap(context, site.id, pair, made);
  const assets = { fromAsset: pair.from.asset, toAsset: pair.to.asset };
  const limits = { shortMost: pair.to.cap, longMost: pair.from.cap };
  const figures = { amount, received: made.received, num, den, spread, value, ...limits };
  return { quote: await insertQuote(context, { site: site.id, account, ...assets, ...figures }), pair };
}
