// A quote and a conversion on the wire: figures as decimals, rates of whole coins, worth in USDT at the price of the quote.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Quote } from '../../convert-contract.ts';
import { assetAt } from '../../assets.ts';
import { type PairRate, rateWords } from './pair-rate.ts';
import type { QuoteRow } from './quote-rows.ts';

/** Of a rate of 10^-8 that is said in per cent. */
const PERCENT_DECIMALS = 6;
const timeOf = (ms: number) => new Date(ms).toISOString();

type Figures = Pick<QuoteRow, 'id' | 'fromAsset' | 'toAsset' | 'amount' | 'received' | 'num' | 'den' | 'spread'>;

export function presentFigures(site: SiteConfig, row: Figures) {
  const [from, to] = [row.fromAsset, row.toAsset].map((asset) => assetAt(site, asset));
  const [decimals, others] = [from?.decimals ?? 0, to?.decimals ?? 0];
  const rate: PairRate = { num: row.num, den: row.den };
  return {
    quoteId: row.id,
    from: from?.code ?? '',
    to: to?.code ?? '',
    give: formatDecimal(row.amount, decimals),
    receive: formatDecimal(row.received, others),
    rate: rateWords(rate, decimals - others, row.spread),
    mid: rateWords(rate, decimals - others),
    spread: formatDecimal(row.spread, PERCENT_DECIMALS, true),
  };
}

export function presentQuote(site: SiteConfig, row: QuoteRow, now: number): Quote {
  // What is received is worth what it takes of what is given, at the middle.
  const taken = (BigInt(row.received) * BigInt(row.den)) / BigInt(row.num);
  const receiveWorth = Number((BigInt(row.value) * taken) / BigInt(row.amount));
  return {
    ...presentFigures(site, row),
    giveWorth: formatDecimal(row.value, USDT_DECIMALS),
    receiveWorth: formatDecimal(receiveWorth, USDT_DECIMALS),
    endsAt: timeOf(row.endsMs),
    time: timeOf(now),
  };
}
