// Puts an explanation together: finds in the command's events what was asked about, and has it explained.
import { EventKind, type EngineEvent } from '@maru/engine/wire/event.ts';
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { fillText } from '@maru/kit/server/i18n.ts';
import { futuresErrors } from '../../errors.ts';
import type { Explanation, ExplainStep } from '../../explain-contract.ts';
import { isoText } from '../decimal-text.ts';
import { rejectionWords } from '../refuse.ts';
import { type SiteSymbol, symbolAt } from '../site-symbols.ts';
import { explainFill, fillTitle } from './explain-fill.ts';
import { explainFunding, fundingTitle } from './explain-funding.ts';
import { explainLiquidation } from './explain-liquidation.ts';
import { explainRejection } from './explain-rejection.ts';
import { explainLeft, explainTrigger } from './explain-trigger.ts';
import { eventsOf, type Moment } from './moment.ts';
import { presentMarket, presentRequest, presentStanding } from './present.ts';

/** What was asked about, once its place in the journal is known. */
export type Subject =
  | { kind: 'FILL'; seq: number; tradeId: number; orderId: number }
  | { kind: 'FUNDING'; seq: number; positionId: number }
  | { kind: 'LIQUIDATION'; seq: number; positionId: number }
  | { kind: 'REJECTION'; seq: number }
  /** An order that ended by a refusal: when it fired, or when it was to be filled. */
  | { kind: 'ENDED'; seq: number; orderId: number };

interface Told {
  event: EngineEvent;
  symbol: SiteSymbol | undefined;
  title: { ko: string; en: string };
  code: string | null;
  steps: ExplainStep[];
}

/** Undefined when the command told this member nothing of the kind. */
export function explanationOf(m: Moment, site: SiteConfig, subject: Subject): Explanation | undefined {
  const told = explainers[subject.kind](m, site, subject);
  if (told === undefined) return undefined;
  const { symbol, title, code, steps } = told;
  return {
    kind: subject.kind === 'ENDED' ? 'REJECTION' : subject.kind,
    sequence: m.seq,
    time: isoText(m.time),
    futuresOptionId: symbol?.futuresOptionId ?? null,
    symbol: symbol?.data.code ?? null,
    title,
    code,
    request: presentRequest(m.command, symbol, m.command.account === m.account),
    market: symbol === undefined ? null : presentMarket(m, symbol),
    account: { before: presentStanding(m.before), after: presentStanding(m.after) },
    steps,
  };
}

type Explainer = (m: Moment, site: SiteConfig, subject: Subject) => Told | undefined;

const explainers: Readonly<Record<Subject['kind'], Explainer>> = {
  FILL(m, site, subject) {
    const { tradeId, orderId } = subject as Extract<Subject, { kind: 'FILL' }>;
    const fill = eventsOf(m.events, EventKind.OrderFilled).find((event) => event.tradeId === tradeId && event.orderId === orderId);
    if (fill === undefined) return undefined;
    const symbol = symbolAt(site, fill.symbol);
    return { event: fill, symbol, title: fillTitle(fill), code: null, steps: explainFill(m, symbol, fill) };
  },
  FUNDING(m, site, subject) {
    const { positionId } = subject as Extract<Subject, { kind: 'FUNDING' }>;
    const settled = eventsOf(m.events, EventKind.FundingSettled).find((event) => event.positionId === positionId);
    if (settled === undefined) return undefined;
    const symbol = symbolAt(site, settled.symbol);
    return { event: settled, symbol, title: fundingTitle(settled), code: null, steps: explainFunding(m, symbol, settled) };
  },
  LIQUIDATION(m, site, subject) {
    const { positionId } = subject as Extract<Subject, { kind: 'LIQUIDATION' }>;
    const started = eventsOf(m.events, EventKind.LiquidationStarted).findLast(
      (event) => event.positionId === positionId || event.positionId === 0,
    );
    // A position that this very command opened is known by its fills.
    const held = m.before.positions.find((p) => p.positionId === positionId);
    const at = held?.symbol ?? eventsOf(m.events, EventKind.OrderFilled).find((event) => event.positionId === positionId)?.symbol;
    if (started === undefined || at === undefined) return undefined;
    const symbol = symbolAt(site, at);
    const isWhole = eventsOf(m.events, EventKind.LiquidationFinished).some((event) => event.index > started.index);
    const title = isWhole ? { ko: '청산', en: 'Liquidation' } : { ko: '일부 청산', en: 'Partial liquidation' };
    return { event: started, symbol, title, code: null, steps: explainLiquidation(m, site, started) };
  },
  REJECTION(m, site) {
    const [rejected] = eventsOf(m.events, EventKind.CommandRejected);
    const name = rejected && rejections.get(rejected.code)?.name;
    if (rejected === undefined || name === undefined) return undefined;
    const symbol = rejected.symbol < 0 ? undefined : symbolAt(site, rejected.symbol);
    return {
      event: rejected,
      symbol,
      title: titleOf(name, rejected.a, rejected.b, symbol),
      code: name,
      steps: explainRejection(m, symbol, rejected),
    };
  },
  ENDED(m, site, subject) {
    const { orderId } = subject as Extract<Subject, { kind: 'ENDED' }>;
    const closed = eventsOf(m.events, EventKind.OrderClosed).find((event) => event.orderId === orderId);
    const name = closed && rejections.get(closed.reason)?.name;
    if (closed === undefined || name === undefined) return undefined;
    const symbol = symbolAt(site, closed.symbol);
    const refused = eventsOf(m.events, EventKind.TriggerRefused).find((event) => event.orderId === orderId);
    const title = refused === undefined ? leftTitles[name] : titleOf(name, refused.limit, refused.offered, symbol);
    const steps = refused === undefined ? explainLeft(m, symbol, closed) : explainTrigger(m, symbol, refused);
    return { event: closed, symbol, title: title ?? titleOf(name, 0, 0, symbol), code: name, steps };
  },
};

/** A refusal's own text with its figures in it. */
function titleOf(name: RejectName, limit: number, offered: number, symbol: SiteSymbol | undefined): { ko: string; en: string } {
  const entry = (futuresErrors as Record<string, { ko: string; en: string; field?: string }>)[name] ?? { ko: name, en: name };
  const figures = { ...rejectionWords(name, limit, offered, symbol), field: entry.field ?? '' };
  return { ko: fillText(entry.ko, figures), en: fillText(entry.en, figures) };
}

/** Why a resting order left the book when it was to be filled. */
const leftTitles: Partial<Record<RejectName, { ko: string; en: string }>> = {
  OPEN_INTEREST_CAP: {
    ko: '종목 전체의 미결제약정 한도가 차서 남은 주문을 취소했어요.',
    en: 'The symbol’s open interest reached its cap, so the rest of the order was cancelled.',
  },
  INSUFFICIENT_MARGIN: {
    ko: '체결되면 잔고가 0 아래로 내려가게 되어 주문을 취소했어요.',
    en: 'The order was cancelled: its fill would have taken the account below zero.',
  },
};
