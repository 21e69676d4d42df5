// Conditional orders and TP/SL that a simulation draws: stops near enough to be reached soon, often wrong, now and then absurd.
import { type Command, CommandKind, OrderType, PositionMode, PositionSide, Side } from '../wire/command.ts';
import { type AttachedTpsl, TPSL_KEEP } from '../wire/order-terms.ts';
import type { FeedModel } from './feed-model.ts';
import type { Naive, NaiveOrder, NaivePosition } from './naive/model.ts';
import type { Random } from './random.ts';
import { DAY_MS } from '../time.ts';

type Body<C> = C extends unknown ? Omit<C, 'time' | 'keyHi' | 'keyLo' | 'body'> : never;
type Conditional = Extract<Command, { kind: typeof CommandKind.PlaceConditional }>;

const RATES = [100_000, 300_000, 1_000_000, 5_000_000];

/** A stop or take-profit to open or to close, a trailing stop, or the order that closes whatever is open. */
export function someConditional(r: Random, world: Naive, feed: FeedModel, account: number, symbol: number): Body<Conditional> {
  const hedge = world.accounts.get(account)?.mode === PositionMode.Hedge;
  const held = r.pick([...world.positions.filter((p) => p.account === account && p.symbol === symbol), undefined]);
  const closes = held !== undefined && r.chance(60);
  const side = closes ? (held.lots > 0n ? Side.Sell : Side.Buy) : r.below(2);
  const type = r.pick([OrderType.TakeProfit, OrderType.StopLoss, OrderType.StopLoss, OrderType.Trailing]);
  const closePosition = type !== OrderType.Trailing && closes && r.chance(40);
  const stopPrice = stopFor(r, world, symbol, side, type);
  const limit = type !== OrderType.Trailing && !closePosition && r.chance(40);
  return {
    kind: CommandKind.PlaceConditional,
    account: r.chance(99.5) ? account : 99,
    symbol: r.chance(99.5) ? symbol : 9,
    side,
    positionSide: r.chance(98) ? (hedge ? (held?.positionSide ?? r.between(1, 2)) : PositionSide.Both) : r.below(4),
    type: r.chance(99) ? type : r.below(6),
    selfTrade: r.below(3),
    reduceOnly: !hedge && closes && !closePosition ? r.chance(80) : r.chance(3),
    closePosition: closePosition || r.chance(1),
    workingType: r.below(2),
    priceProtect: r.chance(25),
    price: limit ? Math.max(1, stopPrice + Math.round((stopPrice * r.between(-8, 8)) / 1_000)) : r.chance(1) ? r.pick([-1, 5]) : 0,
    lots: closePosition && r.chance(97) ? 0 : lotsFor(r, feed, closes ? held : undefined),
    stopPrice: r.chance(99) ? stopPrice : r.pick([0, -1, 5_000_000_000]),
    callbackRate:
      type === OrderType.Trailing ? (r.chance(96) ? r.pick(RATES) : r.pick([0, 50_000, 150_001, 20_000_000])) : r.chance(1) ? 100_000 : 0,
    clientOrderId: r.chance(10) ? `t${r.below(1_000)}` : '',
    ...(r.chance(closes ? 1 : 20) ? { attached: someAttached(r, world, symbol, side) } : {}),
  };
}

function lotsFor(r: Random, feed: FeedModel, held: NaivePosition | undefined): number {
  if (held !== undefined && r.chance(60)) return Math.max(1, Number(held.lots < 0n ? -held.lots : held.lots) >> r.below(2));
  return r.chance(98) ? feed.someLots(r) : r.pick([0, -1, Number.MAX_SAFE_INTEGER]);
}

/** Mostly where it does not fire at once, some promille away. */
function stopFor(r: Random, world: Naive, symbol: number, side: number, type: number): number {
  const m = world.symbols.get(symbol);
  const price = Number(m === undefined ? 100n : m.mark) / 100;
  if (type === OrderType.Trailing && r.chance(50)) return 0;
  const rises = (type === OrderType.StopLoss) === (side === Side.Buy);
  const away = r.pick([0, 1, 2, 4, 8, 20]) * (rises ? 1 : -1) * (r.chance(94) ? 1 : -1);
  return Math.max(1, Math.round(price + (price * away) / 1_000));
}

/** New values for one that waits; at times for one that does not. */
export function amendedConditional(r: Random, world: Naive, o: NaiveOrder): Body<Command> {
  const t = o.trigger;
  const side = o.sign > 0n ? Side.Buy : Side.Sell;
  return {
    kind: CommandKind.AmendConditional,
    account: o.account,
    symbol: o.symbol,
    orderId: o.id,
    price: r.chance(70) ? Number(o.price) : Math.max(0, Number(o.price) + r.between(-5, 5)),
    lots: r.chance(60) ? Number(o.lots) : Math.max(0, Number(o.lots) + r.between(-3, 3)),
    stopPrice: r.chance(30) ? Number(t?.stop ?? 0n) : stopFor(r, world, o.symbol, side, o.type),
    callbackRate: t !== undefined && t.rate > 0n && r.chance(40) ? r.pick(RATES) : Number(t?.rate ?? 0n),
    ...(r.chance(20) ? { tpsl: someNewTpsl(r, world, o) } : {}),
  };
}

/** TP/SL of an entry anew: others, none, one leg less, or the same again. */
export function someNewTpsl(r: Random, world: Naive, o: NaiveOrder): AttachedTpsl {
  const dice = r.below(10);
  const none = { takeProfit: 0, stopLoss: 0, takeProfitByMark: false, stopLossByMark: false, partial: false };
  if (o.attached !== undefined && dice < 3)
    return { ...o.attached, ...r.pick([{}, { takeProfit: 0, takeProfitLimit: 0 }, { stopLoss: 0, stopLossLimit: 0 }]) };
  return dice < 5 ? none : someAttached(r, world, o.symbol, o.sign > 0n ? Side.Buy : Side.Sell);
}

/** TP/SL on an entry: mostly on the right sides of where it will open. */
export function someAttached(r: Random, world: Naive, symbol: number, side: number): AttachedTpsl {
  const m = world.symbols.get(symbol);
  const price = Number(m === undefined ? 100n : m.mark) / 100;
  const sign = (side === Side.Buy ? 1 : -1) * (r.chance(92) ? 1 : -1);
  const leg = (way: number) => (r.chance(75) ? Math.max(1, Math.round(price * (1 + (sign * way * r.pick([1, 5, 20, 60])) / 1_000))) : 0);
  const pair = { takeProfit: r.chance(99) ? leg(1) : -1, stopLoss: leg(-1) };
  const partial = r.chance(50);
  const limit = (stop: number) =>
    stop > 0 && r.chance(50) ? Math.max(1, Math.round(stop * (1 + r.pick([-60, -3, 0, 2, 60]) / 1_000))) : 0;
  const limits = r.chance(partial ? 50 : 3) ? { takeProfitLimit: limit(pair.takeProfit), stopLossLimit: limit(pair.stopLoss) } : {};
  return { ...pair, takeProfitByMark: r.chance(50), stopLossByMark: r.chance(50), partial, ...limits };
}

/** Reversing, closing all, the dead man's switch. */
export function someClosing(r: Random, world: Naive, account: number, symbol: number): Body<Command> {
  const p = r.pick([...world.positions, undefined]);
  const slippage = r.chance(80) ? 0 : r.pick([1, 500_000, 50_000_000, -1, 100_000_000]);
  const dice = r.below(10);
  if (dice < 4) {
    const owner = p !== undefined && r.chance(97) ? p.account : account;
    return { kind: CommandKind.ReversePosition, account: owner, symbol: p?.symbol ?? symbol, positionId: p?.id ?? r.below(50), slippage };
  }
  if (dice < 7)
    return {
      kind: CommandKind.ClosePositions,
      account: p?.account ?? account,
      symbol: r.chance(60) ? (p?.symbol ?? symbol) : r.pick([-1, -1, 9]),
      slippage,
    };
  const countdownMs = r.pick([0, 1_000, 1_000, 2_500, 60_000, 999, DAY_MS + 1, -5]);
  return { kind: CommandKind.SetCancelAfter, account: r.chance(98) ? account : 99, symbol: r.chance(60) ? symbol : -1, countdownMs };
}

export function someTpsl(r: Random, world: Naive, p: NaivePosition): Body<Command> {
  const side = p.lots > 0n ? Side.Sell : Side.Buy;
  const leg = (type: number) => (r.chance(70) ? stopFor(r, world, p.symbol, side, type) : r.pick([0, TPSL_KEEP, TPSL_KEEP, -2]));
  return {
    kind: CommandKind.SetPositionTpsl,
    account: r.chance(98) ? p.account : r.below(4),
    symbol: p.symbol,
    positionId: p.id,
    takeProfit: leg(OrderType.TakeProfit),
    stopLoss: leg(OrderType.StopLoss),
    flags: r.below(8),
  };
}
