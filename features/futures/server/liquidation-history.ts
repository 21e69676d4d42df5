// The member's liquidations by their steps, newest first (rules 9.3).
import { LiquidationStage } from '@maru/engine/wire/event.ts';
import { handle } from '@maru/kit/server/feature.ts';
import { liquidationHistory, type LiquidationStep } from '../risk-contract.ts';
import { amountText, isoText, priceText, quantityText } from './decimal-text.ts';
import { answerPage, pageFilter } from './history-page.ts';
import { type LiquidationRow, listLiquidationSteps } from './history-queries.ts';
import type { SiteSymbol } from './site-symbols.ts';
import { memberOf } from './submit.ts';

export const liquidationHistoryHandler = handle(liquidationHistory, async (context, call) => {
  const { site, query } = call;
  if (query.after !== undefined) await context.projections.waitFor(site.id, query.after);
  const filter = pageFilter(site, memberOf(call).account, query);
  const found = await listLiquidationSteps(context, filter);
  return answerPage(context, { site, query, filter, found, present: presentStep, summed: 'liquidation' });
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
