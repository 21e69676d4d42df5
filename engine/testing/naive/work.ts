// The naive engine's side of the one work queue: what the engine worked off in this command is done again, one unit after the other,
// and judged: each unit was due, nobody else's command did it, nothing due was forgotten, and a slice ended where it had to.
import { CommandKind, type Command } from '../../wire/command.ts';
import { finishFunding, settleFunding, settleShare } from './funding.ts';
import { liquidate } from './liquidate.ts';
import { cancelForDelisting, closeForDelisting, finishDelisting } from './delist.ts';
import { armAttached } from './attached.ts';
import { isTimerDue, runTimer } from './cancel-after.ts';
import { dropEmpty, finishRound, payBet, voidRound } from './rounds.ts';
import { roundsDue } from './rounds-model.ts';
import { warnTouched } from './warn.ts';
import { dueOf, fireNext, putInLine, releaseSuspended } from './trigger.ts';
import { type Naive, type NaiveOrder, positionOf, sameScope, type Scope } from './model.ts';
import { failing, isHeld, mustLiquidate } from './scope.ts';

export type WorkItem =
  | { kind: 'liquidation'; scope: Scope }
  | { kind: 'funding'; account: number; symbol: number; positionSide: number }
  | { kind: 'fundingFinished'; symbol: number }
  | { kind: 'delisting'; account: number; symbol: number; positionSide: number }
  | { kind: 'delistedOrder'; orderId: number }
  | { kind: 'delistingFinished'; symbol: number }
  | { kind: 'fired'; orderId: number }
  | { kind: 'timer'; account: number; symbol: number }
  | { kind: 'bet'; betId: number }
  | { kind: 'roundVoid' | 'roundFinished'; option: number; ordinal: number };

/** What the engine's events say it worked off, in its order, and how the command left its queue. */
export interface WorkHints {
  items: readonly WorkItem[];
  /** Scopes that wait for their liquidation after the command, in the order of their turns. */
  held: readonly Scope[];
  /** Symbols whose line of fired orders the engine has not made whole after the command, and what it did of it. */
  crossing: readonly number[];
  inLine: ReadonlySet<number>;
  /** Order within one wave: the engine's number of a scope; undefined of a leg that this very command opened. */
  numberOf(scope: Scope): number;
  /** Rounds that the engine keeps after the command, as option:ordinal. */
  rounds: ReadonlySet<string>;
  events: number;
  /** Events after which a slice must end. */
  sliceEvents: number;
}

export const isWaiting = (s: Naive): boolean =>
  s.held.length > 0 ||
  s.fired.length > 0 ||
  s.crossing.length > 0 ||
  isTimerDue(s) ||
  roundsDue(s) ||
  [...s.symbols.values()].some((m) => m.funding !== undefined || m.isDelisting);

/** Does the engine's work after it. Returns what was wrong with it, '' when nothing was. */
export function followWork(s: Naive, c: Command, wasWaiting: boolean, hints: WorkHints): string {
  armAttached(s);
  const waited = s.held.length;
  gather(s, hints);
  // A command that brings down many leaves all of them to Ticks.
  const isSmall = (s.held.length - waited) * 16 <= hints.sliceEvents;
  const mayWork = isSmall && (!wasWaiting || c.kind === CommandKind.Tick);
  // A mark warns at once, before what it set off has its turn.
  if (c.kind === CommandKind.SetMark) s.warned.push(...warnTouched(s, c));
  const own = c.kind === CommandKind.SetMark ? followLine(s, c.symbol, hints) : 0;
  if (own > hints.sliceEvents) return `${own} orders put in line by one command`;
  for (const item of hints.items) {
    if (mayWork && item.kind !== 'liquidation') followLines(s, hints);
    if (item.kind === 'fired' && s.due.some((d) => dueOf(s, d.symbol).length > 0))
      return `order ${item.orderId} fired before the line was whole`;
    const mayAlways = item.kind === 'funding' || isOver(item, c);
    const early = mayWork && item.kind !== 'liquidation' && !mayAlways ? letGoSafe(s, item, hints) : '';
    if (early !== '') return early;
    const wrong = mayWork || mayAlways ? doItem(s, item, hints) : `${item.kind} worked off by a command that may not`;
    if (wrong !== '') return wrong;
    armAttached(s);
  }
  if (mayWork) dropEmpty(s, hints.rounds);
  if (mayWork) releaseSafe(s, hints.held.length);
  if (mayWork && s.held.length === 0) followLines(s, hints);
  s.crossing = hints.crossing;
  const forgotten = s.due.find((d) => dueOf(s, d.symbol).length > 0 && !hints.crossing.includes(d.symbol));
  if (forgotten !== undefined) return `order ${forgotten.o.id} was reached and never put in line`;
  if (mayWork && s.held.length === 0 && s.crossing.length === 0 && hints.events < hints.sliceEvents) releaseSuspended(s, 0);
  gather(s, hints);
  const wrong = sameQueue(s, hints.held);
  if (wrong !== '') return wrong;
  if (mayWork && s.crossing.length === 0 && isWaiting(s) && hints.events < hints.sliceEvents)
    return `slice ended after ${hints.events} events with work left`;
  return '';
}

/** Reached orders of all symbols, the lowest first, as far as the engine came. */
function followLines(s: Naive, hints: WorkHints): void {
  for (const symbol of [...new Set(s.due.map((d) => d.symbol))].sort((a, b) => a - b)) {
    followLine(s, symbol, hints);
    if (dueOf(s, symbol).length > 0) return;
  }
}

/** Where the engine's line is whole it has them all, whatever became of them since; else what stands in it or has left it. */
function followLine(s: Naive, symbol: number, hints: WorkHints): number {
  const isWhole = !hints.crossing.includes(symbol);
  return putInLine(s, symbol, (o: NaiveOrder) => isWhole || hints.inLine.has(o.id));
}

/** A settlement or delisting without a position is over in the command that began it. */
function isOver(item: WorkItem, c: Command): boolean {
  if (item.kind === 'fundingFinished') return c.kind === CommandKind.SettleFunding && c.symbol === item.symbol;
  return item.kind === 'delistingFinished' && c.kind === CommandKind.DelistSymbol && c.symbol === item.symbol;
}

function doItem(s: Naive, item: WorkItem, hints: WorkHints): string {
  switch (item.kind) {
    case 'liquidation':
      return liquidateNext(s, item.scope, hints);
    case 'fundingFinished':
      return finishFunding(s, item.symbol);
    case 'delistedOrder':
      return cancelForDelisting(s, item.orderId);
    case 'delistingFinished':
      return finishDelisting(s, item.symbol);
    case 'fired':
      return fireNext(s, item.orderId);
    case 'timer':
      return runTimer(s, item.account, item.symbol);
    case 'bet':
      return payBet(s, item.betId);
    case 'roundVoid':
      return voidRound(s, item.option, item.ordinal);
    case 'roundFinished':
      return finishRound(s, item.option, item.ordinal);
  }
  if (item.kind === 'funding' && settleShare(s, item.account, item.symbol, item.positionSide)) return '';
  const p = positionOf(s, item.account, item.symbol, item.positionSide);
  if (item.kind === 'delisting') return p === undefined ? `delisting closed no position of ${item.account}` : closeForDelisting(s, p);
  // A trade or a liquidation of this very command may have settled it before its turn.
  if (p !== undefined) settleFunding(s, p);
  return '';
}

// Rules 16: first come, first done. Who is passed over was safe again at its turn and is let go.
function liquidateNext(s: Naive, scope: Scope, hints: WorkHints): string {
  if (s.held.length === 0) gather(s, hints);
  while (s.held.length > 0 && !sameScope(s.held[0], scope)) {
    const passed = s.held[0];
    if (mustLiquidate(s, passed)) return `${show(scope)} liquidated before ${show(passed)}`;
    letGo(s, hints);
  }
  if (s.held.length === 0) return `liquidated out of turn: ${show(scope)}`;
  if (!mustLiquidate(s, scope)) return `liquidated without need: ${show(scope)}`;
  liquidate(s, scope);
  letGo(s, hints);
  return '';
}

// Liquidations go first: whoever still waits when something else has its turn was safe at its own, and was let go.
function letGoSafe(s: Naive, item: WorkItem, hints: WorkHints): string {
  while (s.held.length > 0) {
    if (mustLiquidate(s, s.held[0])) return `${item.kind} worked off before ${show(s.held[0])}`;
    letGo(s, hints);
  }
  return '';
}

// The first of the queue is done; when it was the last, what the wave brought down becomes the next one.
function letGo(s: Naive, hints: WorkHints): void {
  s.held.shift();
  if (s.held.length === 0) gather(s, hints);
}

/** Scopes in breach that do not wait yet join the queue as one wave, by their numbers. */
function gather(s: Naive, hints: WorkHints): void {
  const wave: Scope[] = [];
  for (const account of s.touched) if (s.accounts.has(account)) wave.push(...failing(s, account).filter((scope) => !isHeld(s, scope)));
  wave.sort((a, b) => hints.numberOf(a) - hints.numberOf(b));
  s.held.push(...wave);
}

// At the end of a slice the engine may have let go some that were safe at their turn.
function releaseSafe(s: Naive, left: number): void {
  while (s.held.length > left && !mustLiquidate(s, s.held[0])) s.held.shift();
}

function sameQueue(s: Naive, held: readonly Scope[]): string {
  const [ours, theirs] = [s.held.map(show).join(', '), held.map(show).join(', ')];
  return ours === theirs ? '' : `queue: engine [${theirs}], naive [${ours}]`;
}

const show = (scope: Scope) =>
  `account ${scope.account} ${scope.symbol === -1 ? 'cross' : `symbol ${scope.symbol} leg ${scope.positionSide}`}`;
