// Reads the real engine's state row by row for checks and comparisons, apart from the views that the product reads.
import {
  ACCOUNT,
  ACCOUNT_OPEN,
  CROSS_MARK,
  EQUITY,
  EXPOSURE,
  EX_ACCOUNT,
  EX_SYMBOL,
  FACTS,
  COUNTERPARTY_LOTS,
  LIFE,
  LIFE_FEES,
  LIFE_ID,
  LIFE_ISOLATED,
  LIFE_REALIZED,
  LIVE,
  MAINTENANCE,
  MARK,
  META_BLOCKS,
  META_WORK_END,
  META_WORK_FIRST,
  OPEN_LONG,
  OPEN_SHORT,
  ORDER,
  ORDER_FLAGS,
  ORDER_LOTS,
  ORDER_LEVEL,
  ORDER_MARGIN,
  ORDER_OWNER,
  ORDER_RESERVED,
  ORDER_REST,
  POSITION_MARGIN,
  REALS,
  RISK,
  TRIGGER,
  TRIGGER_EXTREME,
  TRIGGER_LOSS,
  TRIGGER_LOSS_LIMIT,
  TRIGGER_RATE,
  TRIGGER_STOP,
  TRIGGER_TAKE,
  TRIGGER_TAKE_LIMIT,
} from '../layout.ts';
import { OrderType } from '../wire/command.ts';
import { type AttachedTpsl, OrderFlag, readAttached } from '../wire/order-terms.ts';
import { POSITION_BLOCK } from '../capacity.ts';
import { entryCostOf } from '../futures/position.ts';
import { orderIdOf, usedOrders } from '../futures/order-book.ts';
import { FIRED } from '../futures/trigger-index.ts';
import { futuresWallet } from '../ledger/account.ts';
import { balanceOf } from '../ledger/balance.ts';
import type { EngineState } from '../state.ts';
import type { Scope } from './naive/model.ts';

export interface AccountReading {
  known: boolean;
  crossWallet: number;
  unrealized: number;
  positionMargin: number;
  maintenance: number;
  orderMargin: number;
  available: number;
}

export interface PositionReading {
  id: number;
  slot: number;
  symbol: number;
  positionSide: number;
  lots: number;
  cost: bigint;
  isolatedWallet: number;
  realized: number;
  fees: number;
  marginType: number;
}

export interface OrderReading {
  orderId: number;
  account: number;
  symbol: number;
  side: number;
  price: number;
  rest: number;
  reserved: number;
  attached: AttachedTpsl | undefined;
}

export function ledgerView(s: EngineState, ledger: number): number {
  return balanceOf(s, ledger);
}

export function counterpartyLots(s: EngineState, symbol: number): number {
  return s.live[symbol * LIVE + COUNTERPARTY_LOTS];
}

/** Members' open lots as the engine counts them. */
export function markOf(s: EngineState, symbol: number): number {
  return s.live[symbol * LIVE + MARK];
}

export function openInterest(s: EngineState, symbol: number): { long: number; short: number } {
  return { long: s.live[symbol * LIVE + OPEN_LONG], short: s.live[symbol * LIVE + OPEN_SHORT] };
}

export function accountView(s: EngineState, account: number): AccountReading {
  const row = account * RISK;
  const crossWallet = s.ledger[futuresWallet(account)];
  const free = s.risk[row + EQUITY] - s.risk[row + POSITION_MARGIN] - s.risk[row + ORDER_MARGIN];
  return {
    known: (s.accounts[account * ACCOUNT + ACCOUNT_OPEN] & 1) === 1,
    crossWallet,
    unrealized: s.risk[row + EQUITY] - crossWallet,
    positionMargin: s.risk[row + POSITION_MARGIN],
    maintenance: s.risk[row + MAINTENANCE],
    orderMargin: s.risk[row + ORDER_MARGIN],
    available: Math.max(0, free),
  };
}

export function positionViews(s: EngineState, account: number): PositionReading[] {
  const found: PositionReading[] = [];
  const used = s.meta[META_BLOCKS] * POSITION_BLOCK;
  for (let slot = 0; slot < used; slot++) {
    if (s.positionLots[slot] === 0) continue;
    const exposure = s.positionExposure[slot];
    if (exposure < 0 || s.exposures[exposure * EXPOSURE + EX_ACCOUNT] !== account) continue;
    const life = slot * LIFE;
    const hedge = s.accounts[account * ACCOUNT + 1] === 1;
    const cost = BigInt(entryCostOf(s, slot));
    found.push({
      id: s.positionLife[life + LIFE_ID],
      slot,
      symbol: s.exposures[exposure * EXPOSURE + EX_SYMBOL],
      positionSide: hedge ? (s.positionLots[slot] > 0 ? 1 : 2) : 0,
      lots: s.positionLots[slot],
      cost: cost < 0n ? -cost : cost,
      isolatedWallet: s.positionLife[life + LIFE_ISOLATED],
      realized: s.positionLife[life + LIFE_REALIZED],
      fees: s.positionLife[life + LIFE_FEES],
      marginType: s.positionScope[slot] >= s.capacity.accounts ? 1 : 0,
    });
  }
  return found;
}

/** Orders that rest, of one symbol (-1 = all). */
export function restingOrders(s: EngineState, symbol: number): OrderReading[] {
  const found: OrderReading[] = [];
  const b = s.books;
  for (let slot = 0; slot < usedOrders(b); slot++) {
    const row = slot * ORDER;
    const owner = b.rows[row + ORDER_OWNER];
    if (owner < 0 || b.rows[row + ORDER_LEVEL] === 0) continue;
    const of = s.exposures[owner * EXPOSURE + EX_SYMBOL];
    if (symbol !== -1 && of !== symbol) continue;
    found.push({
      orderId: orderIdOf(b, slot),
      account: s.exposures[owner * EXPOSURE + EX_ACCOUNT],
      symbol: of,
      side: b.rows[row + ORDER_FLAGS] & 1,
      price: b.prices[slot],
      rest: b.reals[slot * REALS + ORDER_REST],
      reserved: s.orderFacts[slot * FACTS + ORDER_RESERVED],
      attached: attachedOf(s, slot),
    });
  }
  return found;
}

/** Symbols with reached orders that are not in line yet. */
export function crossingSymbols(s: EngineState): number[] {
  const found: number[] = [];
  for (let symbol = 0; symbol < s.capacity.symbols; symbol++) if (s.live[symbol * LIVE + CROSS_MARK] !== 0) found.push(symbol);
  return found;
}

/** Scopes that wait for their liquidation, in the order of their turns. */
export function heldScopes(s: EngineState): Scope[] {
  const found: Scope[] = [];
  for (let at = s.meta[META_WORK_FIRST]; at < s.meta[META_WORK_END]; at++) {
    const stored = s.work[at];
    found.push(stored >= 0 ? { account: stored, symbol: -1, positionSide: 0 } : legScope(s, -1 - stored));
  }
  return found;
}

function legScope(s: EngineState, slot: number): Scope {
  const ex = s.positionExposure[slot] * EXPOSURE;
  const account = s.exposures[ex + EX_ACCOUNT];
  const hedge = s.accounts[account * ACCOUNT + 1] === 1;
  return { account, symbol: s.exposures[ex + EX_SYMBOL], positionSide: hedge ? (s.positionLots[slot] > 0 ? 1 : 2) : 0 };
}

export interface WaitingReading {
  orderId: number;
  account: number;
  symbol: number;
  flags: number;
  price: number;
  lots: number;
  reserved: number;
  stop: number;
  rate: number;
  /** Mark units, 0 = not active. */
  extreme: number;
  isFired: boolean;
  attached: AttachedTpsl | undefined;
}

function attachedOf(s: EngineState, slot: number): AttachedTpsl | undefined {
  const flags = s.books.rows[slot * ORDER + ORDER_FLAGS];
  const at = slot * TRIGGER;
  const t = s.triggers.facts;
  const attached = readAttached(flags & ~OrderFlag.TpslLimits, [t[at + TRIGGER_TAKE], t[at + TRIGGER_LOSS]]);
  if (attached === undefined || (flags & OrderFlag.TpslLimits) === 0) return attached;
  return { ...attached, takeProfitLimit: t[at + TRIGGER_TAKE_LIMIT], stopLossLimit: t[at + TRIGGER_LOSS_LIMIT] };
}

/** Every order that waits for its trigger, found by walking all orders: not by the index that finds them when a price moves. */
export function waitingOrders(s: EngineState): WaitingReading[] {
  const found: WaitingReading[] = [];
  const b = s.books;
  for (let slot = 0; slot < usedOrders(b); slot++) {
    const row = slot * ORDER;
    const owner = b.rows[row + ORDER_OWNER];
    const flags = b.rows[row + ORDER_FLAGS];
    if (owner < 0 || ((flags >> 3) & 7) < OrderType.TakeProfit) continue;
    found.push({
      orderId: orderIdOf(b, slot),
      account: s.exposures[owner * EXPOSURE + EX_ACCOUNT],
      symbol: s.exposures[owner * EXPOSURE + EX_SYMBOL],
      flags,
      price: b.prices[slot],
      lots: s.orderFacts[slot * FACTS + ORDER_LOTS],
      reserved: s.orderFacts[slot * FACTS + ORDER_RESERVED],
      stop: s.triggers.facts[slot * TRIGGER + TRIGGER_STOP],
      rate: s.triggers.facts[slot * TRIGGER + TRIGGER_RATE],
      extreme: s.triggers.facts[slot * TRIGGER + TRIGGER_EXTREME],
      isFired: s.triggers.places[slot] === 0 - FIRED,
      attached: attachedOf(s, slot),
    });
  }
  return found;
}
