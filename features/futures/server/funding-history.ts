// The member's funding payments, newest first (rules 8.5).
import { rateText } from '@maru/engine/money/decimal.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { fundingHistory, type FundingPayment } from '../risk-contract.ts';
import { amountText, isoText, markText, quantityText } from './decimal-text.ts';
import { presentDays } from './history-days.ts';
import { type FundingRow, listFunding } from './history-queries.ts';
import { cursorKey, filteredSymbol, pageSize } from './history-request.ts';
import { positionSideName } from './present-order.ts';
import { symbolAt, type SiteSymbol } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const fundingHistoryHandler = handle(fundingHistory, async (context, call) => {
  const { site, query } = call;
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const page = query.page ?? 0;
  const size = pageSize(query.size);
  const filter = {
    site: site.id,
    account: memberOf(call).account,
    symbol: filteredSymbol(site, query),
    ...dateRange(query),
    cursor: cursorKey(query.cursor),
    limit: size,
    offset: query.cursor === undefined ? page * size : 0,
  };
  const { rows, total, next, span } = await listFunding(context, filter);
  const days = query.withDays && (await presentDays(context, 'funding', filter, span, site.timeZone));
  const content = rows.map((row) => presentFunding(symbolAt(site, row.symbol), row));
  return { data: { content, page, size, totalElements: total, next: next?.join('.') ?? null, ...(days && { days }) } };
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
