// The naive engine's auto-deleveraging (rules 9.6): where no counterparty quotes, the winners of the other side close at the bankruptcy price.
import { FillRole } from '../../wire/event.ts';
import { abs, ceilDiv, floorDiv, max, min } from './exact.ts';
import { isIsolated, type Naive, type NaivePosition, symbolOf } from './model.ts';
import { signOf, unrealized } from './risk.ts';
import { isHeld, scopeEquity, scopeMaintenance } from './scope.ts';
import { applyFill, cutReducers } from './settle.ts';
import { closingOrder } from './closing-order.ts';

export const isCounterpartyOff = (s: Naive, symbol: number): boolean => symbolOf(s, symbol).spec.counterpartyCapLots === 0;

const ONE = 1_000_000n;

/** leveragePnl as a fraction: max(0, uPnL) / max(1, wallet) x MM / (wallet + uPnL); the wallet of a cross leg is its scope without this leg's PnL. */
function scoreOf(s: Naive, p: NaivePosition): { num: bigint; den: bigint } {
  const scope = scopeOf(s, p);
  const gain = max(0n, unrealized(s, p));
  const sum = scopeEquity(s, scope);
  const wallet = sum - unrealized(s, p);
  if (gain === 0n || sum <= 0n) return { num: 0n, den: 1n };
  return { num: gain * scopeMaintenance(s, scope), den: max(ONE, wallet) * sum };
}

const scopeOf = (s: Naive, p: NaivePosition) => ({
  account: p.account,
  symbol: isIsolated(s, p.account, p.symbol) ? p.symbol : -1,
  positionSide: p.positionSide,
});

/** Bars of the queue light: five for the first fifth of its side down to one; none with the counterparty on, or where no member holds the other side. */
export function adlLight(s: Naive, p: NaivePosition): number {
  if (!isCounterpartyOff(s, p.symbol)) return 0;
  const side = s.positions.filter((q) => q.symbol === p.symbol && signOf(q.lots) === signOf(p.lots));
  if (!s.positions.some((q) => q.symbol === p.symbol && signOf(q.lots) === -signOf(p.lots))) return 0;
  const mine = scoreOf(s, p);
  const isBefore = (q: NaivePosition) => {
    const its = scoreOf(s, q);
    const [a, b] = [its.num * mine.den, mine.num * its.den];
    return a > b || (a === b && q.account < p.account);
  };
  const rank = side.filter(isBefore).length;
  return Math.max(1, 5 - Math.floor((rank * 5) / side.length));
}

/** Queue of one symbol's side as it stood when this command first needed it. */
function queueOf(s: Naive, symbol: number, sign: bigint): NaivePosition[] {
  const key = `${symbol}:${sign}`;
  const known = s.adlQueues.get(key);
  if (known !== undefined) return known;
  const ranked = s.positions
    .filter((p) => p.symbol === symbol && signOf(p.lots) === sign)
    .map((p) => ({ p, ...scoreOf(s, p) }))
    .sort((a, b) => Number(b.num * a.den > a.num * b.den) - Number(b.num * a.den < a.num * b.den) || a.p.account - b.p.account);
  const queue = ranked.map((r) => r.p);
  s.adlQueues.set(key, queue);
  return queue;
}

/** Hands `lots` of a bankrupt leg (sign of what it held, closed for `exit` cost units) to the winners; the counterparty keeps what nobody can take. */
export function deleverage(s: Naive, bankrupt: NaivePosition, sign: bigint, lots: bigint, exit: bigint): void {
  const m = symbolOf(s, bankrupt.symbol);
  const by = lots * m.costNum;
  const price = max(1n, sign > 0n ? ceilDiv(exit, by) : floorDiv(exit, by));
  const queue = queueOf(s, m.index, -sign);
  let rest = lots;
  while (rest > 0n) {
    const p = queue[0];
    if (p === undefined) return;
    if (!s.positions.includes(p) || p.account === bankrupt.account || isHeld(s, scopeOf(s, p)) || signOf(p.lots) === sign) {
      queue.shift();
      continue;
    }
    const take = min(rest, abs(p.lots));
    applyFill(s, closingOrder(p, take), price, take, FillRole.Adl);
    m.house -= sign * take;
    cutReducers(s, p.account, m.index);
    rest -= take;
  }
}
