// A funding payment explained: what was due at the settlement's rate and mark, and what of it could be collected (rules 8.5).
import type { EngineEvent, EventKind } from '@maru/engine/event.ts';
import { fundingAmount } from '@maru/engine/market/funding-estimate.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, quantityText, rateText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';

type Settled = Extract<EngineEvent, { kind: typeof EventKind.FundingSettled }>;

export function explainFunding(symbol: SiteSymbol, settled: Settled): ExplainStep[] {
  const side = settled.lots > 0 ? 1 : -1;
  const size = Math.abs(settled.lots);
  const due = fundingAmount(symbol.units, side, settled.mark, size, settled.rate);
  const steps: ExplainStep[] = [
    {
      name: due < 0 ? { ko: '내야 할 펀딩비', en: 'Funding due' } : { ko: '받을 펀딩비', en: 'Funding to receive' },
      rule: '8.5',
      formula: 'floor(−s × q × MP × F)',
      numbers: `floor(${side > 0 ? '−1' : '1'} × ${quantityText(symbol, size)} × ${markText(symbol, settled.mark)} × ${rateText(settled.rate)})`,
      result: amountText(due),
      unit: 'USDT',
      holds: due === settled.amount,
    },
    {
      name: { ko: '실제로 오간 금액', en: 'What moved' },
      rule: '8.5',
      formula: settled.collected === settled.amount ? 'amount' : 'min(amount, wallet)',
      numbers: amountText(settled.amount),
      result: amountText(settled.collected),
      unit: 'USDT',
      holds: null,
    },
  ];
  if (settled.debt > 0) {
    steps.push({
      name: { ko: '남은 펀딩비 미수금', en: 'Funding debt left' },
      rule: '8.5',
      formula: 'minusFundingFee',
      numbers: amountText(settled.amount - settled.collected),
      result: amountText(-settled.debt),
      unit: 'USDT',
      holds: null,
    });
  }
  return steps;
}
