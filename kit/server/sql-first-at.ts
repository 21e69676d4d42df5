// Where in a member's rows a column that never falls reaches a value: found by halving the key's range over the index there is, so that a
// span of time needs no index of its own on tables that are written with every order.

export interface RisingColumn {
  table: string;
  /** Unique order of an account's rows; an index begins with site_id, account and it. */
  key: string;
  /** Never falls while the key rises. */
  column: string;
}

/** SQL of the smallest bound such that every row below it has less than `value`; $1 is the site, $2 the account, `value` a parameter's name. */
export function firstAtSql({ table, key, column }: RisingColumn, value: string): string {
  const own = `FROM ${table} WHERE site_id = $1 AND account = $2 AND ${key} IS NOT NULL`;
  return `(WITH RECURSIVE bounds (low, high) AS (
    SELECT coalesce((SELECT ${key} ${own} ORDER BY ${key} LIMIT 1), 0), coalesce((SELECT ${key} ${own} ORDER BY ${key} DESC LIMIT 1), 0) + 1
    UNION ALL
    SELECT CASE WHEN met.reached THEN low ELSE met.key + 1 END, CASE WHEN met.reached THEN (low + high) / 2 ELSE high END
    FROM bounds CROSS JOIN LATERAL (
      SELECT ${key} AS key, ${column} >= ${value}::bigint AS reached ${own} AND ${key} >= (low + high) / 2 ORDER BY ${key} LIMIT 1) met
    WHERE low < high
  ) SELECT max(low) FROM bounds)`;
}
