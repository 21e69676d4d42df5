// SQL of the moment (ms) at which the day of a moment began by a time zone's calendar.

/** `ms` and `zone` are SQL as well: a column, a parameter. */
export function dayStartSql(ms: string, zone: string): string {
  return `floor(extract(epoch FROM date_trunc('day', to_timestamp(${ms} / 1000.0) AT TIME ZONE ${zone}) AT TIME ZONE ${zone}) * 1000)::bigint`;
}
