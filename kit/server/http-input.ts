// Query and body against the contract's schema: a fault names its field; text that cannot be kept is refused, by money calls also fields they do not know.
import type { z } from 'zod/mini';
import { Refusal } from './feature.ts';
import { refuseUnreadable } from './readable-text.ts';

export type InputReader = (value: unknown) => unknown;

/** Reads nothing when the route declares no schema. */
export function inputReader(schema: z.ZodMiniType | undefined, refuseUnknown: boolean): InputReader {
  if (schema === undefined) return () => undefined;
  const known = refuseUnknown ? fieldsOf(schema) : undefined;
  return (value) => {
    const given = (value ?? {}) as Record<string, unknown>;
    refuseUnreadable(given);
    if (known !== undefined) {
      for (const key in given) if (!known.has(key)) throw new Refusal('UNKNOWN_FIELD', { field: key.slice(0, 40) });
    }
    const result = schema.safeParse(given);
    if (result.success) return result.data;
    throw refusalOf(result.error.issues[0], given);
  };
}

function refusalOf(issue: z.core.$ZodIssue, given: Record<string, unknown>): Refusal {
  const field = issue.path.map(String).join('.').slice(0, 80);
  if (field === '') return new Refusal('BAD_REQUEST', { reason: 'shape' });
  return new Refusal(given[String(issue.path[0])] === undefined ? 'REQUIRED_FIELD' : 'INVALID_FIELD', { field });
}

/** Field names of an object schema, or of all objects of a union; siteInfoId is a field that every client of the specification sends. */
export function fieldsOf(schema: z.core.$ZodType): Set<string> | undefined {
  const def = schema._zod.def as {
    type: string;
    shape?: Record<string, unknown>;
    options?: z.core.$ZodType[];
    innerType?: z.core.$ZodType;
  };
  if (def.type === 'object') return new Set([...Object.keys(def.shape ?? {}), 'siteInfoId']);
  if (def.type === 'optional' && def.innerType !== undefined) return fieldsOf(def.innerType);
  if (def.type !== 'union' || def.options === undefined) return undefined;
  const all = def.options.map(fieldsOf);
  return all.includes(undefined) ? undefined : new Set(all.flatMap((fields) => [...(fields as Set<string>)]));
}
