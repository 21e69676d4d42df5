// Requests made from a route's own shapes, so that a test can call every route of a registry, also those that come tomorrow.
import type { Route } from '@maru/kit/contract/route.ts';

/** Values to try for a field of this name first, whatever its shape; the shape decides which of them fit. */
export type Hints = Readonly<Record<string, readonly unknown[]>>;

// oxlint-disable-next-line typescript/no-explicit-any -- the inside of a schema, whatever it is
type Schema = any;

const REASON = '모든 문을 두드려 봐요';
/** One of these fits nearly every field. */
const texts = [
  REASON,
  '1',
  '10',
  'true',
  'UP',
  'a-name',
  'R1',
  'BINANCE:BTCUSDT',
  'USDT',
  '2099-01-01T00:00:00.000Z',
  '2026-11-22',
  'a@example.com',
  '127.0.0.1',
  '010-1234-5678',
  '/rounds',
  'rounds.read',
  'member:1',
  'KR',
  'a-long-passphrase-9',
  '123456',
  '0123456789abcdef0123456789abcdef',
  '1.1',
  'AAAAAAAAAAAAAAAAAAAAAA',
];
const numbers = [1, 2, 0, 3, 5, 10, 100];

/** `variant` chooses among what fits, so that several requests of a route differ. Undefined: nothing fits. */
export function madeFrom(schema: Schema, hints: Hints, variant: number, name = ''): unknown {
  const hinted = pick(
    (hints[name] ?? []).filter((value) => fits(schema, value)),
    variant,
  );
  if (hinted !== undefined) return hinted;
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([field, inner]) => {
          const value = madeFrom(inner, hints, variant, field);
          return value === undefined ? [] : [[field, value]];
        }),
      );
    case 'optional':
      // Every other request leaves out what may be left out.
      return variant % 2 === 0 || name in hints ? madeFrom(def.innerType, hints, variant, name) : undefined;
    case 'nullable':
    case 'default':
      return madeFrom(def.innerType, hints, variant, name);
    case 'array':
      return [madeFrom(def.element, hints, variant, name)];
    case 'record':
      return { [String(madeFrom(def.keyType, hints, variant, `${name}.key`))]: madeFrom(def.valueType, hints, variant, `${name}.value`) };
    case 'union':
      return madeFrom(pick(def.options, variant), hints, variant, name);
    case 'tuple':
      return def.items.map((item: Schema) => madeFrom(item, hints, variant, name));
    default:
      return pick(
        leavesOf(def).filter((value) => fits(schema, value)),
        variant,
      );
  }
}

function leavesOf(def: Schema): unknown[] {
  if (def.type === 'enum') return Object.values(def.entries);
  if (def.type === 'literal') return def.values;
  return [true, false, ...numbers, ...texts];
}

const fits = (schema: Schema, value: unknown): boolean => schema.safeParse(value).success === true;
const pick = <T>(list: readonly T[], variant: number): T | undefined => list[variant % Math.max(1, list.length)];

/** Names of all fields that a shape takes, inner ones too. */
export function fieldsOf(schema: Schema): string[] {
  const def = schema?._zod?.def;
  if (def === undefined) return [];
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
  return [def.innerType, def.element, def.in, def.out, def.valueType, ...(def.options ?? [])].flatMap(fieldsOf);
}

/** What to send to a route: a query of texts, or a body. */
export function requestFor(route: Route, hints: Hints, variant: number): Record<string, unknown> {
  const schema = route.method === 'GET' ? route.query : route.body;
  if (schema === undefined) return {};
  return (madeFrom(schema, hints, variant) ?? {}) as Record<string, unknown>;
}
