// A liquidation explained: the mark and its parts, profit and maintenance of each position of the scope, the test, then each step that
// the engine took (rules 8.2, 9.1, 9.3, 9.5).
import { MarginType, unpackOrderFlags } from '@maru/engine/command.ts';
import { EventKind, type EngineEvent, LiquidationStage } from '@maru/engine/event.ts';
import { tradingFee } from '@maru/engine/futures/fee.ts';
import { isLiquidatable, maintenanceMargin, notionalAtMark } from '@maru/engine/futures/margin.ts';
import { unrealizedPnl } from '@maru/engine/futures/pnl.ts';
import { futuresWallet, isolatedPurse } from '@maru/engine/ledger/account.ts';
import { markPrice, median3 } from '@maru/engine/market/mark.ts';
import { tierOf } from '@maru/engine/market/tiers.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, priceText, quantityText, rateText } from '../decimal-text.ts';
import { type SiteSymbol, symbolAt } from '../site-symbols.ts';
import { afterFill, costText, type Leg } from './explain-fill.ts';
import { eventsOf, judgingSpecAt, markAt, type Moment } from './moment.ts';

type Started = Extract<EngineEvent, { kind: typeof EventKind.LiquidationStarted }>;
type StepEvent = Extract<EngineEvent, { kind: typeof EventKind.LiquidationStep }>;
type Finished = Extract<EngineEvent, { kind: typeof EventKind.LiquidationFinished }>;

/** One position of the scope at the mark that judged it. */
interface Judged extends Leg {
  symbol: SiteSymbol;
  mark: number;
  pnl: number;
  maintenance: number;
}

export function explainLiquidation(m: Moment, site: SiteConfig, started: Started): ExplainStep[] {
  const scope = scopeOf(m, site, started);
  const symbols = [...new Map(scope.map((j) => [j.symbol.symbol, j.symbol])).values()];
  return [
    ...symbols.flatMap((symbol) => markStep(m, symbol)),
    ...scope.flatMap((judged) => [pnlStep(judged), maintenanceStep(m, judged)]),
    ...testSteps(m, scope, started),
    ...m.events.filter((event) => event.index > started.index).flatMap((event) => doneStep(m, site, event)),
  ];
}

/** The isolated position itself, or every cross position, as they stood when the test failed. */
function scopeOf(m: Moment, site: SiteConfig, started: Started): Judged[] {
  const isIsolated = started.positionId > 0;
  const legs = legsAt(m, site, started.index).filter((leg) => leg.lots !== 0);
  const wanted = legs.filter((leg) => (isIsolated ? leg.positionId === started.positionId : !leg.isIsolated));
  return wanted.map((leg) => {
    const mark = markAt(m, leg.symbol.symbol);
    const size = Math.abs(leg.lots);
    return {
      ...leg,
      mark,
      pnl: unrealizedPnl(leg.symbol.units, Math.sign(leg.lots), mark, size, leg.entryCost),
      maintenance: maintenanceMargin(leg.symbol.units, judgingSpecAt(m, leg.symbol.symbol).tiers, mark, size),
    };
  });
}

interface OpenLeg extends Leg {
  symbol: SiteSymbol;
  positionId: number;
  isIsolated: boolean;
}

/** The member's legs at an event of the command: as before it, carried through the command's own fills until then. */
function legsAt(m: Moment, site: SiteConfig, until: number): OpenLeg[] {
  const legs = new Map<string, OpenLeg>();
  for (const p of m.before.positions) {
    const isIsolated = p.marginType === MarginType.Isolated;
    const leg = { symbol: symbolAt(site, p.symbol), positionId: p.positionId, isIsolated, lots: p.lots, entryCost: BigInt(p.entryCost) };
    legs.set(`${p.symbol}/${p.positionSide}`, leg);
  }
  for (const fill of eventsOf(m.events, EventKind.OrderFilled)) {
    if (fill.index >= until) break;
    const key = `${fill.symbol}/${unpackOrderFlags(fill.flags).positionSide}`;
    const symbol = symbolAt(site, fill.symbol);
    const held = legs.get(key) ?? { symbol, positionId: 0, isIsolated: isIsolatedNow(m, fill.symbol), lots: 0, entryCost: 0n };
    legs.set(key, { ...held, ...afterFill(symbol, held, fill), positionId: fill.positionId });
  }
  return [...legs.values()];
}

/** Of a leg that this very command opened: an isolated one was given margin of its own. */
function isIsolatedNow(m: Moment, symbol: number): boolean {
  const purse = isolatedPurse(m.account);
  return eventsOf(m.events, EventKind.LedgerPosted).some((e) => e.symbol === symbol && e.credit === purse);
}

/** The wallet of the scope at an event of the command: as before it, and what was posted until then. */
function walletAt(m: Moment, scope: readonly Judged[], started: Started): number {
  const isIsolated = started.positionId > 0;
  const symbol = scope[0]?.symbol.symbol;
  const held = m.before.positions.find((p) => p.positionId === started.positionId);
  const purse = isIsolated ? isolatedPurse(m.account) : futuresWallet(m.account);
  let wallet = isIsolated ? (held?.isolatedWallet ?? 0) : m.before.account.crossWallet;
  for (const e of eventsOf(m.events, EventKind.LedgerPosted)) {
    if (e.index >= started.index || (isIsolated && e.symbol !== symbol)) continue;
    if (e.credit === purse) wallet += e.amount;
    if (e.debit === purse) wallet -= e.amount;
  }
  return wallet;
}

/** Only a computed mark can be computed again; a mirrored one is shown as it came. */
function markStep(m: Moment, symbol: SiteSymbol): ExplainStep[] {
  const told = m.marks.get(symbol.symbol);
  const mark = markAt(m, symbol.symbol);
  if (told === undefined || told.mark !== mark || told.parts.length < 2) return [];
  const [price1, price2] = told.parts;
  const { last } = told;
  const byThree = median3(price1, price2, last);
  const byTwo = markPrice({
    index: price1,
    fundingRate: 0,
    untilFundingMs: 0,
    intervalMs: 1,
    basis: [(price2 - price1) * 2],
    last: 0,
    minBasisSamples: 1,
  }).mark;
  const isThree = byThree === mark;
  const [one, two, three] = [price1, price2, last].map((price) => markText(symbol, price));
  return [
    {
      name: { ko: `${symbol.data.base} 시장 평균가`, en: `${symbol.data.base} mark price` },
      rule: '8.2',
      formula: isThree ? 'median(Price1, Price2, last)' : 'mean(Price1, Price2)',
      numbers: isThree ? `median(${one}, ${two}, ${three})` : `mean(${one}, ${two})`,
      result: markText(symbol, isThree ? byThree : byTwo),
      unit: 'price',
      holds: isThree || byTwo === mark,
    },
  ];
}

function pnlStep({ symbol, lots, entryCost, mark, pnl }: Judged): ExplainStep {
  const isLong = lots > 0;
  const value = `${quantityText(symbol, Math.abs(lots))} × ${markText(symbol, mark)}`;
  const cost = costText(symbol, entryCost);
  return {
    name: { ko: `${symbol.data.base} 미실현 손익`, en: `${symbol.data.base} unrealised profit or loss` },
    rule: '7.4',
    formula: isLong ? 'floor(q × MP − entryCost)' : 'floor(entryCost − q × MP)',
    numbers: isLong ? `floor(${value} − ${cost})` : `floor(${cost} − ${value})`,
    result: amountText(pnl),
    unit: 'USDT',
    holds: null,
  };
}

function maintenanceStep(m: Moment, { symbol, lots, mark, maintenance }: Judged): ExplainStep {
  const { tiers } = judgingSpecAt(m, symbol.symbol);
  const size = Math.abs(lots);
  const tier = tierOf(tiers, notionalAtMark(symbol.units, mark, size));
  return {
    name: { ko: `${symbol.data.base} 유지 증거금 (${tier + 1}단계)`, en: `${symbol.data.base} maintenance margin (tier ${tier + 1})` },
    rule: '6.6',
    formula: 'ceil(q × MP × MMR − cum)',
    numbers: `ceil(${quantityText(symbol, size)} × ${markText(symbol, mark)} × ${rateText(tiers.mmrs[tier])} − ${amountText(tiers.cums[tier])})`,
    result: amountText(maintenance),
    unit: 'USDT',
    holds: null,
  };
}

function testSteps(m: Moment, scope: readonly Judged[], started: Started): ExplainStep[] {
  const pnl = scope.reduce((sum, judged) => sum + judged.pnl, 0);
  const maintenance = scope.reduce((sum, judged) => sum + judged.maintenance, 0);
  const isIsolated = started.positionId > 0;
  const wallet = walletAt(m, scope, started);
  const equity = wallet + pnl;
  return [
    {
      name: isIsolated ? { ko: '포지션 잔액', en: 'Balance of the position' } : { ko: '계정 잔액', en: 'Balance of the account' },
      rule: '9.1',
      formula: isIsolated ? 'isolatedWallet + uPnL' : 'crossWalletBalance + Σ uPnL',
      numbers: `${amountText(wallet)} + (${amountText(pnl)})`,
      result: amountText(equity),
      unit: 'USDT',
      holds: equity === started.equity,
    },
    {
      name: { ko: '청산 조건', en: 'The liquidation test' },
      rule: '9.1',
      formula: isIsolated ? 'isolatedWallet + uPnL ≤ MM' : 'marginBalance ≤ Σ MM',
      numbers: `${amountText(started.equity)} ≤ ${amountText(started.maintenanceMargin)}`,
      result: isLiquidatable(started.equity, started.maintenanceMargin) ? 'true' : 'false',
      unit: '',
      holds: maintenance === started.maintenanceMargin,
    },
  ];
}

const stageNames: Readonly<Record<number, { ko: string; en: string }>> = {
  [LiquidationStage.Cancelled]: { ko: '미체결 주문 취소', en: 'Open orders cancelled' },
  [LiquidationStage.Netted]: { ko: '양방향 포지션 상계', en: 'Hedge legs netted' },
  [LiquidationStage.SteppedDown]: { ko: '한 단계 줄임', en: 'Reduced to the next lower tier' },
  [LiquidationStage.ClosedInBook]: { ko: '호가에서 정리', en: 'Closed in the book' },
  [LiquidationStage.TakenOver]: { ko: '하우스가 인수', en: 'Taken over by the house' },
  [LiquidationStage.Deleveraged]: { ko: '자동 감축', en: 'Auto-deleveraged' },
  [LiquidationStage.Safe]: { ko: '안전해져 멈춤', en: 'Safe again, stopped' },
};

function doneStep(m: Moment, site: SiteConfig, event: EngineEvent): ExplainStep[] {
  if (event.kind === EventKind.LiquidationStep) return [stageStep(event.symbol < 0 ? undefined : symbolAt(site, event.symbol), event)];
  if (event.kind === EventKind.LiquidationFinished)
    return finishedSteps(symbolAt(site, event.symbol), event, judgingSpecAt(m, event.symbol).clearanceFee);
  return [];
}

function stageStep(symbol: SiteSymbol | undefined, event: StepEvent): ExplainStep {
  const closed = symbol !== undefined && event.lots > 0;
  return {
    name: stageNames[event.stage] ?? { ko: '청산 진행', en: 'Liquidation step' },
    rule: '9.3',
    formula: closed ? 'q, P' : 'marginBalance, MM',
    numbers: closed
      ? `${quantityText(symbol, event.lots)}, ${priceText(symbol, event.price)}`
      : `${amountText(event.equity)}, ${amountText(event.maintenanceMargin)}`,
    result: amountText(event.equity),
    unit: 'USDT',
    holds: null,
  };
}

function finishedSteps(symbol: SiteSymbol, event: Finished, rate: number): ExplainStep[] {
  const asked = `ceil(${priceText(symbol, event.price)} × ${quantityText(symbol, event.lots)} × ${rateText(rate)})`;
  const isCut = event.clearanceFee < tradingFee(symbol.units, event.price, event.lots, rate);
  return [
    {
      name: { ko: '청산 수수료 (보험 기금으로)', en: 'Clearance fee, to the insurance fund' },
      rule: '9.5',
      formula: isCut ? 'min(left, ceil(P × q × clearanceFeeRate))' : 'ceil(P × q × clearanceFeeRate)',
      numbers: isCut ? `min(${amountText(event.clearanceFee)}, ${asked})` : asked,
      result: amountText(event.clearanceFee),
      unit: 'USDT',
      holds: null,
    },
    ...(event.insurancePaid === 0
      ? []
      : [
          {
            name: { ko: '보험 기금이 메운 부족분', en: 'Shortfall paid by the insurance fund' },
            rule: '9.5',
            formula: '−left',
            numbers: amountText(event.insurancePaid),
            result: amountText(event.insurancePaid),
            unit: 'USDT' as const,
            holds: null,
          },
        ]),
  ];
}
