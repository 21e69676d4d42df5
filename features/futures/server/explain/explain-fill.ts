// A fill explained: its fee, the profit of what it closed, the entry price and margin of what it opened (rules 5.5, 7.1 to 7.6).
import { rateText } from '@maru/engine/money/decimal.ts';
import { Side, unpackOrderFlags } from '@maru/engine/wire/command.ts';
import { EventKind, type EngineEvent, FillRole } from '@maru/engine/wire/event.ts';
import { bankruptcyPrice } from '@maru/engine/futures/bankruptcy.ts';
import { tradingFee } from '@maru/engine/futures/fee.ts';
import { initialMargin } from '@maru/engine/futures/margin.ts';
import { entryPrice, realizedPnl, releasedCost, unrealizedPnl } from '@maru/engine/futures/pnl.ts';
import type { InstrumentSpec } from '@maru/engine/market/instrument.ts';
import type { Cost } from '@maru/engine/money/cost.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, averageText, markText, priceText, quantityText, REPORT_DECIMALS } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { adlSteps } from './explain-adl.ts';
import { firedSteps } from './explain-trigger.ts';
import { markAt, type Moment, specAt } from './moment.ts';

type Fill = Extract<EngineEvent, { kind: typeof EventKind.OrderFilled }>;
/** A leg as it stood: signed lots, exact entry cost. */
export interface Leg {
  lots: number;
  entryCost: bigint;
}

/** How a fill divides between closing and opening. */
interface Split {
  sign: number;
  closing: number;
  opening: number;
  released: bigint;
}

const titles: Readonly<Record<number, { ko: string; en: string }>> = {
  [FillRole.Liquidation]: { ko: '청산 체결', en: 'Liquidation fill' },
  [FillRole.Adl]: { ko: '자동 감축(ADL) 체결', en: 'Auto-deleveraging fill' },
  [FillRole.Netting]: { ko: '청산 중 양방향 상계', en: 'Netted in a liquidation' },
  [FillRole.Settlement]: { ko: '상장 폐지 정산', en: 'Settled by the delisting' },
};
export const fillTitle = ({ role }: Fill): { ko: string; en: string } => titles[role] ?? { ko: '체결', en: 'Fill' };

export function explainFill(m: Moment, symbol: SiteSymbol, fill: Fill): ExplainStep[] {
  const spec = specAt(m, symbol.symbol);
  const leg = legBefore(m, symbol, fill);
  const split = splitOf(symbol, leg, fill);
  const steps = [...firedSteps(m, symbol, fill.orderId), ...adlSteps(m, symbol, fill), feeStep(symbol, spec, fill)];
  if (split.closing > 0) steps.push(releasedStep(symbol, leg, split), pnlStep(m, symbol, leg, split, fill));
  if (split.opening > 0) steps.push(entryStep(symbol, leg, split, fill), marginStep(m, symbol, split, fill));
  return steps;
}

/** The leg just before this fill: as it stood before the command, carried through the command's earlier fills. */
function legBefore(m: Moment, symbol: SiteSymbol, fill: Fill): Leg {
  const side = unpackOrderFlags(fill.flags).positionSide;
  const held = m.before.positions.find((p) => p.symbol === symbol.symbol && p.positionSide === side);
  let leg: Leg = held === undefined ? { lots: 0, entryCost: 0n } : { lots: held.lots, entryCost: BigInt(held.entryCost) };
  for (const event of m.events) {
    if (event.index >= fill.index) break;
    if (event.kind !== EventKind.OrderFilled || event.symbol !== fill.symbol) continue;
    if (unpackOrderFlags(event.flags).positionSide === side) leg = afterFill(symbol, leg, event);
  }
  return leg;
}

function splitOf(symbol: SiteSymbol, leg: Leg, fill: Fill): Split {
  const sign = unpackOrderFlags(fill.flags).side === Side.Buy ? 1 : -1;
  const held = Math.abs(leg.lots);
  const closing = leg.lots * sign < 0 ? Math.min(held, fill.lots) : 0;
  const released = closing === 0 ? 0n : BigInt(releasedCost(symbol.units, -sign, leg.entryCost, held, closing));
  return { sign, closing, opening: fill.lots - closing, released };
}

/** The leg that a fill leaves. */
export function afterFill(symbol: SiteSymbol, leg: Leg, fill: Fill): Leg {
  const { sign, opening, released } = splitOf(symbol, leg, fill);
  const added = BigInt(fill.price) * BigInt(opening) * BigInt(symbol.units.costNum);
  return { lots: leg.lots + sign * fill.lots, entryCost: leg.entryCost - released + added };
}

function feeStep(symbol: SiteSymbol, spec: InstrumentSpec, fill: Fill): ExplainStep {
  const isMaker = fill.role === FillRole.Maker;
  if (!isMaker && fill.role !== FillRole.Taker) return noFeeStep(fill);
  const rate = isMaker ? spec.makerFee : spec.takerFee;
  const fee = tradingFee(symbol.units, fill.price, fill.lots, rate);
  return {
    name: isMaker ? { ko: '메이커 수수료', en: 'Maker fee' } : { ko: '테이커 수수료', en: 'Taker fee' },
    rule: '7.6',
    formula: 'ceil(P × q × rate)',
    numbers: `ceil(${priceText(symbol, fill.price)} × ${quantityText(symbol, fill.lots)} × ${rateText(rate)})`,
    result: amountText(fee),
    unit: 'USDT',
    holds: fee === fill.fee,
  };
}

/** What the system closes pays no trading fee; a liquidation has a fee of its own, for all that it closed. */
const noFeeStep = ({ fee }: Fill): ExplainStep => ({
  name: { ko: '거래 수수료 없음', en: 'No trading fee' },
  rule: '9.5',
  formula: '',
  numbers: '',
  result: amountText(0),
  unit: 'USDT',
  holds: fee === 0,
});

function releasedStep(symbol: SiteSymbol, leg: Leg, { closing, released, sign }: Split): ExplainStep {
  const held = Math.abs(leg.lots);
  const isWhole = closing === held;
  const round = sign < 0 ? 'ceil' : 'floor';
  const cost = costText(symbol, leg.entryCost);
  return {
    name: { ko: '정리한 만큼의 진입 금액', en: 'Entry cost of what was closed' },
    rule: '7.3',
    formula: isWhole ? 'entryCost' : `${round}(entryCost × x ÷ q)`,
    numbers: isWhole ? cost : `${round}(${cost} × ${quantityText(symbol, closing)} ÷ ${quantityText(symbol, held)})`,
    result: costText(symbol, released),
    unit: 'USDT',
    holds: null,
  };
}

function pnlStep(m: Moment, symbol: SiteSymbol, leg: Leg, { closing, released }: Split, fill: Fill): ExplainStep {
  const side = leg.lots > 0 ? 1 : -1;
  if (fill.role >= FillRole.Liquidation) return systemPnlStep(m, symbol, side, closing, released, fill);
  const pnl = realizedPnl(symbol.units, side, fill.price, closing, released);
  const value = `${quantityText(symbol, closing)} × ${priceText(symbol, fill.price)}`;
  return {
    name: { ko: '실현 손익', en: 'Realised profit or loss' },
    rule: '7.3',
    formula: side > 0 ? 'floor(x × P − released)' : 'floor(released − x × P)',
    numbers: side > 0 ? `floor(${value} − ${costText(symbol, released)})` : `floor(${costText(symbol, released)} − ${value})`,
    result: amountText(pnl),
    unit: 'USDT',
    holds: pnl === fill.realizedPnl,
  };
}

/** The price at which a leg ended with this result, with all decimals of a bankruptcy price. */
export const exactPrice = (symbol: SiteSymbol, side: number, lots: number, cost: Cost, pnl: number): string =>
  averageText(symbol, bankruptcyPrice(symbol.units, side, lots, cost, -pnl, REPORT_DECIMALS));

/**
 * What the system closes it closes at an exact price of its own, which the fill tells in ticks: the mark when it nets or settles, the
 * bankruptcy price when it takes over or deleverages.
 */
function systemPnlStep(m: Moment, symbol: SiteSymbol, side: number, closing: number, released: bigint, fill: Fill): ExplainStep {
  const byMark = fill.role === FillRole.Netting || fill.role === FillRole.Settlement;
  const mark = markAt(m, symbol.symbol);
  const [x, cost] = [quantityText(symbol, closing), costText(symbol, released)];
  const pnl = byMark
    ? unrealizedPnl(symbol.units, side, mark, closing, released)
    : realizedPnl(symbol.units, side, fill.price, closing, released);
  const isExact = pnl === fill.realizedPnl;
  const price = byMark
    ? markText(symbol, mark)
    : isExact
      ? priceText(symbol, fill.price)
      : exactPrice(symbol, side, closing, released, fill.realizedPnl);
  const letter = byMark ? 'MP' : isExact ? 'P' : 'BP';
  return {
    name: { ko: '실현 손익', en: 'Realised profit or loss' },
    rule: byMark ? '9.3' : isExact ? '7.3' : '9.4',
    formula: side > 0 ? `floor(x × ${letter} − released)` : `floor(released − x × ${letter})`,
    numbers: side > 0 ? `floor(${x} × ${price} − ${cost})` : `floor(${cost} − ${x} × ${price})`,
    result: amountText(fill.realizedPnl),
    unit: 'USDT',
    holds: isExact ? true : byMark ? false : null,
  };
}

function entryStep(symbol: SiteSymbol, leg: Leg, { opening, released, sign }: Split, fill: Fill): ExplainStep {
  const { units } = symbol;
  const kept = leg.entryCost - released;
  const lots = Math.abs(leg.lots + sign * fill.lots);
  const cost = kept + BigInt(fill.price) * BigInt(opening) * BigInt(units.costNum);
  return {
    name: { ko: '평균 진입가', en: 'Average entry price' },
    rule: '7.1',
    formula: '(entryCost + P × q) ÷ Q',
    numbers: `(${costText(symbol, kept)} + ${priceText(symbol, fill.price)} × ${quantityText(symbol, opening)}) ÷ ${quantityText(symbol, lots)}`,
    result: averageText(symbol, entryPrice(units, cost, lots, REPORT_DECIMALS)),
    unit: 'price',
    holds: null,
  };
}

function marginStep(m: Moment, symbol: SiteSymbol, { opening }: Split, fill: Fill): ExplainStep {
  const held = [...m.after.positions, ...m.before.positions].find((p) => p.positionId === fill.positionId);
  const leverage = held?.leverage ?? specAt(m, symbol.symbol).defaultLeverage;
  return {
    name: { ko: '개시 증거금', en: 'Initial margin' },
    rule: '5.5',
    formula: 'ceil(P × q ÷ L)',
    numbers: `ceil(${priceText(symbol, fill.price)} × ${quantityText(symbol, opening)} ÷ ${leverage})`,
    result: amountText(initialMargin(symbol.units, fill.price, opening, leverage)),
    unit: 'USDT',
    holds: null,
  };
}

/** A cost in the symbol's cost units as USDT. */
export function costText({ units }: SiteSymbol, cost: bigint): string {
  const digits = cost.toString().padStart(units.costDecimals + 1, '0');
  const cut = digits.length - units.costDecimals;
  const fraction = digits.slice(cut).replace(/0+$/, '');
  return fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`;
}
