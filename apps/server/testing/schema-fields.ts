// The names of all fields of a schema, however deep they are.

export function fieldsOf(schema: unknown): string[] {
  // oxlint-disable-next-line typescript/no-explicit-any -- the inside of a schema, whatever it is
  const def = (schema as any)?._zod?.def;
  if (def === undefined) return [];
  if (def.type === 'object') return Object.entries(def.shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
  return [def.innerType, def.element, def.in, def.out, ...(def.options ?? [])].flatMap(fieldsOf);
}
