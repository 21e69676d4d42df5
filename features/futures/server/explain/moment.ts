// What a replay gathers of one command for one member: the command, the engine's own views before and after, its events, the mark.
import { type Command, CommandKind, decodeCommand } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, type EngineEvent, EventHeadWord, decodeEvent } from '@maru/engine/wire/event.ts';
import { decodeInstrument, type InstrumentSpec } from '@maru/engine/market/instrument.ts';
import type { AccountView, SettingsView } from '@maru/engine/view-account.ts';
import type { SymbolView } from '@maru/engine/view-market.ts';
import type { OrderView } from '@maru/engine/view-orders.ts';
import type { PositionView } from '@maru/engine/view-positions.ts';
import type { EngineCore } from '@maru/kit/server/engine-core.ts';
import type { CommandWatch } from '@maru/kit/server/replay-command.ts';

const Head = EventHeadWord;

/** How an account stood. */
export interface Standing {
  account: AccountView;
  positions: PositionView[];
  symbols: SymbolView[];
}

/** The last SetMark of a symbol at or before the command, and where it stands. */
export interface MarkRecord {
  seq: number;
  time: number;
  mark: number;
  index: number;
  last: number;
  parts: readonly number[];
}

export interface Moment {
  account: number;
  seq: number;
  time: number;
  command: Command;
  before: Standing;
  after: Standing;
  /** Events that name this account, in order. */
  events: EngineEvent[];
  marks: ReadonlyMap<number, MarkRecord>;
  /** The member's settings of the command's symbol before it. */
  settings: SettingsView | null;
  /** The member's open orders of the command's symbol before it, or of all. */
  orders: OrderView[];
  /** Members' best prices of the command's symbol before it, in ticks; 0 = none. */
  bestBid: number;
  bestAsk: number;
}

export interface MomentWatch extends CommandWatch {
  moment(): Moment;
}

/** Gathers as the replay passes; `moment()` once it ended. */
export function watchMoment(account: number, seq: number): MomentWatch {
  const marks = new Map<number, MarkRecord>();
  const found: Partial<Moment> = {};
  return {
    passed(words, offset, at) {
      if (words[offset] !== CommandKind.SetMark) return;
      const c = decodeCommand(words, offset) as Extract<Command, { kind: typeof CommandKind.SetMark }>;
      marks.set(c.symbol, { seq: at, time: c.time, mark: c.mark, index: c.index, last: c.last, parts: c.parts ?? [] });
    },
    before(core, words, offset) {
      found.command = decodeCommand(words, offset);
      found.before = standingOf(core, account);
      found.settings = core.query('settings', [account, found.command.symbol]) as SettingsView | null;
      found.orders = (core.query('openOrders', [account, found.command.symbol]) as { orders: OrderView[] }).orders;
      const levels = core.query('bookLevels', [found.command.symbol, 1]) as { bids: number[]; asks: number[] };
      found.bestBid = levels.bids[0] ?? 0;
      found.bestAsk = levels.asks[0] ?? 0;
    },
    after(core, events) {
      found.after = standingOf(core, account);
      found.events = ownEvents(events, account);
    },
    moment() {
      const { command } = found;
      if (command === undefined) throw new Error(`sequence ${seq} was not replayed`);
      return { ...(found as Moment), account, seq, time: command.time, marks };
    },
  };
}

function standingOf(core: EngineCore, account: number): Standing {
  const { positions } = core.query('openPositions', [account, -1]) as { positions: PositionView[] };
  return { account: core.query('account', [account]) as AccountView, positions, symbols: core.query('symbols', []) as SymbolView[] };
}

function ownEvents(words: Float64Array, account: number): EngineEvent[] {
  const events: EngineEvent[] = [];
  for (let at = 0; at < words.length; at += EVENT_WORDS) if (words[at + Head.account] === account) events.push(decodeEvent(words, at));
  return events;
}

/** The instrument as it was at that moment, before the command. */
export function specAt({ before, after }: Moment, symbol: number): InstrumentSpec {
  const found = before.symbols.find((s) => s.symbol === symbol && s.listed) ?? after.symbols.find((s) => s.symbol === symbol);
  if (found === undefined) throw new Error(`symbol ${symbol} was not listed`);
  return decodeInstrument(found.spec);
}

/** The brackets that judged: those of a listing that came with this very command, else as before it. */
export function judgingSpecAt(m: Moment, symbol: number): InstrumentSpec {
  const { command } = m;
  const isNew = command.kind === CommandKind.ListSymbol && command.symbol === symbol;
  return isNew ? decodeInstrument(command.spec) : specAt(m, symbol);
}

/** The mark in force when the command had done its work. */
export function markAt({ after }: Moment, symbol: number): number {
  return after.symbols.find((s) => s.symbol === symbol)?.mark ?? 0;
}

/** Events of one kind, typed. */
export function eventsOf<K extends EngineEvent['kind']>(events: readonly EngineEvent[], kind: K): Extract<EngineEvent, { kind: K }>[] {
  return events.filter((event): event is Extract<EngineEvent, { kind: K }> => event.kind === kind);
}
