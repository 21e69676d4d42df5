// SetLeverage (rules 5.3): refused while a position is open; open orders are re-priced and must stay affordable.
import * as layout from '../layout.ts';
import { isClosing, isWaiting } from './order-flags.ts';
import { assumedPrice, newestWaiting } from './triggers.ts';
import { checkSetting } from './account-rules.ts';
import { isOpen } from '../ledger/open-account.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { isListed } from '../market/listed.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchExposure } from '../touched.ts';
import { freeMargin } from './check-order.ts';
import {
  findExposure,
  hasCapacityForExposure,
  legLots,
  leverageOf,
  marginTypeOf,
  newestOrder,
  openExposure,
  recharge,
} from './exposure.ts';
import { orderCost } from './order-cost.ts';
import { leverageLimitOf } from './set-account-flags.ts';
import { maxNotionalOf } from '../market/tiers.ts';

const {
  CHAIN,
  CHAIN_OLDER,
  EXPOSURE,
  EX_LEG,
  EX_SETTING,
  FACTS,
  LIVE,
  MARK,
  ORDER,
  ORDER_FLAGS,
  ORDER_RESERVED,
  ORDER_REST,
  REALS,
  SUMS,
  SUM_LOTS,
  SUM_NOTIONAL,
  SUM_RESERVED,
} = layout;

export function setLeverage(s: EngineState, e: EventBuffer, account: number, symbol: number, leverage: number): number {
  if (!isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const locked = checkSetting(s, account, Reject.LEVERAGE_LOCKED_BY_POSITION);
  if (locked !== 0) return locked;
  const i = s.instruments[symbol] as Instrument;
  const most = i.spec.tiers.maxLeverages[0];
  if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > most) return refuse(s, Reject.INVALID_LEVERAGE, most, leverage);
  const limit = leverageLimitOf(s, account);
  if (limit !== 0 && leverage > limit) return refuse(s, Reject.LEVERAGE_LIMITED, limit, leverage);
  const known = findExposure(s, account, symbol);
  if (known < 0 && !hasCapacityForExposure(s)) return refuse(s, Reject.CAPACITY_FULL);
  const changes = leverage !== leverageOf(s, known, i);
  if (changes && (legLots(s, known, 0) !== 0 || legLots(s, known, 1) !== 0)) return refuse(s, Reject.LEVERAGE_LOCKED_BY_POSITION);
  if (changes && known >= 0) {
    const refusal = checkOrders(s, i, account, symbol, known, leverage);
    if (refusal !== 0) return refusal;
  }
  const exposure = openExposure(s, account, symbol);
  s.exposures[exposure * EXPOSURE + EX_SETTING] = leverage * 2 + marginTypeOf(s, exposure);
  if (changes) reprice(s, i, symbol, exposure, leverage);
  touchExposure(s, exposure);
  writeEvent(e, 'LeverageChanged', account, symbol, { leverage });
  return 0;
}

function checkOrders(s: EngineState, i: Instrument, account: number, symbol: number, exposure: number, leverage: number): number {
  const most = maxNotionalOf(i.spec.tiers, leverage);
  const sums = exposure * SUMS;
  for (let side = 0; side < 2; side++) {
    const notional = s.exposureSums[sums + SUM_NOTIONAL + side];
    if (s.exposureSums[sums + SUM_LOTS + side] > 0 && notional > most) return refuse(s, Reject.NOTIONAL_ABOVE_BRACKET, most, notional);
  }
  let more = 0;
  for (const first of [newestOrder(s, exposure), newestWaiting(s, exposure)]) {
    for (let slot = first; slot >= 0; slot = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1) {
      more += reserveAt(s, i, symbol, slot, leverage) - s.orderFacts[slot * FACTS + ORDER_RESERVED];
    }
  }
  const free = freeMargin(s, account, exposure);
  return more > 0 && more > free ? refuse(s, Reject.INSUFFICIENT_MARGIN, free > 0 ? free : 0, more) : 0;
}

// Cost of what is left of an order at the present mark and another leverage; closing orders cost nothing.
function reserveAt(s: EngineState, i: Instrument, symbol: number, slot: number, leverage: number): number {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  if (isClosing(flags)) return 0;
  const mark = s.live[symbol * LIVE + MARK];
  return orderCost(
    i.units,
    (flags & 1) === 0 ? 1 : -1,
    isWaiting(flags) ? assumedPrice(s, slot) : s.books.prices[slot],
    mark,
    s.books.reals[slot * REALS + ORDER_REST],
    leverage,
    i.spec.takerFee,
  ).cost;
}

function reprice(s: EngineState, i: Instrument, symbol: number, exposure: number, leverage: number): void {
  const sums = exposure * SUMS;
  for (let leg = 0; leg < 2; leg++) {
    const slot = s.exposures[exposure * EXPOSURE + EX_LEG + leg];
    if (slot >= 0) s.positionLeverage[slot] = leverage;
  }
  for (const first of [newestOrder(s, exposure), newestWaiting(s, exposure)]) {
    for (let slot = first; slot >= 0; slot = s.books.chain[slot * CHAIN + CHAIN_OLDER] - 1) {
      const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
      if (isClosing(flags)) continue;
      const reserved = reserveAt(s, i, symbol, slot, leverage);
      s.exposureSums[sums + SUM_RESERVED + (flags & 1)] += reserved - s.orderFacts[slot * FACTS + ORDER_RESERVED];
      s.orderFacts[slot * FACTS + ORDER_RESERVED] = reserved;
    }
  }
  recharge(s, exposure);
}
