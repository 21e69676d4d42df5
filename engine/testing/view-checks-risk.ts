// Views of risk and of waiting orders beside the naive engine's world: debts, flags, holds, funding, TP/SL, countdowns, the ADL light.
import { OrderType } from '../wire/command.ts';
import { countdownsOf } from '../futures/cancel-after.ts';
import type { EngineState } from '../state.ts';
import { accountView } from '../view-account.ts';
import { positionTpslView } from '../view-orders.ts';
import { openPositionsView } from '../view-positions.ts';
import { fundingView, riskOfView } from '../view-risk.ts';
import { adlLight } from './naive/adl.ts';
import { positionTpsl } from './naive/conditional.ts';
import { isIsolated, type Naive, type NaivePosition, ordersOf, positionsOf } from './naive/model.ts';
import { isCloser, signOf } from './naive/risk.ts';
import { isHeld } from './naive/scope.ts';

export function checkRiskViews(state: EngineState, world: Naive, account: number): string[] {
  const wrong: string[] = [];
  const same = (what: string, shown: unknown, exact: unknown) => {
    const [a, b] = [text(shown), text(exact)];
    if (a !== b) wrong.push(`view of account ${account}, ${what}: ${a} for ${b}`);
  };
  const a = world.accounts.get(account);
  const view = accountView(state, account);
  if (a === undefined || !view.known) return [`view of account ${account}: unknown`];
  same('funding debt', view.fundingDebt, Number(a.debt));
  const risk = riskOfView(state, account);
  same('flags', risk?.flags, a.flags);
  same('held', risk?.held, isHeld(world, { account, symbol: -1, positionSide: 0 }));
  const legs = positionsOf(world, account).filter((p) => isIsolated(world, account, p.symbol) && isHeld(world, { ...p }));
  same('held legs', [...(risk?.heldPositions ?? [])].sort(), legs.map((p) => p.id).sort());
  const timers = world.timers.filter((t) => t.account === account).map((t) => `${t.symbol}:${t.until}`);
  same(
    'countdowns',
    countdownsOf(state, account)
      .map((t) => `${t.symbol}:${t.until}`)
      .sort(),
    timers.sort(),
  );
  for (const p of positionsOf(world, account)) checkTpsl(state, world, p, same);
  for (const p of openPositionsView(state, account, -1)) {
    const mine = positionsOf(world, account).find((q) => q.id === p.positionId);
    same(`funding paid by ${p.positionId}`, p.fundingPaid, Number(mine?.funding ?? 0n));
    same(`ADL light of ${p.positionId}`, p.adlLight, mine === undefined ? 0 : adlLight(world, mine));
  }
  return wrong;
}

type Same = (what: string, shown: unknown, exact: unknown) => void;

function checkTpsl(state: EngineState, world: Naive, p: NaivePosition, same: Same): void {
  const view = positionTpslView(state, p.account, p.id);
  for (const [type, shown] of [
    [OrderType.TakeProfit, view?.takeProfit],
    [OrderType.StopLoss, view?.stopLoss],
  ] as const) {
    same(`TP/SL ${type} of position ${p.id}`, shown?.orderId ?? 0, positionTpsl(world, { ...p, type })?.id ?? 0);
  }
  const partial = ordersOf(world, p.account, p.symbol).filter(
    (o) =>
      o.trigger !== undefined && !o.trigger.closePosition && isCloser(o) && o.positionSide === p.positionSide && o.sign !== signOf(p.lots),
  );
  same(`partial TP/SL of position ${p.id}`, (view?.partial ?? []).map((o) => o.orderId).sort(), partial.map((o) => o.id).sort());
}

/** Last funding of every symbol on the exchange. */
export function checkFundingView(state: EngineState, world: Naive): string[] {
  const wrong: string[] = [];
  for (const f of fundingView(state)) {
    const m = world.symbols.get(f.symbol);
    if (m === undefined || m.isDelisted) continue;
    if (f.lastTime !== m.fundedAt || f.running !== (m.funding !== undefined))
      wrong.push(`funding view of ${f.symbol}: ${f.lastTime} ${f.running} for ${m.fundedAt} ${m.funding !== undefined}`);
  }
  return wrong;
}

const text = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));
