// SetMarginType (rules 5.2): cross or isolated per symbol, only without order and position on it.
import * as layout from '../layout.ts';
import { checkSetting } from './account-rules.ts';
import { isOpen } from '../ledger/open-account.ts';
import { MarginType } from '../wire/command.ts';
import type { EventBuffer } from '../wire/event-buffer.ts';
import { writeEvent } from '../wire/event.ts';
import type { Instrument } from '../market/instrument.ts';
import { isListed } from '../market/listed.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { refuse, touchAccount } from '../touched.ts';
import { findExposure, hasCapacityForExposure, legLots, leverageOf, marginTypeOf, openExposure } from './exposure.ts';

const { EXPOSURE, EX_ORDERS, EX_SETTING } = layout;

export function setMarginType(s: EngineState, e: EventBuffer, account: number, symbol: number, marginType: number): number {
  if (!isListed(s, symbol)) return refuse(s, Reject.SYMBOL_UNKNOWN);
  if (!isOpen(s, account)) return refuse(s, Reject.ACCOUNT_UNKNOWN);
  const locked = checkSetting(s, account, Reject.MARGIN_TYPE_LOCKED_BY_POSITION);
  if (locked !== 0) return locked;
  if (marginType !== MarginType.Crossed && marginType !== MarginType.Isolated) return refuse(s, Reject.PARAM_MALFORMED);
  const known = findExposure(s, account, symbol);
  if (marginType === marginTypeOf(s, known)) return refuse(s, Reject.MARGIN_TYPE_UNCHANGED);
  if (known >= 0 && s.exposures[known * EXPOSURE + EX_ORDERS] !== 0) return refuse(s, Reject.MARGIN_TYPE_LOCKED_BY_ORDERS);
  if (legLots(s, known, 0) !== 0 || legLots(s, known, 1) !== 0) return refuse(s, Reject.MARGIN_TYPE_LOCKED_BY_POSITION);
  if (known < 0 && !hasCapacityForExposure(s)) return refuse(s, Reject.CAPACITY_FULL);
  const exposure = openExposure(s, account, symbol);
  const leverage = leverageOf(s, exposure, s.instruments[symbol] as Instrument);
  s.exposures[exposure * EXPOSURE + EX_SETTING] = leverage * 2 + marginType;
  writeEvent(e, 'MarginTypeChanged', account, symbol, { marginType });
  touchAccount(s, account);
  return 0;
}
