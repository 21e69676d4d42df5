// An order that ended by a refusal explained: a trigger that fired and could not be placed (rules 3.1), or a resting order that might not
// have its fill (ADR 0008, 0011).
import { OrderType } from '@maru/engine/command.ts';
import { type EngineEvent, EventKind } from '@maru/engine/event.ts';
import { firesOnFall, isReached } from '@maru/engine/futures/triggers.ts';
import { type RejectName, rejections } from '@maru/engine/reject.ts';
import type { ExplainStep } from '../../explain-contract.ts';
import { amountText, markText, priceText } from '../decimal-text.ts';
import type { SiteSymbol } from '../site-symbols.ts';
import { costSteps, demandSteps } from './explain-rejection.ts';
import { eventsOf, type Moment, specAt } from './moment.ts';

type Refused = Extract<EngineEvent, { kind: typeof EventKind.TriggerRefused }>;
type Triggered = Extract<EngineEvent, { kind: typeof EventKind.OrderTriggered }>;
type Closed = Extract<EngineEvent, { kind: typeof EventKind.OrderClosed }>;

/** First why it fired, then why it could not be placed: it is checked as a new order. */
export function explainTrigger(m: Moment, symbol: SiteSymbol, refused: Refused): ExplainStep[] {
  const name = rejections.get(refused.code)?.name;
  const fired = eventsOf(m.events, EventKind.OrderTriggered).find((event) => event.orderId === refused.orderId);
  const closed = eventsOf(m.events, EventKind.OrderClosed).find((event) => event.orderId === refused.orderId);
  const steps = fired === undefined ? [] : conditionSteps(symbol, fired);
  if (name === undefined) return steps;
  const isCost = name === 'INSUFFICIENT_MARGIN' && fired !== undefined && closed !== undefined && closed.price > 0;
  const order = isCost ? { side: fired.flags & 1, type: OrderType.Limit, price: closed.price, lots: fired.lots } : undefined;
  const cost = order === undefined ? [] : costSteps(m, symbol, order, refused.offered);
  return [...steps, ...cost, ...demandSteps(name, refused.limit, refused.offered, symbol)];
}

function conditionSteps(symbol: SiteSymbol, fired: Triggered): ExplainStep[] {
  // A trailing stop's own price moved with the market: the journal has where it fired.
  const isTrailing = ((fired.flags >> 3) & 7) === OrderType.Trailing;
  const falls = isTrailing ? (fired.flags & 1) === 1 : firesOnFall(fired.flags);
  const sign = falls ? '≤' : '≥';
  const working = markText(symbol, fired.workingPrice);
  const stop = isTrailing ? 'extreme × (1 ∓ callbackRate)' : 'stopPrice';
  const isMet = isTrailing || isReached(falls, fired.stopPrice, fired.workingPrice);
  return [
    {
      name: { ko: '발동 조건', en: 'Why it fired' },
      rule: '3.1',
      formula: `workingPrice ${sign} ${stop}`,
      numbers: isTrailing ? working : `${working} ${sign} ${priceText(symbol, fired.stopPrice)}`,
      result: String(isMet),
      unit: '',
      holds: isTrailing ? null : isMet,
    },
  ];
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
