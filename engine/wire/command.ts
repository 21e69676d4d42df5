// Every command the engine accepts: its words by name, its typed view, and the one way to write and read a record.
//
// A record is the head, four words of its kind's own, and as many further words as the head says. All words are integers below 2^53, so a
// batch of records is one Float64Array that travels unchanged from the gateway to the journal and into `apply`.
import { ACCOUNT_COMMANDS, CUSTODY_COMMANDS, MARKET_COMMANDS, ORDER_COMMANDS, ROUND_COMMANDS } from './command-fields.ts';
import { CommandKind, HEADER_WORDS } from './command-kind.ts';
import { type Field, type Fields, type ValuesOf, type WordsOf, wordsOf } from './field.ts';
import { SHAPES, type ShapedValues } from './order-commands.ts';

export {
  HEADER_WORDS,
  CommandKind,
  Side,
  PositionSide,
  OrderType,
  WorkingType,
  TimeInForce,
  SelfTrade,
  MarginType,
  PositionMode,
  SwitchBit,
  ALL_SWITCHES,
  AccountFlag,
  ALL_ACCOUNT_FLAGS,
  SHUT_FLAGS,
} from './command-kind.ts';
export { packOrderFlags, unpackOrderFlags } from './order-terms.ts';

/** Words of the head. `further`: how many words follow the four own ones. The sequencer stamps `time`. */
export const CommandHeadWord = { kind: 0, time: 1, account: 2, symbol: 3, keyHi: 4, keyLo: 5, body: 6, further: 11 } as const;
const FIRST_WORD = 7;

type CommandName = keyof typeof CommandKind;
const COMMAND_FIELDS = {
  ...ACCOUNT_COMMANDS,
  ...MARKET_COMMANDS,
  ...ORDER_COMMANDS,
  ...ROUND_COMMANDS,
  ...CUSTODY_COMMANDS,
} satisfies Record<CommandName, Fields>;
type FieldsOf = typeof COMMAND_FIELDS;

/** Offsets of each kind's words from the beginning of its record: `words[at + CommandWord.PlaceOrder.price]`. */
export const CommandWord = Object.fromEntries(
  Object.entries(COMMAND_FIELDS).map(([name, fields]) => [name, wordsOf(fields, FIRST_WORD)]),
) as { readonly [N in CommandName]: WordsOf<FieldsOf[N]> };

/** Fields every command has. `key*` and `body` carry idempotency: two 52-bit halves of the request key, and the body's hash; 0 = none. */
export interface CommandHead {
  time: number;
  account: number;
  symbol: number;
  keyHi: number;
  keyLo: number;
  body: number;
}

type CommandValues<N extends CommandName> = N extends keyof ShapedValues ? ShapedValues[N] : ValuesOf<FieldsOf[N]>;

/** A command's own fields: all but the head that its sender and the sequencer fill. */
export type CommandFieldsOf<N extends CommandName> = { kind: (typeof CommandKind)[N] } & CommandValues<N>;
export type CommandFields = { [N in CommandName]: CommandFieldsOf<N> }[CommandName];
export type Command = { [N in CommandName]: CommandHead & CommandFieldsOf<N> }[CommandName];

interface PlacedField {
  readonly name: string;
  readonly at: number;
  readonly field: Field<unknown>;
}

interface Layout {
  readonly kind: number;
  readonly shape: { toWords(said: object): object; fromWords(raw: object): object } | undefined;
  readonly fields: readonly PlacedField[];
  /** Those behind the four own words, which may be longer than their least. */
  readonly further: readonly PlacedField[];
}

const LAYOUTS: ReadonlyMap<number, Layout> = new Map(
  Object.entries(COMMAND_FIELDS as Record<string, Fields>).map(([name, own]) => {
    const words = CommandWord[name as CommandName] as { readonly [field: string]: number };
    const fields = Object.entries(own).map(([field, how]) => ({ name: field, at: words[field], field: how }));
    const shape = (SHAPES as unknown as Record<string, Layout['shape']>)[name];
    const kind = CommandKind[name as CommandName];
    return [kind, { kind, shape, fields, further: fields.filter(({ at }) => at >= HEADER_WORDS) }];
  }),
);

/** A record that still lacks its time, which the sequencer stamps, and its request key. */
export function encodeFields(account: number, symbol: number, fields: CommandFields): Float64Array {
  return encodeCommand({ time: 0, account, symbol, keyHi: 0, keyLo: 0, body: 0, ...fields });
}

/** Encodes one command; the sequencer stamps its time later. Cold callers only: it allocates. */
export function encodeCommand(c: Command): Float64Array {
  const layout = layoutOf(c.kind);
  const said = (layout.shape === undefined ? c : layout.shape.toWords(c)) as { readonly [field: string]: unknown };
  let end = HEADER_WORDS;
  for (const { name, at, field } of layout.further) end = at + (field.size === undefined ? field.words : field.size(said[name]));
  const words = new Float64Array(end);
  words[CommandHeadWord.kind] = c.kind;
  words[CommandHeadWord.time] = c.time;
  words[CommandHeadWord.account] = c.account;
  words[CommandHeadWord.symbol] = c.symbol;
  words[CommandHeadWord.keyHi] = c.keyHi;
  words[CommandHeadWord.keyLo] = c.keyLo;
  words[CommandHeadWord.body] = c.body;
  words[CommandHeadWord.further] = end - HEADER_WORDS;
  for (const { name, at, field } of layout.fields) field.write(words, at, said[name]);
  return words;
}

/** Words of the record that starts at `offset`. */
export function recordLength(words: Float64Array, offset: number): number {
  return HEADER_WORDS + words[offset + CommandHeadWord.further];
}

/** Decodes the record at `offset` for logs, explain pages, the naive engine and tests. Throws on a kind it does not know. */
export function decodeCommand(words: Float64Array, offset = 0): Command {
  const layout = layoutOf(words[offset]);
  const end = offset + recordLength(words, offset);
  const own: { [name: string]: unknown } = {};
  for (const { name, at, field } of layout.fields) {
    const value = field.read(words, offset + at, end);
    if (value !== undefined) own[name] = value;
  }
  const { time, account, symbol, keyHi, keyLo, body } = CommandHeadWord;
  const head: CommandHead = {
    time: words[offset + time],
    account: words[offset + account],
    symbol: words[offset + symbol],
    keyHi: words[offset + keyHi],
    keyLo: words[offset + keyLo],
    body: words[offset + body],
  };
  return { ...head, kind: layout.kind, ...(layout.shape === undefined ? own : layout.shape.fromWords(own)) } as unknown as Command;
}

function layoutOf(kind: number): Layout {
  const layout = LAYOUTS.get(kind);
  if (layout === undefined) throw new RangeError(`unknown command kind ${kind}`);
  return layout;
}
