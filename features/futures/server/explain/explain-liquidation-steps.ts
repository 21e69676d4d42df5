// What a liquidation did after its test failed, step by step, and how it was settled (rules 9.3 to 9.6).
import { rateText } from '@maru/engine/money/decimal.ts';
import { EventKind, type EngineEvent, FillRole, LiquidationStage } from '@maru/engine/wire/event.ts';
import { tierReduction } from '@maru/engine/futures/bankruptcy.ts';
import { isLiquidatable, notionalAtMark } from '@maru/engine/futures/margin.ts';
import { unrealizedPnl } from '@maru/engine/futures/pnl.ts';
import { HouseAccount, futuresWallet, isolatedPurse, PostingReason } from '@maru/engine/ledger/account.ts';
import { tierOf } from '@maru/engine/market/tiers.ts';
import { divCeilBig, toSafe } from '@maru/engine/money/rounding.ts';
import { RATE_ONE } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, priceText, quantityText } from '../decimal-text.ts';
import { type SiteSymbol, symbolAt } from '../site-symbols.ts';
import { costText, exactPrice } from './explain-fill.ts';
import { legsAt, type OpenLeg } from './legs-at.ts';
import { eventsOf, judgingSpecAt, markAt, type Moment } from './moment.ts';

type Started = Extract<EngineEvent, { kind: typeof EventKind.LiquidationStarted }>;
type StepEvent = Extract<EngineEvent, { kind: typeof EventKind.LiquidationStep }>;
type Words = ExplainStep['name'];

/** What the engine sold of a leg in the book, in the symbol's cost units. */
interface Sale {
  symbol: SiteSymbol;
  exit: bigint;
  rate: number;
}

/** Events of this liquidation alone: another scope of the account may follow within the same command. */
export function doneSteps(m: Moment, site: SiteConfig, started: Started): ExplainStep[] {
  const next = eventsOf(m.events, EventKind.LiquidationStarted).find((event) => event.index > started.index);
  const events = m.events.filter((event) => event.index > started.index && event.index < (next?.index ?? Number.MAX_SAFE_INTEGER));
  return new Steps(m, site, started, events).told();
}

class Steps {
  readonly #m: Moment;
  readonly #site: SiteConfig;
  readonly #started: Started;
  readonly #events: readonly EngineEvent[];
  /** What was sold since the scope is closed as a whole; its fee is taken at once for all legs. */
  #sales: Sale[] = [];
  #equity: number;
  /** Index of the step before. */
  #from: number;

  constructor(m: Moment, site: SiteConfig, started: Started, events: readonly EngineEvent[]) {
    this.#m = m;
    this.#site = site;
    this.#started = started;
    this.#events = events;
    this.#equity = started.equity;
    this.#from = started.index;
  }

  told(): ExplainStep[] {
    const steps: ExplainStep[] = [];
    for (const event of eventsOf(this.#events, EventKind.LiquidationStep)) {
      steps.push(...this.#step(event));
      this.#equity = event.equity;
      this.#from = event.index;
    }
    return [...steps, ...this.#closingFee(), ...this.#settlement()];
  }

  #step(event: StepEvent): ExplainStep[] {
    switch (event.stage) {
      case LiquidationStage.Cancelled:
        return [retest({ ko: '미체결 주문을 취소하고 다시 검사', en: 'Open orders cancelled, tested again' }, event)];
      case LiquidationStage.Netted:
        return [this.#netted(event), retest(again, event)];
      case LiquidationStage.SteppedDown:
        return [...this.#reduced(event), retest(again, event)];
      case LiquidationStage.ClosedInBook:
        return [this.#closed(event)];
      case LiquidationStage.TakenOver:
      case LiquidationStage.Deleveraged:
        return [...this.#closingFee(), this.#takenOver(event)];
      default:
        return [...this.#closingFee(), safe(event)];
    }
  }

  #netted(event: StepEvent): ExplainStep {
    const symbol = symbolAt(this.#site, event.symbol);
    const [long, short] = [1, -1].map((sign) => {
      const leg = legsAt(this.#m, this.#site, this.#started.index).find(
        (l) => l.symbol.symbol === event.symbol && Math.sign(l.lots) === sign,
      );
      return Math.abs(leg?.lots ?? 0);
    });
    const base = symbol.data.base;
    return {
      name: { ko: `${base} 롱과 숏을 마크가격에 상계 (수수료 없음)`, en: `${base} long and short netted at the mark, without a fee` },
      rule: '9.3',
      formula: 'min(long, short)',
      numbers: `min(${quantityText(symbol, long)}, ${quantityText(symbol, short)})`,
      result: quantityText(symbol, event.lots),
      unit: 'quantity',
      holds: Math.min(long, short) === event.lots,
    };
  }

  /** Down to the next lower bracket, and the fee on what that sold. */
  #reduced(event: StepEvent): ExplainStep[] {
    const sale = this.#sale(event);
    const { symbol } = sale;
    const { tiers } = judgingSpecAt(this.#m, event.symbol);
    const mark = markAt(this.#m, event.symbol);
    const size = Math.abs(this.#legOf(event, event.index)?.lots ?? 0) + event.lots;
    const value = notionalAtMark(symbol.units, mark, size);
    const cap = tiers.caps[tierOf(tiers, value) - 1] ?? 0;
    const base = symbol.data.base;
    return [
      {
        name: { ko: `${base}를 한 단계 낮은 구간까지 줄임`, en: `${base} reduced to the next lower tier` },
        rule: '9.3',
        formula: 'ceil((N − cap) ÷ MP)',
        numbers: `ceil((${amountText(value)} − ${amountText(cap)}) ÷ ${markText(symbol, mark)})`,
        result: quantityText(symbol, event.lots),
        unit: 'quantity',
        // The book may have taken less.
        holds: tierReduction(symbol.units, tiers, mark, size) === event.lots ? true : null,
      },
      saleStep(symbol, event, sale.exit),
      this.#fee([sale], event.fee, event.equity + event.fee),
    ];
  }

  #closed(event: StepEvent): ExplainStep {
    const sale = this.#sale(event);
    this.#sales.push(sale);
    return saleStep(sale.symbol, event, sale.exit);
  }

  /** At the bankruptcy price while equity is left, else at the mark; a fund that cannot pay moves it beyond. */
  #takenOver(event: StepEvent): ExplainStep {
    const symbol = symbolAt(this.#site, event.symbol);
    const fill = this.#fillsOf(event).at(-1);
    const leg = fill && this.#legOf(event, fill.index);
    const mark = markAt(this.#m, event.symbol);
    const side = Math.sign(leg?.lots ?? 1);
    const size = Math.abs(leg?.lots ?? event.lots);
    const pnl = leg === undefined ? 0 : unrealizedPnl(symbol.units, side, mark, size, leg.entryCost);
    const share = fill === undefined ? 0 : pnl - fill.realizedPnl;
    const isGiven = event.stage === LiquidationStage.Deleveraged;
    const at = markText(symbol, mark);
    return {
      name: isGiven
        ? { ko: '반대편 포지션과 자동 감축으로 정리한 가격', en: 'Price at which auto-deleveraging closed the rest' }
        : { ko: '하우스가 나머지를 인수한 가격', en: 'Price at which the counterparty took over the rest' },
      rule: isGiven ? '9.6' : '9.4',
      formula: share === 0 ? 'MP' : 'MP − s × share ÷ q',
      numbers: share === 0 ? at : `${at} − ${side < 0 ? '(−1)' : '1'} × ${amountText(share)} ÷ ${quantityText(symbol, size)}`,
      // Its own eight decimals (rules 1.2): the fill tells it in ticks, from which the loss could not be worked out again.
      result:
        leg === undefined || share === 0 || fill === undefined || isGiven
          ? priceText(symbol, event.price)
          : exactPrice(symbol, side, size, leg.entryCost, fill.realizedPnl),
      unit: 'price',
      holds: null,
    };
  }

  /** The fee of all that was sold as the scope was closed. */
  #closingFee(): ExplainStep[] {
    const [first] = this.#sales;
    if (first === undefined) return [];
    const taken = this.#postings(PostingReason.ClearanceFee).at(-1);
    const sales = this.#sales;
    this.#sales = [];
    return [this.#fee(sales, taken !== undefined && taken.index > this.#from ? taken.amount : 0, this.#equity)];
  }

  #fee(sales: readonly Sale[], fee: number, left: number): ExplainStep {
    const wanted = sales.reduce((sum, sale) => sum + clearanceOf(sale), 0);
    const asked = sales.map(({ symbol, exit, rate }) => `ceil(${costText(symbol, exit)} × ${rateText(rate)})`).join(' + ');
    const isCut = fee < wanted;
    const isExpected = fee === Math.min(wanted, Math.max(0, left));
    return {
      name: { ko: '청산 수수료 (보험 기금으로)', en: 'Clearance fee, to the insurance fund' },
      rule: '9.5',
      formula: isCut ? 'min(left, ceil(value × clearanceFeeRate))' : 'ceil(value × clearanceFeeRate)',
      numbers: isCut ? `min(${amountText(Math.max(0, isExpected ? left : fee))}, ${asked})` : asked,
      result: amountText(fee),
      unit: 'USDT',
      // Of an isolated leg that lives on no more is taken than its margin holds.
      holds: isExpected || (this.#started.positionId > 0 ? null : false),
    };
  }

  /** Who paid what was missing, or what came back. */
  #settlement(): ExplainStep[] {
    const deficit = this.#postings(PostingReason.LiquidationDeficit);
    const paidBy = (purse: number) => deficit.filter(({ debit }) => debit === purse).reduce((sum, { amount }) => sum + amount, 0);
    const [fund, house] = [paidBy(HouseAccount.Insurance), paidBy(HouseAccount.Futures)];
    const missing = amountText(fund + house);
    const steps: ExplainStep[] = [];
    if (fund > 0) {
      const name = { ko: '보험 기금이 메운 부족분', en: 'Shortfall paid by the insurance fund' };
      const [formula, numbers] = house === 0 ? ['−left', `−(-${missing})`] : ['min(−left, fund)', `min(${missing}, ${amountText(fund)})`];
      steps.push(amountStep(name, formula, numbers, fund));
    }
    if (house > 0) {
      const name = { ko: '하우스가 메운 부족분', en: 'Shortfall paid by the house' };
      steps.push(amountStep(name, '−left − fund', `${missing} − ${amountText(fund)}`, house));
    }
    const [purse, wallet] = [isolatedPurse(this.#m.account), futuresWallet(this.#m.account)];
    const back = this.#postings(PostingReason.IsolatedMargin).find(({ debit, credit }) => debit === purse && credit === wallet);
    const isOver = eventsOf(this.#events, EventKind.LiquidationFinished).length > 0;
    if (isOver && this.#started.positionId > 0 && back !== undefined) {
      const name = { ko: '교차 지갑으로 돌아온 금액', en: 'Given back to the cross wallet' };
      steps.push(amountStep(name, 'left', amountText(back.amount), back.amount));
    }
    return steps;
  }

  #postings(reason: number) {
    return eventsOf(this.#events, EventKind.LedgerPosted).filter((event) => event.reason === reason);
  }

  /** Fills of the engine's order of this step. */
  #fillsOf(event: StepEvent) {
    const fills = eventsOf(this.#events, EventKind.OrderFilled);
    return fills.filter(
      ({ index, role, positionId }) =>
        index > this.#from && index < event.index && role === FillRole.Liquidation && positionId === event.positionId,
    );
  }

  #sale(event: StepEvent): Sale {
    const symbol = symbolAt(this.#site, event.symbol);
    const num = BigInt(symbol.units.costNum);
    const exit = this.#fillsOf(event).reduce((sum, { price, lots }) => sum + BigInt(price) * BigInt(lots) * num, 0n);
    return { symbol, exit, rate: judgingSpecAt(this.#m, event.symbol).clearanceFee };
  }

  #legOf(event: StepEvent, until: number): OpenLeg | undefined {
    return legsAt(this.#m, this.#site, until).find(({ positionId }) => positionId === event.positionId);
  }
}

const again: Words = { ko: '다시 검사', en: 'Tested again' };

function retest(name: Words, { equity, maintenanceMargin }: StepEvent): ExplainStep {
  return {
    name,
    rule: '9.1',
    formula: 'marginBalance ≤ Σ MM',
    numbers: `${amountText(equity)} ≤ ${amountText(maintenanceMargin)}`,
    result: String(isLiquidatable(equity, maintenanceMargin)),
    unit: '',
    holds: null,
  };
}

const safe = ({ equity, maintenanceMargin }: StepEvent): ExplainStep => ({
  name: { ko: '안전해져 청산을 멈춤', en: 'Safe again: the liquidation stopped' },
  rule: '9.3',
  formula: 'marginBalance > Σ MM',
  numbers: `${amountText(equity)} > ${amountText(maintenanceMargin)}`,
  result: String(!isLiquidatable(equity, maintenanceMargin)),
  unit: '',
  holds: null,
});

function saleStep(symbol: SiteSymbol, { lots, price }: StepEvent, exit: bigint): ExplainStep {
  const base = symbol.data.base;
  return {
    name: { ko: `${base} 호가에서 정리한 금액`, en: `${base} closed in the book for` },
    rule: '9.3',
    formula: 'P × q',
    numbers: `${priceText(symbol, price)} × ${quantityText(symbol, lots)}`,
    result: costText(symbol, exit),
    unit: 'USDT',
    holds: null,
  };
}

function clearanceOf({ symbol, exit, rate }: Sale): number {
  return toSafe(divCeilBig(exit * BigInt(rate), BigInt(symbol.units.costDen) * BigInt(RATE_ONE)));
}

function amountStep(name: Words, formula: string, numbers: string, amount: number): ExplainStep {
  return { name, rule: '9.5', formula, numbers, result: amountText(amount), unit: 'USDT', holds: null };
}
