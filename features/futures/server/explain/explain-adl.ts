// Auto-deleveraging explained to the winner whose position was reduced: why its turn came, and at which price (rules 9.6).
import { MarginType } from '@maru/engine/wire/command.ts';
import { type EngineEvent, type EventKind, FillRole } from '@maru/engine/wire/event.ts';
import { adlScore } from '@maru/engine/futures/adl.ts';
import { maintenanceMargin } from '@maru/engine/futures/margin.ts';
import { unrealizedPnl } from '@maru/engine/futures/pnl.ts';
import { MARK_PER_TICK, USDT_ONE, unitsOf } from '@maru/engine/money/units.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, fixedText, markText, priceText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { markAt, type Moment, specAt } from './moment.ts';

type Fill = Extract<EngineEvent, { kind: typeof EventKind.OrderFilled }>;

export function adlSteps(m: Moment, symbol: SiteSymbol, fill: Fill): ExplainStep[] {
  if (fill.role !== FillRole.Adl) return [];
  return [...rankStep(m, fill), priceStep(m, symbol, fill)];
}

/** The score by which the queue is ordered, at the marks of that moment. */
function rankStep(m: Moment, { positionId }: Fill): ExplainStep[] {
  const own = m.before.positions.find((p) => p.positionId === positionId);
  if (own === undefined) return [];
  const isIsolated = own.marginType === MarginType.Isolated;
  const scope = isIsolated ? [own] : m.before.positions.filter((p) => p.marginType === MarginType.Crossed);
  const valued = scope.map((p) => {
    const { tiers, tickDecimals, lotDecimals } = specAt(m, p.symbol);
    const mark = markAt(m, p.symbol);
    const units = unitsOf(tickDecimals, lotDecimals);
    const size = Math.abs(p.lots);
    const pnl = unrealizedPnl(units, Math.sign(p.lots), mark, size, p.entryCost);
    return { p, pnl, maintenance: maintenanceMargin(units, tiers, mark, size) };
  });
  const pnl = valued.find(({ p }) => p === own)?.pnl ?? 0;
  const rest = valued.reduce((sum, each) => sum + each.pnl, 0) - pnl;
  const wallet = (isIsolated ? own.isolatedWallet : m.before.account.crossWallet) + rest;
  const maintenance = valued.reduce((sum, each) => sum + each.maintenance, 0);
  const { leveragePnl } = adlScore(pnl, wallet, maintenance);
  const [profit, base] = [amountText(Math.max(0, pnl)), amountText(Math.max(USDT_ONE, wallet))];
  return [
    {
      name: { ko: '감축 순서 점수 (이익과 레버리지가 큰 순)', en: 'Place in the queue: most profit and leverage first' },
      rule: '9.6',
      formula: '(max(0, uPnL) ÷ max(1, wallet)) × (MM ÷ (wallet + uPnL))',
      numbers: `(${profit} ÷ ${base}) × (${amountText(maintenance)} ÷ (${amountText(wallet)} + (${amountText(pnl)})))`,
      result: fixedText(leveragePnl, 6),
      unit: 'percent',
      holds: null,
    },
  ];
}

function priceStep(m: Moment, symbol: SiteSymbol, { price }: Fill): ExplainStep {
  const mark = markAt(m, symbol.symbol);
  const isMark = price * MARK_PER_TICK === mark;
  return {
    name: isMark
      ? { ko: '마크가격에 정리 (상대의 부족분은 보험 기금이 메움)', en: 'Closed at the mark; the fund paid what the other side lacked' }
      : { ko: '청산된 상대의 파산 가격에 정리', en: 'Closed at the bankruptcy price of the liquidated account' },
    rule: '9.6',
    formula: isMark ? 'MP' : 'BP',
    numbers: isMark ? markText(symbol, mark) : priceText(symbol, price),
    result: priceText(symbol, price),
    unit: 'price',
    holds: null,
  };
}
