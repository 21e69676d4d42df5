// An order that ended by a refusal explained: a trigger that fired and could not be placed (rules 3.1), or a resting order that might not
// have its fill (ADR 0008, 0011).
import { rateText } from '@maru/engine/money/decimal.ts';
import { OrderType } from '@maru/engine/wire/command.ts';
import { type EngineEvent, EventKind } from '@maru/engine/wire/event.ts';
import { trailingStop } from '@maru/engine/futures/trailing-stop.ts';
import { firesOnFall, isReached } from '@maru/engine/futures/triggers.ts';
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { orderTypeOfCode } from '../../order-type-table.ts';
import { amountText, markText, priceText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { demandSteps } from './explain-demands.ts';
import { costSteps } from './explain-rejection.ts';
import { eventsOf, type Moment, specAt } from './moment.ts';

type Refused = Extract<EngineEvent, { kind: typeof EventKind.TriggerRefused }>;
type Triggered = Extract<EngineEvent, { kind: typeof EventKind.OrderTriggered }>;
type Closed = Extract<EngineEvent, { kind: typeof EventKind.OrderClosed }>;

/** First why it fired, then why it could not be placed: it is checked as a new order. */
export function explainTrigger(m: Moment, symbol: SiteSymbol, refused: Refused): ExplainStep[] {
  const name = rejections.get(refused.code)?.name;
  const fired = eventsOf(m.events, EventKind.OrderTriggered).find((event) => event.orderId === refused.orderId);
  const closed = eventsOf(m.events, EventKind.OrderClosed).find((event) => event.orderId === refused.orderId);
  const steps = fired === undefined ? [] : conditionSteps(m, symbol, fired);
  if (name === undefined) return steps;
  const isCost = name === 'INSUFFICIENT_MARGIN' && fired !== undefined && closed !== undefined && closed.price > 0;
  const order = isCost ? { side: fired.flags & 1, type: OrderType.Limit, price: closed.price, lots: fired.lots } : undefined;
  const cost = order === undefined ? [] : costSteps(m, symbol, order, refused.offered);
  return [...steps, ...cost, ...demandSteps(m, name, refused.limit, refused.offered, symbol)];
}

/** Why an order of the member fired within this command; none when it did not. */
export function firedSteps(m: Moment, symbol: SiteSymbol, orderId: number): ExplainStep[] {
  const fired = eventsOf(m.events, EventKind.OrderTriggered).find((event) => event.orderId === orderId);
  return fired === undefined ? [] : conditionSteps(m, symbol, fired);
}

function conditionSteps(m: Moment, symbol: SiteSymbol, fired: Triggered): ExplainStep[] {
  const step = orderTypeOfCode((fired.flags >> 3) & 7).trigger?.follows
    ? trailingCondition(m, symbol, fired)
    : stopCondition(symbol, fired);
  return [{ name: { ko: '발동 조건', en: 'Why it fired' }, rule: '3.1', unit: '', ...step }];
}

type Condition = Pick<ExplainStep, 'formula' | 'numbers' | 'result' | 'holds'>;

function stopCondition(symbol: SiteSymbol, { flags, stopPrice, workingPrice }: Triggered): Condition {
  const falls = firesOnFall(flags);
  const sign = falls ? '≤' : '≥';
  const isMet = isReached(falls, stopPrice, workingPrice);
  return {
    formula: `workingPrice ${sign} stopPrice`,
    numbers: `${markText(symbol, workingPrice)} ${sign} ${priceText(symbol, stopPrice)}`,
    result: String(isMet),
    holds: isMet,
  };
}

/** Against the extreme that it followed until then; where that is not known the price alone is told. */
function trailingCondition(m: Moment, symbol: SiteSymbol, { flags, orderId, workingPrice }: Triggered): Condition {
  const sells = (flags & 1) === 1;
  const [sign, way] = sells ? ['≤', '−'] : ['≥', '+'];
  const working = markText(symbol, workingPrice);
  const order = m.orders.find((each) => each.orderId === orderId);
  const formula = `workingPrice ${sign} extreme × (1 ${way} callbackRate)`;
  if (order === undefined || order.extreme === 0) return { formula, numbers: working, result: 'true', holds: null };
  const level = trailingStop(order.extreme, order.callbackRate, sells);
  const isMet = sells ? workingPrice <= level : workingPrice >= level;
  const numbers = `${working} ${sign} ${markText(symbol, order.extreme)} × (1 ${way} ${rateText(order.callbackRate)})`;
  return { formula, numbers, result: String(isMet), holds: isMet };
}

/** A resting order that was to be filled and was taken out of the book instead. */
export function explainLeft(m: Moment, symbol: SiteSymbol, closed: Closed): ExplainStep[] {
  const name: RejectName | undefined = rejections.get(closed.reason)?.name;
  const isCap = name === 'OPEN_INTEREST_CAP';
  return [
    {
      name: { ko: '체결할 수 없었던 이유', en: 'Why it might not be filled' },
      rule: isCap ? '5.4' : '9.5',
      formula: isCap ? 'open interest ≤ maxOpenInterest' : 'equity after the fill ≥ 0',
      numbers: isCap ? `maxOpenInterest = ${amountText(specAt(m, symbol.symbol).maxOpenInterest)}` : '',
      result: 'false',
      unit: '',
      holds: null,
    },
  ];
}
