// What a call's body asks for, read from its schema: which fields there are, of what kind, and within which ends.
import type { z } from 'zod/mini';
import { decimal } from '../../contract/wire.ts';

export type FieldKind = 'text' | 'amount' | 'whole' | 'choice' | 'flag' | 'other';

export interface BodyField {
  readonly kind: FieldKind;
  readonly isOptional: boolean;
  /** Of a text its length, of a number its size. */
  readonly least: number | undefined;
  readonly most: number | undefined;
  /** Of a choice. */
  readonly options: readonly string[];
}

type Schema = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  in?: Schema;
  entries?: Record<string, string>;
  checks?: { _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number } } }[];
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def;
const kinds: Readonly<Record<string, FieldKind>> = { string: 'text', number: 'whole', enum: 'choice', boolean: 'flag' };

function endOf({ checks = [] }: Def, names: readonly string[]): number | undefined {
  const found = checks.map(({ _zod }) => _zod.def).find(({ check }) => names.includes(check));
  return found?.minimum ?? found?.maximum ?? found?.value;
}

export function readField(schema: Schema): BodyField {
  const def = defOf(schema);
  if ((def.type === 'optional' || def.type === 'nullable') && def.innerType) return { ...readField(def.innerType), isOptional: true };
  if (def.type === 'pipe' && def.in) return readField(def.in);
  return {
    kind: schema === decimal ? 'amount' : (kinds[def.type] ?? 'other'),
    isOptional: false,
    least: endOf(def, ['min_length', 'greater_than']),
    most: endOf(def, ['max_length', 'less_than']),
    options: Object.values(def.entries ?? {}),
  };
}

/** By name, in the order of the contract; none of a body that is no object. */
export function readBody(schema: Schema | undefined): Readonly<Record<string, BodyField>> {
  const shape = schema === undefined ? undefined : defOf(schema).shape;
  return Object.fromEntries(Object.entries(shape ?? {}).map(([name, field]) => [name, readField(field)]));
}
