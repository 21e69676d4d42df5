// Orders and positions by their number over several sites, for operators who have nothing but the number.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FoundRow, NumberFinder } from '@maru/operator/contract.ts';

// Members are looked up last: by them, half a million would be asked for one after the other.
const FIND = `WITH found AS MATERIALIZED (
  SELECT * FROM (SELECT 'ORDER' AS kind, site_id, account FROM futures_order WHERE site_id = ANY($1) AND order_id = $2 LIMIT 20) o
  UNION ALL
  SELECT * FROM (SELECT 'POSITION', site_id, account FROM futures_position WHERE site_id = ANY($1) AND position_id = $2 LIMIT 20) p)
SELECT f.kind, f.site_id AS site, $2::bigint::text AS number, m.id AS "playerId", m.username
FROM found f JOIN account_member m ON m.site_id = f.site_id AND m.account_no = f.account LIMIT 20`;

export const tradingFinder = ({ pool }: Pick<AppContext, 'pool'>): NumberFinder => ({
  right: 'member.read',
  find: async (sites, number) => (await pool.query<FoundRow>(FIND, [[...sites], number])).rows,
});
