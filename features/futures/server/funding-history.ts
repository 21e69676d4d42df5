// The member's funding payments, newest first (rules 8.5).
import { rateText } from '@maru/engine/money/decimal.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { fundingHistory, type FundingPayment } from '../risk-contract.ts';
import { amountText, isoText, markText, quantityText } from './decimal-text.ts';
import { answerPage, pageFilter } from './history-page.ts';
import { type FundingRow, listFunding } from './history-queries.ts';
import { positionSideName } from './present-order.ts';
import type { SiteSymbol } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const fundingHistoryHandler = handle(fundingHistory, async (context, call) => {
  const { site, query } = call;
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const filter = pageFilter(site, memberOf(call).account, query);
  const found = await listFunding(context, filter);
  return answerPage(context, { site, query, filter, found, present: presentFunding, summed: 'funding' });
});

export function presentFunding(symbol: SiteSymbol, f: FundingRow): FundingPayment {
  return {
    fundingId: `${f.seq}.${f.positionId}`,
    sequence: f.seq,
    futuresOptionId: symbol.futuresOptionId,
    futuresPositionId: f.positionId,
    symbol: symbol.data.code,
    positionSide: positionSideName(f.positionSide),
    tradeType: f.lots > 0 ? 'LONG' : 'SHORT',
    quantity: quantityText(symbol, Math.abs(f.lots)),
    markPrice: markText(symbol, f.mark),
    fundingRate: rateText(f.rate),
    amount: amountText(f.amount),
    collected: amountText(f.collected),
    minusFundingFee: amountText(f.debt === 0 ? 0 : -f.debt),
    fundingTime: isoText(f.fundingTime),
    time: isoText(f.time),
  };
}
