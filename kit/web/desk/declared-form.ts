// A form of the back office as data: the call, the words of its fields and button; kinds, lengths and choices come from the call's body.
import type { In, Route } from '../../contract/route.ts';
import type { BodyOf, ReplyOf } from '../api-client.ts';
import { type BodyField, readBody } from '../forms/body-shape.ts';
import type { Catalog } from '../i18n/language.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the three schemas are inferred from the argument
export type AnyRoute = Route<any, any, any>;
/** Without a route's body there is nothing to fill in. */
type BodyIn<R extends AnyRoute> = In<NonNullable<R['body']>> & object;
export type FieldOf<R extends AnyRoute> = keyof BodyIn<R> & string;

export interface DeclaredField<C extends Catalog> {
  label: keyof C & string;
  help?: keyof C & string;
  note?: keyof C & string;
  /** A text of so many lines. */
  rows?: number;
  /** Of a number or an amount: what stands at its end. */
  unit?: string;
  /** Of a choice: the word of each; `e.type.PB` for `e.type.`. */
  words?: string;
}

export interface DeclaredForm<R extends AnyRoute, C extends Catalog> {
  route: R;
  texts: C;
  /** In this order. `reason` need not be named: where the body has one it is asked for last. */
  fields: { readonly [K in FieldOf<R>]?: DeclaredField<C> };
  submit: keyof C & string;
  look?: 'brand' | 'danger' | 'ink';
  /** Said when it is done. */
  done?: keyof C & string;
  /** Lists that read otherwise now. */
  refetches?: readonly AnyRoute[];
}

export function declareForm<const R extends AnyRoute, const C extends Catalog>(form: DeclaredForm<R, C>): DeclaredForm<R, C> {
  return form;
}

/** As it stands in the fields: figures are text while they are typed. */
export type DraftValue = string | boolean;
export type Draft = Record<string, DraftValue>;
export type Given<R extends AnyRoute> = Partial<BodyIn<R>>;

/** What is asked for: the named fields, then why. */
export function fieldsOf<R extends AnyRoute, C extends Catalog>(form: DeclaredForm<R, C>): Readonly<Record<string, BodyField>> {
  const all = readBody(form.route.body);
  const names = Object.keys(form.fields);
  if ('reason' in all && !names.includes('reason')) names.push('reason');
  return Object.fromEntries(names.map((name) => [name, all[name]!]));
}

function startOf({ kind, options, isOptional }: BodyField, given: unknown): DraftValue {
  if (kind === 'flag') return given === true;
  if (given !== undefined && given !== null) return String(given);
  return kind === 'choice' && !isOptional ? (options[0] ?? '') : '';
}

export function draftOf(fields: Readonly<Record<string, BodyField>>, start: Readonly<Record<string, unknown>>): Draft {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, startOf(field, start[name])]));
}

function valueOf(kind: BodyField['kind'], typed: DraftValue): unknown {
  if (typeof typed === 'boolean') return typed;
  if (kind === 'whole') return typed.trim() === '' ? Number.NaN : Number(typed.replaceAll(',', ''));
  return kind === 'amount' ? typed.trim().replaceAll(',', '') : typed.trim();
}

/** What may be left out and is empty is not sent. */
export function bodyOf<R extends AnyRoute>(
  fields: Readonly<Record<string, BodyField>>,
  draft: Draft,
  fixed: Readonly<Record<string, unknown>>,
): BodyOf<R> {
  const given = Object.entries(fields)
    .filter(([name, { isOptional }]) => !(isOptional && draft[name] === ''))
    .map(([name, { kind }]) => [name, valueOf(kind, draft[name]!)]);
  return { ...fixed, ...Object.fromEntries(given) } as BodyOf<R>;
}

export type Reply<R extends AnyRoute> = ReplyOf<R>;
