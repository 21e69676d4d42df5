// Orders and positions by their number over several sites, for operators who have nothing but the number.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FoundRow, NumberFinder } from '@maru/operator/contract.ts';

// Numbers name slots of the book and do not grow with time, so the table has no order for them: each member is asked by its own key.
const FIND = `SELECT found.kind, m.site_id AS site, found.number, m.id AS "playerId", m.username
FROM account_member m CROSS JOIN LATERAL (
  SELECT 'ORDER' AS kind, o.order_id::text AS number FROM futures_order o
  WHERE o.site_id = m.site_id AND o.account = m.account_no AND o.order_id = $2
  UNION ALL
  SELECT 'POSITION', p.position_id::text FROM futures_position p
  WHERE p.site_id = m.site_id AND p.account = m.account_no AND p.position_id = $2
) found WHERE m.site_id = ANY($1) LIMIT 20`;

export const tradingFinder = ({ pool }: Pick<AppContext, 'pool'>): NumberFinder => ({
  right: 'member.read',
  find: async (sites, number) => (await pool.query<FoundRow>(FIND, [[...sites], number])).rows,
});
