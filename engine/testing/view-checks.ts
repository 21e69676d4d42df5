// What members read is what the rules say: the engine's views beside the naive engine's figures, and liquidation prices put to the proof.
import { type Command, CommandKind, OrderType, PositionSide } from '../wire/command.ts';
import { Reject } from '../reject.ts';
import type { EngineState } from '../state.ts';
import { accountView, settingsView } from '../view-account.ts';
import { openOrdersView } from '../view-orders.ts';
import { maxOpenableView, openPositionsView, type PositionView } from '../view-positions.ts';
import { scopeEquity, scopeMaintenance, scopePositions } from './naive/scope.ts';
import { isHedge, isIsolated, leverageOf, type Naive, ordersOf, positionOf, type Scope, symbolOf } from './naive/model.ts';
import { refusalOf } from './naive/place.ts';
import { figures, initialAtMark, maintenance, maxNotional, unrealized } from './naive/risk.ts';
import { removable } from './naive/settings.ts';

export function checkViews(state: EngineState, world: Naive, account: number): string[] {
  const wrong: string[] = [];
  const view = accountView(state, account);
  if (!view.known) return [`view of account ${account}: unknown`];
  const f = figures(world, account);
  const same = (what: string, shown: number, exact: bigint | number) => {
    if (BigInt(shown) !== BigInt(exact)) wrong.push(`view of account ${account}, ${what}: ${shown} for ${exact}`);
  };
  same('withdrawable', view.withdrawable, f.withdrawable);
  same('available', view.available, f.free > 0n ? f.free : 0n);
  same('maintenance', view.maintenanceMargin, f.maintenance);
  same('open orders', openOrdersView(state, account, -1).length, ordersOf(world, account).length);
  for (const o of openOrdersView(state, account, -1)) {
    const order = world.orders.find((n) => n.id === o.orderId);
    if (order === undefined) wrong.push(`view of order ${o.orderId}: unknown to the naive engine`);
    else same(`filled of order ${o.orderId}`, o.filledLots, order.lots - order.rest);
  }
  for (const p of openPositionsView(state, account, -1)) checkPosition(world, account, p, same, wrong);
  for (const m of world.symbols.values()) {
    if (m.isDelisted) continue;
    const settings = settingsView(state, account, m.index);
    same(`leverage of ${m.index}`, settings?.leverage ?? 0, leverageOf(world, account, m.index));
    same(`max notional of ${m.index}`, settings?.maxNotional ?? 0, maxNotional(m, leverageOf(world, account, m.index)));
    wrong.push(...checkMaxOpenable(state, world, account, m.index));
  }
  return wrong;
}

type Same = (what: string, shown: number, exact: bigint | number) => void;

function checkPosition(world: Naive, account: number, view: PositionView, same: Same, wrong: string[]): void {
  const p = positionOf(world, account, view.symbol, view.positionSide);
  if (p === undefined) {
    wrong.push(`view of account ${account}: a position in ${view.symbol} that the naive engine does not have`);
    return;
  }
  const at = `position in ${view.symbol}, `;
  const isolated = isIsolated(world, account, view.symbol);
  const scope: Scope = { account, symbol: isolated ? view.symbol : -1, positionSide: view.positionSide };
  same(`${at}uPnL`, view.unrealizedPnl, unrealized(world, p));
  same(`${at}initial margin`, view.initialMargin, initialAtMark(world, p));
  same(`${at}maintenance`, view.maintenanceMargin, maintenance(world, p));
  same(`${at}margin balance`, view.marginBalance, scopeEquity(world, scope));
  same(`${at}scope maintenance`, view.scopeMaintenanceMargin, scopeMaintenance(world, scope));
  same(`${at}removable`, view.removable, isolated ? removable(world, p) : 0n);
  const fault = liquidationPriceFault(world, scope, view);
  if (fault !== '') wrong.push(`liquidation price of account ${account} in ${view.symbol}: ${fault}`);
}

/** Equity less maintenance margin of a scope, were the symbol's mark `mark`. */
function capacity(world: Naive, scope: Scope, symbol: number, mark: number): bigint {
  const m = symbolOf(world, symbol);
  const present = m.mark;
  m.mark = BigInt(mark);
  const left = scopeEquity(world, scope) - scopeMaintenance(world, scope);
  m.mark = present;
  return left;
}

// One mark unit beyond it the scope fails; one before it has room, but for what four roundings of two legs may have taken.
function liquidationPriceFault(world: Naive, scope: Scope, view: PositionView): string {
  const { liquidationPrice: price, mark, symbol } = view;
  if (capacity(world, scope, symbol, mark) <= 0n) return '';
  if (price === 0) {
    const far = [1, mark * 4].filter((at) => capacity(world, scope, symbol, at) < -4n);
    return far.length === 0 ? '' : `none shown, but at ${far.join(' and ')} nothing is left`;
  }
  if (price === mark) return '';
  const away = price < mark ? -1 : 1;
  if (price + away > 0 && capacity(world, scope, symbol, price + away) > 0n)
    return `${price} shown, but beyond it ${capacity(world, scope, symbol, price + away)} is left`;
  if (capacity(world, scope, symbol, price - away) < -4n)
    return `${price} shown, but before it ${capacity(world, scope, symbol, price - away)} is left`;
  return scopePositions(world, scope).length === 0 ? 'of an empty scope' : '';
}

/** What the "max" button offers is not refused for margin or bracket. */
function checkMaxOpenable(state: EngineState, world: Naive, account: number, symbol: number): string[] {
  const m = symbolOf(world, symbol);
  const hedge = isHedge(world, account);
  const wrong: string[] = [];
  for (const side of [0, 1]) {
    const price = Number(m.mark / 100n);
    if (price === 0) continue;
    const { lots } = maxOpenableView(state, account, symbol, side, price);
    if (lots === 0) continue;
    const order: Extract<Command, { kind: typeof CommandKind.PlaceOrder }> = {
      kind: CommandKind.PlaceOrder,
      time: 0,
      keyHi: 0,
      keyLo: 0,
      body: 0,
      account,
      symbol,
      side,
      type: OrderType.Limit,
      timeInForce: 0,
      selfTrade: 0,
      positionSide: hedge ? side + 1 : PositionSide.Both,
      reduceOnly: false,
      price,
      lots,
      slippage: 0,
      clientOrderId: '',
    };
    const refused = refusalOf(world, order);
    if (refused === Reject.INSUFFICIENT_MARGIN || refused === Reject.NOTIONAL_ABOVE_BRACKET) {
      wrong.push(`max openable of account ${account} in ${symbol}, side ${side}: ${lots} lots offered, refused with ${refused}`);
    }
  }
  return wrong;
}
