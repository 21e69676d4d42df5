// Fields of records: what the integers in a record's words count, and how a run of words is read and written. No record is named here.
import { readWide, wideHi, wideLo } from '../money/wide.ts';

/** What a word counts. Every word is an integer below 2^53. */
export type Unit =
  /** Number of an order, position, bet, trade, account, option, round ... */
  | 'id'
  /** One of a table of codes (event-kind.ts, command-kind.ts, reject.ts). */
  | 'code'
  | 'bits'
  | 'count'
  | 'ticks'
  | 'lots'
  /** Mark units: a tick / 100. */
  | 'mark'
  /** Micro-USDT, or the smallest unit of the currency of the wallet it speaks of. */
  | 'amount'
  /** Ticks x lots of the symbol. */
  | 'cost'
  /** 10^-8. */
  | 'rate'
  | 'ppm'
  /** Milliseconds since 1970 by the engine's clock. */
  | 'time'
  /** Milliseconds. */
  | 'span'
  /** Days since 1970, the site's. */
  | 'day'
  /** 32 bits of a digest or seed. */
  | 'hash';

/** A run of words that means one value. `place`: its word in the record, where it does not follow the field before it. */
export interface Field<Value> {
  readonly unit: Unit;
  /** How many it takes; of a list or an optional field at the end of a record, the least. */
  readonly words: number;
  readonly place?: number;
  /** `end`: the offset behind the record. */
  read(words: Float64Array, at: number, end: number): Value;
  write(words: Float64Array, at: number, value: Value): void;
  /** Words that a value takes, where that is not `words`. */
  size?(value: Value): number;
}

/** Two words of a cost beyond 2^53 (money/wide.ts); the second one's offset is named `<field>Lo`. */
export interface WideField extends Field<bigint> {
  readonly wide: true;
}

/** One word that holds two numbers: `high` above the `bits` of `low`. */
export interface PackedField<High extends string, Low extends string> extends Field<{ [N in High | Low]: number }> {
  readonly packed: true;
}

/** May be absent from what a record says. */
export interface OptionalField<Value> extends Field<Value | undefined> {
  readonly optional: true;
}

export type Fields = { readonly [name: string]: Field<unknown> };

export const NUMBER = (unit: Unit): Field<number> => ({
  unit,
  words: 1,
  read: (words, at) => words[at],
  write(words, at, value) {
    words[at] = value;
  },
});

export const WIDE: WideField = {
  unit: 'cost',
  words: 2,
  wide: true,
  read: (words, at) => readWide(words[at], words[at + 1]),
  write(words, at, value) {
    words[at] = wideHi(value);
    words[at + 1] = wideLo(value);
  },
};

/** SHA-256 or a seed, eight words of 32 bits. */
export const DIGEST: Field<number[]> = {
  unit: 'hash',
  words: 8,
  read: (words, at) => [...words.subarray(at, at + 8)],
  write: (words, at, value) => words.set(value, at),
};

/** All words up to the end of the record. */
export const LIST = (unit: Unit): Field<number[]> => ({
  unit,
  words: 0,
  read: (words, at, end) => [...words.subarray(at, end)],
  write: (words, at, value) => words.set(value, at),
  size: (value) => value.length,
});

/** A word that is 0 when nothing is said. */
export const orNone = (unit: Unit): OptionalField<number> => ({
  unit,
  words: 1,
  optional: true,
  read: (words, at) => (words[at] === 0 ? undefined : words[at]),
  write(words, at, value) {
    words[at] = value ?? 0;
  },
});

/** The last field of a record that may end before it. */
export function ifThere<Value>(field: Field<Value>): OptionalField<Value> {
  return {
    unit: field.unit,
    words: 0,
    optional: true,
    ...(field.place === undefined ? {} : { place: field.place }),
    read: (words, at, end) => (end > at ? field.read(words, at, end) : undefined),
    write: (words, at, value) => (value === undefined ? undefined : field.write(words, at, value)),
    size: (value) => (value === undefined ? 0 : (field.size?.(value) ?? field.words)),
  };
}

/** Fields that belong together, one word each, under one name. */
export function group<S extends { readonly [name: string]: Field<number> }>(fields: S): Field<{ [N in keyof S]: number }> {
  const names = Object.keys(fields);
  return {
    unit: 'count',
    words: names.length,
    read: (words, at) => Object.fromEntries(names.map((name, k) => [name, words[at + k]])) as { [N in keyof S]: number },
    write: (words, at, value) => names.forEach((name, k) => (words[at + k] = value[name])),
  };
}

export function packed<High extends string, Low extends string>(high: High, low: Low, bits: number): PackedField<High, Low> {
  return {
    unit: 'bits',
    words: 1,
    packed: true,
    read: (words, at) => {
      const word = words[at];
      return { [high]: word >> bits, [low]: word & ((1 << bits) - 1) } as { [N in High | Low]: number };
    },
    write(words, at, value) {
      words[at] = (value[high] << bits) | value[low];
    },
  };
}

/** The field at a word of its own, behind a gap. */
export function atWord<F extends Field<unknown>>(place: number, field: F): F {
  return { ...field, place };
}

type WideNames<S> = { [N in keyof S]: S[N] extends WideField ? N : never }[keyof S] & string;
type PackedOf<S> = { [N in keyof S]: S[N] extends PackedField<infer High, infer Low> ? { [P in High | Low]: number } : never }[keyof S];
type Joined<U> = [U] extends [never] ? unknown : U;
type Flat<T> = { [N in keyof T]: T[N] };

/** Offsets of a record's words, from its beginning. */
export type WordsOf<S extends Fields> = Flat<
  { readonly [N in keyof S & string]: number } & { readonly [N in WideNames<S> as `${N}Lo`]: number }
>;

type OptionalNames<S> = { [N in keyof S]: S[N] extends { readonly optional: true } ? N : never }[keyof S];
type PackedNames<S> = { [N in keyof S]: S[N] extends PackedField<string, string> ? N : never }[keyof S];

/** What a record says: a value for each field, those of packed words under their own names. */
export type ValuesOf<S extends Fields> = Flat<
  { [N in Exclude<keyof S, PackedNames<S> | OptionalNames<S>>]: S[N] extends Field<infer V> ? V : never } & {
    [N in OptionalNames<S>]?: S[N] extends OptionalField<infer V> ? V : never;
  } & Joined<PackedOf<S>>
>;

/** The words of `fields`, the first at `first`. */
export function wordsOf<S extends Fields>(fields: S, first: number): WordsOf<S> {
  const words: { [name: string]: number } = {};
  let next = first;
  for (const [name, field] of Object.entries(fields)) {
    const at = field.place ?? next;
    if (at < next) throw new RangeError(`${name} lies on the field before it`);
    words[name] = at;
    if (isWide(field)) words[`${name}Lo`] = at + 1;
    next = at + field.words;
  }
  return words as WordsOf<S>;
}

export function isWide(field: Field<unknown>): boolean {
  return 'wide' in field;
}

export function isPacked(field: Field<unknown>): boolean {
  return 'packed' in field;
}
