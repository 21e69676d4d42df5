// SQL of the moment (ms) at which the day of a moment began by a time zone's calendar.

/** `ms` and `zone` are SQL as well: a column, a parameter. */
export function dayStartSql(ms: string, zone: string): string {
  // The second before is of one meaning also where that midnight comes twice or not at all.
  const second = "interval '1 second'";
  const midnight = `(date_trunc('day', to_timestamp(${ms} / 1000.0) AT TIME ZONE ${zone}) - ${second}) AT TIME ZONE ${zone} + ${second}`;
  return `floor(extract(epoch FROM ${midnight}) * 1000)::bigint`;
}
