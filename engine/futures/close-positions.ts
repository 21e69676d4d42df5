// ClosePositions and ReversePosition (rules 5.7): market closes as single commands, through the normal order path.
import * as layout from '../layout.ts';
import { OrderFlag } from '../wire/order-terms.ts';
import { OrderType } from '../wire/command-kind.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { Instrument } from '../market/instrument.ts';
import { isListed } from '../market/listed.ts';
import { mul3DivFloor } from '../money/rounding.ts';
import { RATE_ONE } from '../money/units.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse } from '../touched.ts';
import { findPosition } from './change-margin.ts';
import { checkEntry, checkFired, checkFlip, checkOrder, draft, freedByClose } from './check-order.ts';
import { findExposure, isHedge } from './exposure.ts';
import { admit, execute, placed } from './place-order.ts';
import { writeEvent } from '../wire/event.ts';

const { EXPOSURE, EX_ACCOUNT, EX_LEG, EX_SYMBOL, FACTS, LIFE, LIFE_ID, LIVE, MARK, META_SYMBOLS, ORDER_TEXT_WORDS } = layout;

/** One leg that is to be closed; its figures before. */
interface Closing {
  exposure: number;
  leg: number;
  lots: number;
  positionId: number;
}

/** symbol -1 = all. Nothing open is no error; what cannot be closed now is told, and refused only when that is all there is. */
export function closePositions(s: EngineState, e: EventBuffer, account: number, symbol: number, slippage: number): number {
  if (symbol !== -1 && !isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  if (!isSlippage(slippage)) return refuse(s, Reject.PARAM_MALFORMED);
  let refusal = 0;
  let closed = 0;
  const left: { closing: Closing; code: number }[] = [];
  for (const closing of openLegs(s, account, symbol)) {
    const code = closeLeg(s, e, closing, slippage);
    if (code === 0) closed++;
    else left.push({ closing, code });
    if (code !== 0 && refusal === 0) refusal = code;
  }
  if (closed === 0) return refusal;
  for (const { closing, code } of left) reportCut(s, e, closing, code);
  placed.orderId = 0;
  return 0;
}

/** Closes q, then opens q on the other side; refused as a whole when the other side is not affordable after the close. */
export function reversePosition(s: EngineState, e: EventBuffer, account: number, positionId: number, slippage: number): number {
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  if (!isSlippage(slippage)) return refuse(s, Reject.PARAM_MALFORMED);
  const position = findPosition(s, account, positionId);
  if (position < 0) return refuse(s, Reject.POSITION_UNKNOWN);
  const closing = closingOf(
    s,
    s.positionExposure[position],
    s.exposures[s.positionExposure[position] * EXPOSURE + EX_LEG + 1] === position ? 1 : 0,
  );
  draftClose(s, closing, slippage);
  const i = s.instruments[draft.symbol] as Instrument;
  const refusal = checkEntry(s) || checkFired(s, i) || checkReversal(s, i, closing, slippage);
  if (refusal !== 0) return refusal;
  closeLeg(s, e, closing, slippage);
  const open = s.positionLots[position] !== 0 && s.positionLife[position * LIFE + LIFE_ID] === positionId;
  draftOpen(s, closing, slippage);
  const code = open ? Reject.NO_LIQUIDITY : checkEntry(s) || checkOrder(s, i);
  if (code === 0) run(s, e, i);
  else reportCut(s, e, closing, code);
  return 0;
}

function isSlippage(slippage: number): boolean {
  return Number.isSafeInteger(slippage) && slippage >= 0 && slippage < RATE_ONE;
}

// In the order of symbols, the long leg before the short.
function openLegs(s: EngineState, account: number, symbol: number): Closing[] {
  const legs: Closing[] = [];
  for (let k = 0; k < s.meta[META_SYMBOLS]; k++) {
    const exposure = symbol === -1 || symbol === k ? findExposure(s, account, k) : -1;
    if (exposure < 0) continue;
    for (let leg = 0; leg < 2; leg++) {
      const slot = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
      if (slot >= 0 && s.positionLots[slot] !== 0) legs.push(closingOf(s, exposure, leg));
    }
  }
  return legs;
}

function closingOf(s: EngineState, exposure: number, leg: number): Closing {
  const slot = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
  return { exposure, leg, lots: s.positionLots[slot], positionId: s.positionLife[slot * LIFE + LIFE_ID] };
}

// A market order of the leg's whole size; 0 or why not.
function closeLeg(s: EngineState, e: EventBuffer, closing: Closing, slippage: number): number {
  draftClose(s, closing, slippage);
  const i = s.instruments[draft.symbol] as Instrument;
  const refusal = checkEntry(s) || checkFired(s, i);
  if (refusal === 0) run(s, e, i);
  return refusal;
}

function run(s: EngineState, e: EventBuffer, i: Instrument): void {
  const slot = admit(s, e, i);
  s.orderFacts[slot * FACTS + ORDER_TEXT_WORDS] = 0;
  execute(s, e, i, slot, draft.limit);
}

function draftClose(s: EngineState, closing: Closing, slippage: number): void {
  const { exposure, leg, lots } = closing;
  const account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  const how = isHedge(s, account) ? (leg === 1 ? 2 : 1) << 1 : OrderFlag.ReduceOnly;
  setDraft(s, exposure, (lots > 0 ? 1 : 0) | how, lots < 0 ? 0 - lots : lots, slippage);
}

function draftOpen(s: EngineState, closing: Closing, slippage: number): void {
  const { exposure, leg, lots } = closing;
  const account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  const how = isHedge(s, account) ? (leg === 1 ? 1 : 2) << 1 : 0;
  setDraft(s, exposure, (lots > 0 ? 1 : 0) | how, lots < 0 ? 0 - lots : lots, slippage);
}

function setDraft(s: EngineState, exposure: number, flags: number, lots: number, slippage: number): void {
  draft.account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  draft.symbol = s.exposures[exposure * EXPOSURE + EX_SYMBOL];
  draft.exposure = exposure;
  draft.flags = flags | (OrderType.Market << 3);
  draft.price = 0;
  draft.lots = lots;
  draft.slippage = slippage;
  draft.ownLots = 0;
  draft.ownReserved = 0;
  draft.ownNotional = 0;
}

// The other side as it will be after the close: one-way as one order of twice the lots, hedge with the margin that the close sets free.
function checkReversal(s: EngineState, i: Instrument, closing: Closing, slippage: number): number {
  const { assumed } = draft;
  draftOpen(s, closing, slippage);
  const { lots, account } = draft;
  if (lots > i.spec.maxMarketLots) return refuse(s, Reject.QUANTITY_TOO_LARGE, i.spec.maxMarketLots, lots);
  const ratio = i.maintenance.notional;
  const notional = mul3DivFloor(s.live[draft.symbol * LIVE + MARK], lots, ratio.num, ratio.den);
  if (notional < i.spec.minNotional) return refuse(s, Reject.NOTIONAL_TOO_SMALL, i.spec.minNotional, notional);
  if (!isHedge(s, account)) {
    draft.lots = 2 * lots;
    return checkEntry(s) || checkFlip(s, i);
  }
  draft.freed = freedByClose(s, i, closing.exposure, closing.leg, lots, assumed);
  const refusal = checkEntry(s) || checkOrder(s, i);
  draft.freed = 0;
  return refusal;
}

function reportCut(s: EngineState, e: EventBuffer, closing: Closing, code: number): void {
  const ex = closing.exposure * EXPOSURE;
  writeEvent(e, 'ReverseCut', s.exposures[ex + EX_ACCOUNT], s.exposures[ex + EX_SYMBOL], {
    positionId: closing.positionId,
    lots: closing.lots < 0 ? 0 - closing.lots : closing.lots,
    code,
  });
}
