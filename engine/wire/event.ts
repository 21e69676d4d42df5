// Every fact the engine reports: its words by name, its typed view, and the one way to read and write a record.
//
// A record is EVENT_WORDS words: the head, then the fields of its kind (event-fields.ts). Events are recomputed on replay. Their identity is
// (sequence, index); a member's stream resumes by it.
import type { EventBuffer } from './event-buffer.ts';
import { ACCOUNT_EVENTS, CUSTODY_EVENTS, ORDER_EVENTS, RISK_EVENTS, ROUND_EVENTS, TRIGGER_EVENTS } from './event-fields.ts';
import { EVENT_WORDS, EventKind } from './event-kind.ts';
import { type Field, type Fields, type ValuesOf, type WordsOf, isPacked, wordsOf } from './field.ts';

export { EVENT_WORDS, EventKind, OrderEnd, OrderStatus, FillRole, PositionEnd, LiquidationStage } from './event-kind.ts';
export { BetStatus, RoundResult, VoidReason } from './event-kind.ts';

/** Words of the head that every event has. */
export const EventHeadWord = { kind: 0, seq: 1, index: 2, time: 3, account: 4, symbol: 5 } as const;
const HEAD_WORDS = 6;

type EventName = keyof typeof EventKind;
const EVENT_FIELDS = {
  ...ACCOUNT_EVENTS,
  ...ORDER_EVENTS,
  ...TRIGGER_EVENTS,
  ...RISK_EVENTS,
  ...ROUND_EVENTS,
  ...CUSTODY_EVENTS,
} satisfies Record<EventName, Fields>;
type FieldsOf = typeof EVENT_FIELDS;

/** Offsets of each kind's words from the beginning of its record: `events[i + EventWord.OrderFilled.price]`. Hot files bind them (layout.ts). */
export const EventWord = Object.fromEntries(Object.entries(EVENT_FIELDS).map(([name, fields]) => [name, wordsOf(fields, HEAD_WORDS)])) as {
  readonly [N in EventName]: WordsOf<FieldsOf[N]>;
};

export interface EventHead {
  seq: number;
  index: number;
  time: number;
  account: number;
  symbol: number;
}

/** An event's own fields by the name of its kind. */
export type EventValues<N extends EventName> = ValuesOf<FieldsOf[N]>;
export type EventOf<N extends EventName> = EventHead & { kind: (typeof EventKind)[N] } & EventValues<N>;
export type EngineEvent = { [N in EventName]: EventOf<N> }[EventName];

type EventWords<N extends EventName> = WordsOf<FieldsOf[N]>;

/**
 * The words of a kind for a writer that sets them where its facts are: it names every one of them, so that a new field fails to compile
 * until it is written. Hot writers only; the others hand an object to `writeEvent`.
 */
export function writerOf<N extends EventName, const Named extends readonly (keyof EventWords<N>)[]>(
  name: N,
  ..._named: Exclude<keyof EventWords<N>, Named[number]> extends never
    ? Named
    : readonly [missing: Exclude<keyof EventWords<N>, Named[number]>]
): (typeof EventWord)[N] {
  return EventWord[name];
}

interface Layout {
  readonly kind: number;
  readonly fields: readonly { readonly name: string; readonly at: number; readonly field: Field<unknown> }[];
}

const LAYOUTS: ReadonlyMap<number, Layout> = new Map(
  Object.entries(EVENT_FIELDS as Record<string, Fields>).map(([name, fields]) => {
    const words = EventWord[name as EventName] as { readonly [field: string]: number };
    const placed = Object.entries(fields).map(([own, field]) => ({ name: own, at: words[own], field }));
    const kind = EventKind[name as EventName];
    return [kind, { kind, fields: placed }];
  }),
);

/** Reads the record at `offset`: for logs, explain pages, tests, and whoever is not on the order's way. Throws on a kind it does not know. */
export function decodeEvent(words: Float64Array, offset = 0): EngineEvent {
  const { seq, index, time, account, symbol } = EventHeadWord;
  const head = { seq: words[offset + seq], index: words[offset + index], time: words[offset + time] };
  const layout = LAYOUTS.get(words[offset]);
  if (layout === undefined) throw new RangeError(`unknown event kind ${words[offset]} at sequence ${head.seq}`);
  const event: { [name: string]: unknown } = {
    ...head,
    account: words[offset + account],
    symbol: words[offset + symbol],
    kind: layout.kind,
  };
  for (const { name, at, field } of layout.fields) {
    const value = field.read(words, offset + at, offset + EVENT_WORDS);
    if (isPacked(field)) Object.assign(event, value);
    else event[name] = value;
  }
  return event as unknown as EngineEvent;
}

/** Appends one event; cold writers only: it takes an object. Hot ones open a record and set its words by their names. */
export function writeEvent<N extends EventName>(e: EventBuffer, name: N, account: number, symbol: number, values: EventValues<N>): void {
  const layout = LAYOUTS.get(EventKind[name]) as Layout;
  const start = e.begin(layout.kind, account, symbol);
  for (const { name: own, at, field } of layout.fields)
    field.write(e.words, start + at, isPacked(field) ? values : (values as { readonly [field: string]: unknown })[own]);
}
