// Which options and markets a member ever bet on: a step of the index for each pair there is, however many bets.

const own = 'SELECT option, market FROM rounds_bet WHERE site_id = $1 AND account = $2';
const next = 'ORDER BY option, market LIMIT 1';

/** SQL of a table of those two columns; $1 is the site, $2 the account. */
export const betKindsSql = `(WITH RECURSIVE met AS (
    (${own} ${next})
    UNION ALL SELECT n.* FROM met CROSS JOIN LATERAL (${own} AND (option, market) > (met.option, met.market) ${next}) n
  ) SELECT option, market FROM met)`;
