// A funding payment explained: what was due at the settlement's rate and mark, and what of it could be collected (rules 8.5).
import { rateText } from '@maru/engine/money/decimal.ts';
import { MarginType } from '@maru/engine/wire/command.ts';
import { type EngineEvent, EventKind } from '@maru/engine/wire/event.ts';
import { PostingReason } from '@maru/engine/ledger/account.ts';
import { fundingAmount } from '@maru/engine/market/funding-estimate.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, quantityText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { eventsOf, type Moment } from './moment.ts';

type Settled = Extract<EngineEvent, { kind: typeof EventKind.FundingSettled }>;

export function fundingTitle({ amount, collected }: Settled): { ko: string; en: string } {
  if (amount >= 0) return { ko: '받은 펀딩비', en: 'Funding received' };
  if (collected === 0) return { ko: '걷지 못한 펀딩비', en: 'Funding that could not be collected' };
  return collected === amount ? { ko: '낸 펀딩비', en: 'Funding paid' } : { ko: '일부만 걷힌 펀딩비', en: 'Funding, partly collected' };
}

export function explainFunding(m: Moment, symbol: SiteSymbol, settled: Settled): ExplainStep[] {
  const { amount, collected } = settled;
  const held = m.before.positions.find((p) => p.positionId === settled.positionId);
  // The position may have traded, or ended, between the funding time and its settlement.
  const steps = held?.lots === settled.lots ? [] : [heldThen(symbol, settled)];
  steps.push(dueStep(symbol, settled), movedStep(settled, held?.marginType === MarginType.Isolated));
  const before = settled.debt - (collected - amount);
  if (settled.debt > 0) {
    steps.push({
      name: { ko: '남은 펀딩비 미수금', en: 'Funding debt left' },
      rule: '8.5',
      formula: 'minusFundingFee + amount − collected',
      numbers: `${amountText(0 - before)} + (${amountText(amount)}) − (${amountText(collected)})`,
      result: amountText(-settled.debt),
      unit: 'USDT',
      holds: null,
    });
  }
  return [...steps, ...paidInstead(m, settled)];
}

/** Receivers are paid in full: where the counterparty is off the insurance fund pays instead, else and beyond that the house (ADR 0011). */
function paidInstead(m: Moment, { amount, collected, index }: Settled): ExplainStep[] {
  const missing = collected - amount;
  if (missing <= 0) return [];
  const near = eventsOf(m.events, EventKind.LedgerPosted).findLast((event) => event.index < index);
  const fund = near?.reason === PostingReason.FundingShortfall ? near.amount : 0;
  const step = (ko: string, en: string, formula: string, numbers: string, result: number): ExplainStep => ({
    name: { ko, en },
    rule: '8.5',
    formula,
    numbers,
    result: amountText(result),
    unit: 'USDT',
    holds: null,
  });
  const steps: ExplainStep[] = [];
  if (fund > 0) steps.push(step('보험 기금이 대신 낸 금액', 'Paid by the insurance fund instead', 'fund', amountText(fund), fund));
  if (missing > fund) {
    const numbers = `${amountText(collected)} − (${amountText(amount)}) − ${amountText(fund)}`;
    steps.push(step('하우스가 대신 낸 금액', 'Paid by the house instead', 'collected − amount − fund', numbers, missing - fund));
  }
  return steps;
}

function heldThen(symbol: SiteSymbol, { lots }: Settled): ExplainStep {
  return {
    name: { ko: '펀딩 시각에 가졌던 수량', en: 'Size held at the funding time' },
    rule: '8.5',
    formula: 's × q',
    numbers: `${lots > 0 ? '1' : '−1'} × ${quantityText(symbol, Math.abs(lots))}`,
    result: `${lots > 0 ? '' : '-'}${quantityText(symbol, Math.abs(lots))}`,
    unit: 'quantity',
    holds: null,
  };
}

function dueStep(symbol: SiteSymbol, settled: Settled): ExplainStep {
  const side = settled.lots > 0 ? 1 : -1;
  const size = Math.abs(settled.lots);
  const due = fundingAmount(symbol.units, side, settled.mark, size, settled.rate);
  return {
    name: due < 0 ? { ko: '내야 할 펀딩비', en: 'Funding due' } : { ko: '받을 펀딩비', en: 'Funding to receive' },
    rule: '8.5',
    formula: 'floor(−s × q × MP × F)',
    numbers: `floor(${side > 0 ? '−1' : '1'} × ${quantityText(symbol, size)} × ${markText(symbol, settled.mark)} × ${rateText(settled.rate)})`,
    result: amountText(due),
    unit: 'USDT',
    holds: due === settled.amount,
  };
}

/** Where the money went or came from; of a purse that had too little, all that was in it. */
function movedStep({ amount, collected }: Settled, isIsolated: boolean): ExplainStep {
  const there = isIsolated ? 'isolatedWallet' : 'crossWalletBalance';
  const purse = isIsolated ? { ko: '격리 증거금', en: 'isolated margin' } : { ko: '교차 지갑', en: 'cross wallet' };
  const isWhole = collected === amount;
  return {
    name:
      amount < 0
        ? { ko: `${purse.ko}에서 나간 금액`, en: `Taken from the ${purse.en}` }
        : { ko: `${purse.ko}에 들어온 금액`, en: `Paid into the ${purse.en}` },
    rule: '8.5',
    formula: isWhole ? 'amount' : `min(amount, ${there})`,
    numbers: isWhole ? amountText(amount) : `min(${amountText(0 - amount)}, ${amountText(0 - collected)})`,
    result: amountText(collected),
    unit: 'USDT',
    holds: null,
  };
}
