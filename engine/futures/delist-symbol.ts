// DelistSymbol: the symbol takes no more orders, all it has are cancelled, and every position settles at the last mark without a fee.
//
// Leg by leg in slices, in the order of slots: nothing trades meanwhile, so it does not matter who is first.
import * as layout from '../layout.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { FillRole, OrderEnd, PositionEnd, writeEvent } from '../wire/event.ts';
import { PostingReason } from '../ledger/account.ts';
import type { Instrument } from '../market/instrument.ts';
import { DELISTED, isListed } from '../market/listed.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchExposure } from '../touched.ts';
import { closeLots, placeClosing } from './close-lots.ts';
import { coverLoss } from './cover-loss.ts';
import { isBusy, recharge } from './exposure.ts';
import { endLife, payIsolatedClose, payLiquidation } from './fill.ts';
import { collectDebt } from './debt.ts';
import { dropShares } from './funding-share.ts';
import { closeAllOrders, closeOrder, fill } from './order-life.ts';
import { revalue } from './revalue.ts';
import { firstSlot, slotAfter } from './settle-funding.ts';

const { DELISTING_NEXT, EXPOSURE, EX_ACCOUNT, FUNDING_NEXT, LISTED, LIVE, MARK, META_DELISTINGS, META_SYMBOLS } = layout;

export function delistSymbol(s: EngineState, e: EventBuffer, symbol: number): number {
  if (!isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  const live = symbol * LIVE;
  if (s.live[live + FUNDING_NEXT] !== 0) return refuse(s, Reject.FUNDING_RUNNING);
  s.live[live + LISTED] = DELISTED;
  dropShares(s, symbol);
  s.live[live + DELISTING_NEXT] = firstSlot(s.symbolBlocks[symbol]);
  writeEvent(e, 'DelistingStarted', -1, symbol, { mark: s.live[live + MARK] });
  if (s.live[live + DELISTING_NEXT] !== 0) s.meta[META_DELISTINGS]++;
  else writeEvent(e, 'DelistingFinished', -1, symbol, { positions: 0 });
  return 0;
}

/** Settles legs of the lowest symbol that is being delisted until `slice` events are out or it is done. */
export function workDelisting(s: EngineState, e: EventBuffer, slice: number): void {
  let symbol = 0;
  while (symbol < s.meta[META_SYMBOLS] && s.live[symbol * LIVE + DELISTING_NEXT] === 0) symbol++;
  const at = symbol * LIVE + DELISTING_NEXT;
  while (s.live[at] !== 0 && e.index < slice) {
    const slot = s.live[at] - 1;
    const exposure = s.positionExposure[slot];
    if (exposure >= 0 && isBusy(s, exposure)) settleLeg(s, e, symbol, exposure, slot);
    s.live[at] = slotAfter(s, slot);
  }
  if (s.live[at] !== 0) return;
  s.meta[META_DELISTINGS]--;
  writeEvent(e, 'DelistingFinished', -1, symbol, { positions: 0 });
}

function settleLeg(s: EngineState, e: EventBuffer, symbol: number, exposure: number, position: number): void {
  closeAllOrders(s, e, exposure, OrderEnd.Delisted);
  const held = s.positionLots[position];
  if (held === 0) return;
  const account = s.exposures[exposure * EXPOSURE + EX_ACCOUNT];
  const i = s.instruments[symbol] as Instrument;
  const size = held < 0 ? 0 - held : held;
  const realized = s.positionPnl[position];
  let credit = 0;
  const order = placeClosing(s, e, exposure, position, size);
  closeLots(s, e, i, order, position, realized, FillRole.Settlement);
  if (s.positionScope[position] >= s.capacity.accounts) {
    payIsolatedClose(s, e, account, symbol, position, size, size, realized, 0, fill.tradeId);
  } else {
    payLiquidation(s, e, exposure, position, realized, PostingReason.Settlement, fill.tradeId);
    credit = realized;
  }
  endLife(s, e, exposure, position, held, PositionEnd.Settled);
  closeOrder(s, e, order, OrderEnd.Filled);
  revalue(s, i, position);
  recharge(s, exposure);
  coverLoss(s, e, account);
  if (credit > 0) collectDebt(s, e, account, credit);
  touchExposure(s, exposure);
}
