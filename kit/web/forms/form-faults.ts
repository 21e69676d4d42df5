// Which fields of a form are wrong and how, from the shape of the call's body; when it is said; and at which field a refusal of the server stands.
import type { z } from 'zod/mini';
import { Failure } from '../failure.ts';
import { type Fault, faultOf, mayGrow, wordsOf } from './issue-words.ts';

export interface FieldNames<V> {
  /** Fields without one have no place where words could stand: what is wrong with them the server says, at the form. */
  labels: Partial<Record<keyof V & string, string>>;
  fields: Readonly<Record<string, keyof V & string>>;
  optional: readonly (keyof V & string)[];
}
export type Faults = Readonly<Record<string, Fault | string>>;

/** `name.ko` has a field of its own, is in one called `name`, or in none. */
export function fieldAt<V extends object>(path: string, { labels, fields }: FieldNames<V>): (keyof V & string) | undefined {
  for (let part = path; ; part = part.slice(0, part.lastIndexOf('.'))) {
    if (part in fields) return fields[part];
    if (part in labels) return part as keyof V & string;
    if (!part.includes('.')) return undefined;
  }
}

/** The field of the form that the server named. */
export const fieldOfRefusal = <V extends object>(thrown: unknown, names: FieldNames<V>) =>
  thrown instanceof Failure && thrown.field !== undefined ? fieldAt(thrown.field, names) : undefined;

export function faultsOf<V extends object>(
  schema: z.ZodMiniType | undefined,
  body: unknown,
  values: V,
  names: FieldNames<V>,
  checked: Partial<Record<string, string | false | undefined>>,
): Faults {
  const faults: Record<string, Fault | string> = {};
  for (const [name, value] of Object.entries(values)) {
    const isOptional = names.optional.includes(name as never);
    if (name in names.labels && typeof value === 'string' && value.trim() === '' && !isOptional) faults[name] = { kind: 'missing' };
  }
  for (const [name, words] of Object.entries(checked)) if (words) faults[name] ??= words;
  const read = schema?.safeParse(body);
  for (const issue of read?.success === false ? read.error.issues : []) {
    const name = fieldAt(issue.path.join('.'), names);
    if (name !== undefined) faults[name] ??= faultOf(issue);
  }
  return faults;
}

interface Seen {
  label: string;
  isEmpty: boolean;
  isTouched: boolean;
  isLeft: boolean;
  wasSent: boolean;
}

/** Nobody is told off for a field that was not reached yet, or that may become right by typing on. */
export function shownFault(fault: Fault | string | undefined, { label, isEmpty, isTouched, isLeft, wasSent }: Seen): string | undefined {
  if (fault === undefined) return undefined;
  const isDue = wasSent || (!isEmpty && (isLeft || (isTouched && (typeof fault === 'string' || !mayGrow(fault)))));
  if (!isDue) return undefined;
  return typeof fault === 'string' ? fault : wordsOf(fault, label);
}
