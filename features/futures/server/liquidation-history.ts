// The member's liquidations by their steps, newest first (rules 9.3).
import { LiquidationStage } from '@maru/engine/event.ts';
import { dateRange } from '@maru/kit/server/date-range.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { liquidationHistory, type LiquidationStep } from '../risk-contract.ts';
import { amountText, isoText, priceText, quantityText } from './decimal-text.ts';
import { presentDays } from './history-days.ts';
import { type LiquidationRow, listLiquidationSteps } from './history-queries.ts';
import { cursorKey, filteredSymbol, pageSize, sideOf } from './history-request.ts';
import { symbolAt, type SiteSymbol } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const liquidationHistoryHandler = handle(liquidationHistory, async (context, call) => {
  const { site, query } = call;
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const page = query.page ?? 0;
  const size = pageSize(query.size);
  const filter = {
    site: site.id,
    account: memberOf(call).account,
    symbol: filteredSymbol(site, query),
    side: query.side && sideOf[query.side],
    ...dateRange(query),
    cursor: cursorKey(query.cursor),
    limit: size,
    offset: query.cursor === undefined ? page * size : 0,
  };
  const { rows, total, next, span } = await listLiquidationSteps(context, filter);
  const content = rows.map((row) => presentStep(symbolAt(site, row.symbol), row));
  const days = query.withDays && (await presentDays(context, 'liquidation', filter, span, site.timeZone));
  return { data: { content, page, size, totalElements: total, next: next?.join('.') ?? null, ...(days && { days }) } };
});

const stageNames: Readonly<Record<number, LiquidationStep['stage']>> = {
  [LiquidationStage.Cancelled]: 'CANCELLED',
  [LiquidationStage.Netted]: 'NETTED',
  [LiquidationStage.SteppedDown]: 'STEPPED_DOWN',
  [LiquidationStage.ClosedInBook]: 'CLOSED_IN_BOOK',
  [LiquidationStage.TakenOver]: 'TAKEN_OVER',
  [LiquidationStage.Deleveraged]: 'DELEVERAGED',
  [LiquidationStage.Safe]: 'SAFE',
};

function presentStep(symbol: SiteSymbol, r: LiquidationRow): LiquidationStep {
  return {
    liquidationId: `${r.seq}.${r.idx}`,
    sequence: r.seq,
    futuresOptionId: symbol.futuresOptionId,
    futuresPositionId: r.positionId,
    symbol: symbol.data.code,
    tradeType: r.legLots > 0 ? 'LONG' : 'SHORT',
    stage: stageNames[r.stage] ?? 'SAFE',
    quantity: quantityText(symbol, r.lots),
    price: priceText(symbol, r.price),
    fee: amountText(r.fee),
    marginBalance: amountText(r.equity),
    maintenanceMargin: amountText(r.maintenance),
    time: isoText(r.time),
  };
}
