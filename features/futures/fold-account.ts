// A member's futures account as the engine's facts leave it, carried on event by event, and its figures at the marks of now by the engine's own formulas.
import { liquidationPrice } from '@maru/engine/futures/liquidation-price.ts';
import {
  availableBalance,
  initialMarginAtMark,
  isCalm,
  type MaintenanceRatios,
  maintenanceMarginAt,
  removableMargin,
  withdrawableBalance,
} from '@maru/engine/futures/margin.ts';
import { unrealizedPnl } from '@maru/engine/futures/pnl.ts';
import { normalizeCost } from '@maru/engine/money/cost.ts';
import type { Units } from '@maru/engine/money/units.ts';
import type { AccountView } from '@maru/engine/view-account.ts';
import type { OrderView } from '@maru/engine/view-orders.ts';
import type { PositionView } from '@maru/engine/view-positions.ts';
import { MarginType } from '@maru/engine/wire/command.ts';
import { EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import { foldWallet, type WalletFacts } from '@maru/wallet/contract.ts';
import { foldOrder, type OrderFacts, orderIn } from './fold-order.ts';
import { foldPosition, type PositionFacts, positionFacts, positionIn } from './fold-position.ts';

const Head = EventHeadWord;

export interface AccountFacts {
  wallet: WalletFacts;
  /** Open ones by id. */
  orders: Map<number, OrderFacts>;
  positions: Map<number, PositionFacts>;
  /** What no fact tells as it comes about: that a position's margin is being liquidated, and its place in the queue of deleveraging. */
  told: Map<number, Pick<PositionView, 'adlLight' | 'inLiquidation'>>;
}

/** As the engine shows it. */
export function accountFacts(view: Omit<AccountView, 'seq' | 'known'> & { orders: OrderView[]; positions: PositionView[] }): AccountFacts {
  const { crossWallet, isolatedWallets, crossUnrealizedPnl, fundingDebt, orderMargin, positionMode } = view;
  return {
    wallet: { crossWallet, isolatedWallets, crossUnrealizedPnl, fundingDebt, orderMargin, positionMode },
    orders: new Map(view.orders.map((order) => [order.orderId, { ...order, end: -1 }])),
    positions: new Map(view.positions.map((position) => [position.positionId, positionFacts(position)])),
    told: new Map(view.positions.map(({ positionId, adlLight, inLiquidation }) => [positionId, { adlLight, inLiquidation }])),
  };
}

/**
 * Takes one event of the account; its maps change in place. `clientOrderId` of a new order. False where the event does not tell all that
 * came of it, so that the engine must be asked.
 */
export function foldAccount(account: AccountFacts, e: Float64Array, i: number, clientOrderId = ''): boolean {
  const isWhole = foldHoldings(account, e, i);
  foldOrders(account.orders, e, i, clientOrderId);
  return isWhole;
}

/** The same without its orders. */
export function foldHoldings(account: AccountFacts, e: Float64Array, i: number): boolean {
  const positionId = positionIn(e, i);
  if (positionId >= 0) {
    const now = foldPosition(account.positions.get(positionId), e, i);
    if (now !== undefined) account.positions.set(positionId, now);
    else account.positions.delete(positionId);
  } else account.wallet = foldWallet(account.wallet, e, i);
  return tellsAll(account, e, i);
}

function tellsAll({ orders }: AccountFacts, e: Float64Array, i: number): boolean {
  switch (e[i]) {
    case EventKind.LeverageChanged:
      // Open orders of the symbol are charged anew then, which no event of theirs says.
      return ![...orders.values()].some(({ symbol }) => symbol === e[i + Head.symbol]);
    case EventKind.TriggerAmended:
      // A trailing stop that follows goes on doing so without a word.
      return !orders.get(orderIn(e, i))?.extreme;
    default:
      return e[i] !== EventKind.LiquidationStarted && e[i] !== EventKind.LiquidationFinished;
  }
}

/** The order that the event speaks of, as it leaves it; undefined where it speaks of none that is known. One that ended is an open one no more. */
export function foldOrders(orders: AccountFacts['orders'], e: Float64Array, i: number, clientOrderId = ''): OrderFacts | undefined {
  const id = orderIn(e, i);
  if (id < 0) return undefined;
  const was = orders.get(id);
  const now = foldOrder(was, e, i);
  if (now === undefined) return undefined;
  const order = { ...now, clientOrderId: was?.clientOrderId ?? clientOrderId };
  if (order.end >= 0) orders.delete(id);
  else orders.set(id, order);
  return order;
}

/** False where figures hang on more than facts and marks: what is or may be about to be liquidated, and queues of deleveraging. */
export function isToldByFacts({ positions }: AccountFigures, market: Market): boolean {
  return positions.every((p) => isCalm(p.marginBalance, p.scopeMaintenanceMargin) && !p.inLiquidation && market.termsOf(p.symbol).hasHouse);
}

/** What a symbol's figures are reckoned with; without a house positions queue for deleveraging (rules 9.6). */
export interface RiskTerms {
  units: Units;
  maintenance: MaintenanceRatios;
  hasHouse: boolean;
}

/** What the figures of a moment are reckoned from. */
export interface Market {
  /** Mark units; undefined where none was told. */
  markOf(symbol: number): number | undefined;
  termsOf(symbol: number): RiskTerms;
}

interface Valued {
  position: PositionFacts;
  terms: RiskTerms;
  mark: number;
  pnl: number;
  initial: number;
  maintenance: number;
}

export type AccountFigures = Omit<AccountView, 'seq' | 'known'> & { positions: PositionView[] };

/**
 * The account at the marks of now; undefined where a mark is missing. `liquidationOf`: prices of liquidation in mark units as they were told,
 * where nothing that moves them happened; they cost more than all the rest.
 */
export function reckonAccount(
  { wallet, positions, told }: AccountFacts,
  market: Market,
  liquidationOf?: (positionId: number) => number,
): AccountFigures | undefined {
  const valued: Valued[] = [];
  for (const position of positions.values()) {
    const mark = market.markOf(position.symbol);
    if (mark === undefined) return undefined;
    valued.push(valueOf(position, market.termsOf(position.symbol), mark));
  }
  const cross = valued.filter(({ position }) => position.marginType === MarginType.Crossed);
  const sum = (of: readonly Valued[], pick: (v: Valued) => number) => of.reduce((total, each) => total + pick(each), 0);
  const figures = {
    crossWallet: wallet.crossWallet,
    crossUnrealizedPnl: sum(cross, (v) => v.pnl),
    positionMargin: sum(cross, (v) => v.initial),
    orderMargin: wallet.orderMargin,
  };
  const scope = { balance: wallet.crossWallet + figures.crossUnrealizedPnl, maintenance: sum(cross, (v) => v.maintenance) };
  return {
    ...figures,
    isolatedWallets: wallet.isolatedWallets,
    fundingDebt: wallet.fundingDebt,
    maintenanceMargin: scope.maintenance,
    available: availableBalance(figures),
    withdrawable: withdrawableBalance({ ...figures, orderMargin: figures.orderMargin + wallet.fundingDebt }),
    positionMode: wallet.positionMode,
    positions: valued.map((v) => viewOf(v, cross, scope, told.get(v.position.positionId), liquidationOf)),
  };
}

function valueOf(position: PositionFacts, terms: RiskTerms, mark: number): Valued {
  const { units } = terms;
  const lots = Math.abs(position.lots);
  return {
    position,
    terms,
    mark,
    pnl: unrealizedPnl(units, position.lots > 0 ? 1 : -1, mark, lots, normalizeCost(position.entryCost)),
    initial: initialMarginAtMark(units, mark, lots, position.leverage),
    maintenance: maintenanceMarginAt(terms.maintenance, mark, lots),
  };
}

function viewOf(
  v: Valued,
  cross: readonly Valued[],
  scope: { balance: number; maintenance: number },
  told: AccountFacts['told'] extends Map<number, infer T> ? T | undefined : never,
  liquidationOf?: (positionId: number) => number,
): PositionView {
  const { position: p, terms, mark } = v;
  const isIsolated = p.marginType === MarginType.Isolated;
  return {
    ...p,
    mark,
    unrealizedPnl: v.pnl,
    initialMargin: v.initial,
    maintenanceMargin: v.maintenance,
    marginBalance: isIsolated ? p.isolatedWallet + v.pnl : scope.balance,
    scopeMaintenanceMargin: isIsolated ? v.maintenance : scope.maintenance,
    liquidationPrice: liquidationOf?.(p.positionId) ?? liquidationAt(v, cross, scope),
    removable: isIsolated
      ? removableMargin(terms.units, p.isolatedWallet, v.pnl, mark, Math.abs(p.lots), normalizeCost(p.entryCost), p.leverage)
      : 0,
    adlLight: told?.adlLight ?? 0,
    inLiquidation: told?.inLiquidation ?? false,
  };
}

// Legs of one symbol that are crossed share the wallet less what the other symbols need (rules 9.2).
function liquidationAt(v: Valued, cross: readonly Valued[], scope: { balance: number; maintenance: number }): number {
  const { position: p, terms, mark } = v;
  const isIsolated = p.marginType === MarginType.Isolated;
  const legs = isIsolated ? [v] : cross.filter(({ position }) => position.symbol === p.symbol);
  const own = legs.reduce((sum, leg) => sum + leg.maintenance - leg.pnl, 0);
  const backing = isIsolated ? p.isolatedWallet : scope.balance - scope.maintenance + own;
  return liquidationPrice(terms.units, terms.maintenance.tiers, legs.map(legOf), backing, mark);
}

const legOf = ({ position: { lots, entryCost } }: Valued) => ({
  side: lots > 0 ? 1 : -1,
  lots: Math.abs(lots),
  entryCost: normalizeCost(entryCost),
});
