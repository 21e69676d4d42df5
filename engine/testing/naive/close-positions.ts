// The naive engine's closing commands (rules 5.7): closing what is open, reversing a position, each through the normal order path.
import { type Command, type CommandKind, OrderType, PositionSide, SelfTrade } from '../../wire/command.ts';
import { Reject } from '../../reject.ts';
import { closingOrder } from './closing-order.ts';
import { abs, floorDiv } from './exact.ts';
import { isHedge, listed, type Naive, type NaiveOrder, type NaivePosition, type NaiveSymbol, positionsOf, symbolOf } from './model.ts';
import { costOfOrder, entryFault, finish, flipFault, freedByClose, refusalOfOrder } from './place.ts';
import { closingFault } from './trigger.ts';

const MAX_SLIPPAGE = 100_000_000;
const isSlippage = (slippage: number): boolean => Number.isSafeInteger(slippage) && slippage >= 0 && slippage < MAX_SLIPPAGE;

/** Nothing open is no error; refused only when none of what is open can be closed. */
export function closePositions(s: Naive, c: Extract<Command, { kind: typeof CommandKind.ClosePositions }>): number {
  if (c.symbol !== -1 && listed(s, c.symbol) === undefined) return Reject.SYMBOL_UNKNOWN;
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  if (!isSlippage(c.slippage)) return Reject.PARAM_MALFORMED;
  const legs = positionsOf(s, c.account).filter((p) => c.symbol === -1 || p.symbol === c.symbol);
  legs.sort((a, b) => a.symbol - b.symbol || a.positionSide - b.positionSide);
  const sizes = legs.map((p) => abs(p.lots));
  const refusals = legs.map((p) => closeLeg(s, p, c.slippage));
  if (refusals.length > 0 && refusals.every((code) => code !== 0)) return refusals[0];
  refusals.forEach((code, k) => {
    if (code !== 0) s.cutShort.push(cutText(legs[k], sizes[k], code));
  });
  return 0;
}

const cutText = (p: NaivePosition, lots: bigint, code: number): string => `position ${p.id} lots ${lots}: ${code}`;

function closeLeg(s: Naive, p: NaivePosition, slippage: number): number {
  const m = symbolOf(s, p.symbol);
  const o = { ...marketClose(s, p), slippage: BigInt(slippage) };
  const refused = closeFault(s, m, o);
  if (refused) return refused;
  run(s, m, o);
  return 0;
}

function marketClose(s: Naive, p: NaivePosition): NaiveOrder {
  return { ...closingOrder(p, abs(p.lots)), selfTrade: SelfTrade.ExpireTaker, reduceOnly: !isHedge(s, p.account) };
}

const closeFault = (s: Naive, m: NaiveSymbol, o: NaiveOrder): number =>
  m.isDelisted ? Reject.SYMBOL_CLOSED : entryFault(s, m) || closingFault(s, m, o);

function run(s: Naive, m: NaiveSymbol, o: NaiveOrder): void {
  s.serial += 1;
  o.id = s.placedIds.shift() ?? 0;
  o.arrival = s.serial;
  o.age = s.serial;
  // It came and went here, also when nothing was filled: the leg is looked at (rules 9.1, 9.7).
  s.stirred.add(`${o.account}:${o.symbol}`);
  finish(s, m, o);
}

/** Closes q, then opens q on the other side; refused as a whole when that side would not be affordable after the close. */
export function reversePosition(
  s: Naive,
  c: Extract<Command, { kind: typeof CommandKind.ReversePosition }>,
  p: NaivePosition | undefined,
): number {
  if (!s.accounts.has(c.account)) return Reject.ACCOUNT_UNKNOWN;
  if (!isSlippage(c.slippage)) return Reject.PARAM_MALFORMED;
  if (p === undefined || p.account !== c.account) return Reject.POSITION_UNKNOWN;
  const m = symbolOf(s, p.symbol);
  const close = { ...marketClose(s, p), slippage: BigInt(c.slippage) };
  const open = otherSide(s, p, close);
  const refused = closeFault(s, m, close) || reversalFault(s, m, p, close, open);
  if (refused) return refused;
  run(s, m, close);
  // What the market did not take stays, and nothing is opened against it.
  const cut = s.positions.includes(p) ? Reject.NO_LIQUIDITY : entryFault(s, m) || refusalOfOrder(s, m, open);
  if (cut) {
    s.cutShort.push(cutText(p, open.lots, cut));
    return 0;
  }
  open.reserved = costOfOrder(s, m, open);
  run(s, m, open);
  return 0;
}

function otherSide(s: Naive, p: NaivePosition, close: NaiveOrder): NaiveOrder {
  const hedge = isHedge(s, p.account);
  const positionSide = hedge ? (p.positionSide === PositionSide.Long ? PositionSide.Short : PositionSide.Long) : PositionSide.Both;
  return { ...close, reduceOnly: false, positionSide, type: OrderType.Market };
}

function reversalFault(s: Naive, m: NaiveSymbol, p: NaivePosition, close: NaiveOrder, open: NaiveOrder): number {
  if (open.lots > BigInt(m.spec.maxMarketLots)) return Reject.QUANTITY_TOO_LARGE;
  const notional = floorDiv(m.mark * open.lots * m.costNum, m.costDen * 100n);
  if (notional < BigInt(m.spec.minNotional)) return Reject.NOTIONAL_TOO_SMALL;
  // One-way: one order of twice the lots; hedge: the other leg with the margin that the close sets free.
  if (!isHedge(s, p.account)) return flipFault(s, m, { ...open, lots: open.lots * 2n, rest: open.rest * 2n });
  return refusalOfOrder(s, m, open, freedByClose(s, m, p, close));
}
