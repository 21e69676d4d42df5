// TP/SL attached to an entry order: what refuses them, and where the order keeps them.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../event-buffer.ts';
import { OrderFlag } from '../command-conditional.ts';
import { OrderType } from '../command-kind.ts';
import { EVENT_WORDS } from '../event-kind.ts';
import type { Instrument } from '../market/instrument.ts';
import { MARK_PER_TICK } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { checkTpsl } from './account-rules.ts';
import { draft } from './check-order.ts';
import { isClosing } from './order-flags.ts';
import { workingPrice } from './triggers.ts';

const { TRIGGER, TRIGGER_LOSS, TRIGGER_PARENT, TRIGGER_TAKE } = layout;

/** 0, or why TP/SL may not be attached to the order in `draft`; its assumed price is known. */
export function checkAttached(s: EngineState, i: Instrument, takeProfit: number, stopLoss: number): number {
  if (!Number.isSafeInteger(takeProfit) || !Number.isSafeInteger(stopLoss) || takeProfit < 0 || stopLoss < 0)
    return refuse(s, Reject.PARAM_MALFORMED);
  if (takeProfit === 0 && stopLoss === 0) return refuse(s, Reject.PARAM_MALFORMED);
  if (isClosing(draft.flags)) return refuse(s, Reject.TPSL_ON_CLOSING_ORDER);
  const most = i.spec.maxPrice;
  if (takeProfit > most || stopLoss > most) return refuse(s, Reject.STOP_PRICE_TOO_HIGH, most, takeProfit > most ? takeProfit : stopLoss);
  const sign = (draft.flags & 1) === 0 ? 1 : -1;
  const above = entryOf(s, OrderFlag.TakeProfitByMark);
  if (takeProfit !== 0 && sign * (takeProfit * MARK_PER_TICK - above) <= 0)
    return refuse(s, Reject.TAKE_PROFIT_WRONG_SIDE, above, takeProfit);
  const below = entryOf(s, OrderFlag.StopLossByMark);
  if (stopLoss !== 0 && sign * (below - stopLoss * MARK_PER_TICK) <= 0) return refuse(s, Reject.STOP_LOSS_WRONG_SIDE, below, stopLoss);
  return checkTpsl(s, draft.account);
}

// Where the entry will open, mark units: its limit or stop price, at market the price that the leg watches.
function entryOf(s: EngineState, byMark: number): number {
  if (((draft.flags >> 3) & 7) === OrderType.Market) return workingPrice(s, draft.symbol, (draft.flags & byMark) !== 0);
  return draft.assumed * MARK_PER_TICK;
}

/** Keeps the TP/SL of an order that was just taken in, and names them in its OrderPlaced. */
export function keepAttached(s: EngineState, e: EventBuffer, slot: number, takeProfit: number, stopLoss: number): void {
  const facts = slot * TRIGGER;
  s.triggers.facts[facts + TRIGGER_TAKE] = takeProfit;
  s.triggers.facts[facts + TRIGGER_LOSS] = stopLoss;
  s.triggers.facts[facts + TRIGGER_PARENT] = 0;
  e.words[e.length - EVENT_WORDS + 13] = takeProfit;
  e.words[e.length - EVENT_WORDS + 14] = stopLoss;
}
