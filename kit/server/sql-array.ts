// Whole columns as PostgreSQL array text, for inserts by unnest: one short string per column instead of a parameter per value.

/** Integers (or null where the value is NaN) as '{1,2,NULL}'. */
export function integerArray(values: readonly number[]): string {
  return `{${values.join(',').replaceAll('NaN', 'NULL')}}`;
}

/** Texts as '{"a","b",NULL}'; null and undefined become NULL. */
export function textArray(values: readonly (string | null | undefined)[]): string {
  return `{${values.map(quote).join(',')}}`;
}

/** Decimal texts that need no quotes. */
export function decimalArray(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}

function quote(value: string | null | undefined): string {
  if (value === null || value === undefined) return 'NULL';
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}
