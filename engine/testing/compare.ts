// Sets the real engine's outcome of one command beside the naive engine's, and says in words where they part.
import { unpackOrderFlags } from '../wire/command.ts';
import type { AttachedTpsl } from '../wire/order-terms.ts';
import { type EngineEvent, EventKind, FillRole, OrderEnd } from '../wire/event.ts';
import { flagsOf } from '../futures/set-account-flags.ts';
import { rejections } from '../reject.ts';
import { isolatedPurse, WalletWord, walletAccount, houseAccounts } from '../ledger/account.ts';
import type { EngineState } from '../state.ts';
import { accountView, counterpartyLots, ledgerView, type OrderReading, positionViews, waitingOrders } from './engine-reader.ts';
import { figures } from './naive/risk.ts';
import { accountOf, balance, inBook, type Naive, positionsOf } from './naive/model.ts';
import type { Outcome } from './naive/naive-engine.ts';
import type { WorkItem } from './naive/work.ts';

const nameOf = (code: number) => (code === 0 ? 'accepted' : (rejections.get(code)?.name ?? `code ${code}`));

/** Rejection code of a command, 0 when it was accepted. */
export function rejectedCode(events: readonly EngineEvent[]): number {
  for (const e of events) if (e.kind === EventKind.CommandRejected) return e.code;
  return 0;
}

/** Orders that this command put in line, or that left it or lost to their pair: by the events, and by how the line stands. */
export function handledInLine(state: EngineState, events: readonly EngineEvent[]): Set<number> {
  const ids = new Set(waitingOrders(state).flatMap((o) => (o.isFired ? [o.orderId] : [])));
  for (const e of events) {
    if (e.kind === EventKind.OrderTriggered || e.kind === EventKind.TrailingActivated) ids.add(e.orderId);
    if (e.kind === EventKind.OrderClosed && e.end === OrderEnd.OtherLeg) ids.add(e.orderId);
  }
  return ids;
}

const isReport = ({ kind }: EngineEvent) => kind === EventKind.PositionChanged || kind === EventKind.AccountChanged;

/** How many events there were when the command's slice of work ended: reports come behind it, and warnings, but for those of a mark. */
export function eventsOfWork(events: readonly EngineEvent[]): number {
  const reported = events.findLastIndex((e) => !isReport(e)) + 1;
  const worked = events.slice(0, reported).findLastIndex((e) => e.kind !== EventKind.MarginWarned) + 1;
  return worked > 0 && events[worked - 1].kind === EventKind.MarkSet ? reported : worked;
}

/** What the engine worked off in this command, in its order, for the naive engine to follow and judge. */
export function workItems(events: readonly EngineEvent[], positionSideOf: (positionId: number) => number): WorkItem[] {
  const items: WorkItem[] = [];
  // A position that this very command opened is known by its fills only.
  const opened = new Map<number, number>();
  // Rounds that a command of their own decided; others are void by time.
  const judged = new Set<string>();
  for (const e of events) {
    const { account, symbol } = e;
    if (e.kind === EventKind.OrderFilled) {
      const { positionSide } = unpackOrderFlags(e.flags);
      opened.set(e.positionId, positionSide);
      if (e.role === FillRole.Settlement) items.push({ kind: 'delisting', account, symbol, positionSide });
    }
    if (e.kind === EventKind.OrderTriggered) items.push({ kind: 'fired', orderId: e.orderId });
    if (e.kind === EventKind.OrderClosed && e.end === OrderEnd.Delisted) items.push({ kind: 'delistedOrder', orderId: e.orderId });
    if (e.kind === EventKind.CancelAfterDone) items.push({ kind: 'timer', account, symbol });
    if (e.kind === EventKind.RoundTick || e.kind === EventKind.DrawSeedShown) judged.add(`${e.option}:${e.ordinal}`);
    if (e.kind === EventKind.RoundSettled && !judged.has(`${e.option}:${e.ordinal}`))
      items.push({ kind: 'roundVoid', option: e.option, ordinal: e.ordinal });
    if (e.kind === EventKind.BetSettled) items.push({ kind: 'bet', betId: e.betId });
    if (e.kind === EventKind.RoundFinished) items.push({ kind: 'roundFinished', option: e.option, ordinal: e.ordinal });
    if (e.kind === EventKind.FundingFinished) items.push({ kind: 'fundingFinished', symbol });
    if (e.kind === EventKind.DelistingFinished) items.push({ kind: 'delistingFinished', symbol });
    if (e.kind === EventKind.FundingSettled) items.push({ kind: 'funding', account, symbol, positionSide: e.positionSide });
    if (e.kind !== EventKind.LiquidationStarted) continue;
    const positionSide = symbol === -1 ? 0 : (opened.get(e.positionId) ?? positionSideOf(e.positionId));
    items.push({ kind: 'liquidation', scope: { account, symbol, positionSide } });
  }
  return items;
}

export function compareOutcome(events: readonly EngineEvent[], naive: Naive, outcome: Outcome): string[] {
  const differences: string[] = [];
  const code = rejectedCode(events);
  if (code !== outcome.rejected) return [`answer: engine ${nameOf(code)}, naive ${nameOf(outcome.rejected)}`];
  const repeated = events.some((e) => e.kind === EventKind.RequestRepeated);
  if (repeated !== outcome.repeated)
    return [`request: engine ${repeated ? 'repeated' : 'new'}, naive ${outcome.repeated ? 'repeated' : 'new'}`];
  if (outcome.dispute !== '') differences.push(`work: ${outcome.dispute}`);
  sameLines('fills', fillsOf(events), naiveFills(naive), differences);
  sameLines(
    'closed orders',
    closedOf(events),
    naive.closed.map((c) => `${c.orderId} filled ${c.filled} ${endOf(c.end)}${c.reason === 0 ? '' : ` for ${nameOf(c.reason)}`}`),
    differences,
  );
  sameLines(
    'funding',
    fundingOf(events),
    naive.settled.map((f) => `${f.account} ${f.symbol}/${f.positionSide} ${f.amount} collected ${f.collected} debt ${f.debt}`),
    differences,
  );
  sameLines('warnings', warningsOf(events), naive.warned, differences);
  sameLines('cut short', cutShortOf(events), [...naive.cutShort], differences);
  sameLines('equities', reportedOf(events), [...naive.reported], differences);
  return differences;
}

function warningsOf(events: readonly EngineEvent[]): string[] {
  const lines: string[] = [];
  for (const e of events) if (e.kind === EventKind.MarginWarned) lines.push(`${e.account} ${e.symbol}`);
  return lines;
}

function reportedOf(events: readonly EngineEvent[]): string[] {
  return events.flatMap((e) =>
    e.kind === EventKind.EquityReported ? [`${e.account} day ${e.day} ${e.crossWallet} ${e.isolatedWallets} ${e.unrealized}`] : [],
  );
}

function cutShortOf(events: readonly EngineEvent[]): string[] {
  const lines: string[] = [];
  for (const e of events) {
    if (e.kind === EventKind.TpslRefused) lines.push(`TP/SL of ${e.parentId} type ${e.type} stop ${e.stopPrice}: ${e.code}`);
    if (e.kind === EventKind.ReverseCut) lines.push(`position ${e.positionId} lots ${e.lots}: ${e.code}`);
  }
  return lines;
}

function fundingOf(events: readonly EngineEvent[]): string[] {
  const lines: string[] = [];
  for (const e of events) {
    if (e.kind !== EventKind.FundingSettled) continue;
    lines.push(`${e.account} ${e.symbol}/${e.positionSide} ${e.amount} collected ${e.collected} debt ${e.debt}`);
  }
  return lines;
}

// What a liquidation itself trades or hands over is compared by its effects: balances, positions and the makers' fills.
function fillsOf(events: readonly EngineEvent[]): string[] {
  const lines: string[] = [];
  for (const e of events) {
    if (e.kind !== EventKind.OrderFilled || e.role >= FillRole.Liquidation) continue;
    lines.push(`${e.account} order ${e.orderId} ${e.lots}@${e.price} role ${e.role} fee ${e.fee} pnl ${e.realizedPnl}`);
  }
  return lines;
}

function naiveFills(naive: Naive): string[] {
  return naive.fills
    .filter((f) => f.role < FillRole.Liquidation)
    .map((f) => `${f.account} order ${f.orderId} ${f.lots}@${f.price} role ${f.role} fee ${f.fee} pnl ${f.realized}`);
}

function closedOf(events: readonly EngineEvent[]): string[] {
  const placedByEngine = new Set<number>();
  const fired = new Set<number>();
  for (const e of events) if (e.kind === EventKind.OrderFilled && e.role >= FillRole.Liquidation) placedByEngine.add(e.orderId);
  const lines: string[] = [];
  let liquidating = false;
  for (const e of events) {
    if (e.kind === EventKind.LiquidationStarted) liquidating = true;
    if (e.kind === EventKind.LiquidationFinished) liquidating = false;
    if (e.kind === EventKind.OrderTriggered) fired.add(e.orderId);
    if (e.kind === EventKind.OrderPlaced && liquidating && !fired.has(e.orderId)) placedByEngine.add(e.orderId);
    if (e.kind === EventKind.OrderClosed && !placedByEngine.has(e.orderId))
      lines.push(`${e.orderId} filled ${e.filledLots} ${endOf(e.end)}${e.reason === 0 ? '' : ` for ${nameOf(e.reason)}`}`);
  }
  return lines;
}

// Expired and Slippage both mean that the market gave no more within the order's own limits.
function endOf(end: number): string {
  return end === OrderEnd.Slippage || end === OrderEnd.Expired ? 'ran out' : `end ${end}`;
}

export function sameLines(what: string, engine: string[], naive: string[], differences: string[]): void {
  engine.sort();
  naive.sort();
  if (engine.length === naive.length && engine.every((line, i) => line === naive[i])) return;
  const only = (a: string[], b: string[]) => a.filter((line) => !b.includes(line)).join(' | ');
  differences.push(`${what}: engine only [${only(engine, naive)}] naive only [${only(naive, engine)}] (${engine.length}/${naive.length})`);
}

/** Wallets, figures, positions and resting orders of one account. */
export function compareAccount(state: EngineState, naive: Naive, account: number, resting: readonly OrderReading[]): string[] {
  const differences: string[] = [];
  if (!naive.accounts.has(account)) return accountView(state, account).known ? [`account ${account}: open in the engine only`] : [];
  const e = accountView(state, account);
  const n = figures(naive, account);
  const same = (what: string, engine: number | bigint, other: number | bigint) => {
    if (BigInt(engine) !== BigInt(other)) differences.push(`account ${account} ${what}: engine ${engine}, naive ${other}`);
  };
  same('wallet', e.crossWallet, n.wallet);
  same('flags', flagsOf(state, account), accountOf(naive, account).flags);
  for (const purse of [WalletWord.Usdt, WalletWord.Binary])
    same(`purse ${purse}`, ledgerView(state, walletAccount(account, purse)), balance(naive, walletAccount(account, purse)));
  same('isolated', ledgerView(state, isolatedPurse(account)), balance(naive, isolatedPurse(account)));
  same('unrealized', e.unrealized, n.unrealized);
  same('position margin', e.positionMargin, n.positionMargin);
  same('maintenance', e.maintenance, n.maintenance);
  same('order margin', e.orderMargin, n.orderMargin);
  same('available', e.available, n.free > 0n ? n.free : 0n);
  const line = (
    p: { symbol: number; positionSide: number; lots: unknown; cost: bigint; fees: unknown; realized: unknown },
    isolated: unknown,
  ) => `${p.symbol}/${p.positionSide} lots ${p.lots} cost ${p.cost} isolated ${isolated} fees ${p.fees} pnl ${p.realized}`;
  sameLines(
    `account ${account} positions`,
    positionViews(state, account).map((p) => line(p, p.isolatedWallet)),
    positionsOf(naive, account).map((p) => line(p, p.isolated)),
    differences,
  );
  sameLines(
    `account ${account} orders`,
    resting
      .filter((o) => o.account === account)
      .map((o) => `${o.orderId} ${o.symbol} ${o.side} ${o.price} rest ${o.rest} reserved ${o.reserved} ${tpslText(o.attached)}`),
    naive.orders
      .filter((o) => o.account === account && inBook(o))
      .map((o) => `${o.id} ${o.symbol} ${o.sign > 0n ? 0 : 1} ${o.price} rest ${o.rest} reserved ${o.reserved} ${tpslText(o.attached)}`),
    differences,
  );
  return differences;
}

function tpslText(a: AttachedTpsl | undefined): string {
  if (a === undefined) return '';
  const leg = (stop: number, limit = 0, byMark = false) => (stop === 0 ? 'none' : `${stop}@${limit}${byMark ? ' by mark' : ''}`);
  const pair = `${leg(a.takeProfit, a.takeProfitLimit, a.takeProfitByMark)} / ${leg(a.stopLoss, a.stopLossLimit, a.stopLossByMark)}`;
  return `TP/SL ${pair}${a.partial ? ' partial' : ''}`;
}

/** Every order that waits for a price, and how it waits. */
export function compareWaiting(state: EngineState, naive: Naive): string[] {
  const differences: string[] = [];
  sameLines(
    'waiting orders',
    waitingOrders(state).map(
      (o) =>
        `${o.orderId} of ${o.account} in ${o.symbol} ${o.flags & 1} type ${(o.flags >> 3) & 7} ${o.lots}@${o.price} reserved ${o.reserved} ` +
        `stop ${o.stop} rate ${o.rate} extreme ${o.extreme} ${o.isFired ? 'fired' : ''} ${tpslText(o.attached)}`,
    ),
    naive.orders.flatMap((o) => {
      const t = o.trigger;
      if (t === undefined) return [];
      return (
        `${o.id} of ${o.account} in ${o.symbol} ${o.sign > 0n ? 0 : 1} type ${o.type} ${o.lots}@${o.price} reserved ${o.reserved} ` +
        `stop ${t.stop} rate ${t.rate} extreme ${t.extreme} ${t.isFired ? 'fired' : ''} ${tpslText(o.attached)}`
      );
    }),
    differences,
  );
  return differences;
}

/** House purses, and what the house holds of each symbol. */
export function compareCounterparty(state: EngineState, naive: Naive): string[] {
  const differences: string[] = [];
  for (const purse of [...houseAccounts(), ...naive.occupancy.accounts]) {
    if (BigInt(ledgerView(state, purse)) !== balance(naive, purse)) {
      differences.push(`account ${purse}: engine ${ledgerView(state, purse)}, naive ${balance(naive, purse)}`);
    }
  }
  for (const m of naive.symbols.values()) {
    if (BigInt(counterpartyLots(state, m.index)) !== m.house)
      differences.push(`counterparty lots of ${m.index}: engine ${counterpartyLots(state, m.index)}, naive ${m.house}`);
  }
  return differences;
}
