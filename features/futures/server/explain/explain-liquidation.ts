// A liquidation explained: the mark and its parts, profit and maintenance of each position of the scope, the test, then each step that
// the engine took (rules 8.2, 9.1, 9.3, 9.5).
import { rateText } from '@maru/engine/money/decimal.ts';
import { EventKind, type EngineEvent } from '@maru/engine/wire/event.ts';
import { isLiquidatable, maintenanceMargin, notionalAtMark } from '@maru/engine/futures/margin.ts';
import { unrealizedPnl } from '@maru/engine/futures/pnl.ts';
import { futuresWallet, isolatedPurse } from '@maru/engine/ledger/account.ts';
import { markPrice, median3 } from '@maru/engine/market/mark.ts';
import { tierOf } from '@maru/engine/market/tiers.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, quantityText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { costText, type Leg } from './explain-fill.ts';
import { doneSteps } from './explain-liquidation-steps.ts';
import { legsAt } from './legs-at.ts';
import { eventsOf, judgingSpecAt, markAt, type Moment } from './moment.ts';

type Started = Extract<EngineEvent, { kind: typeof EventKind.LiquidationStarted }>;

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
    ...doneSteps(m, site, started),
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
      name: { ko: `${symbol.data.base} 마크가격`, en: `${symbol.data.base} mark price` },
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
