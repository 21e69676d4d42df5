// Bets by their number over several sites.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FoundRow, NumberFinder } from '@maru/operator/contract.ts';

// Each member is asked by its own key: bets have no other order by number, and writing them must not pay for this.
const FIND = `SELECT 'BET' AS kind, m.site_id AS site, $2::bigint::text AS number, m.id AS "playerId", m.username
FROM account_member m CROSS JOIN LATERAL (
  SELECT 1 FROM rounds_bet b WHERE b.site_id = m.site_id AND b.account = m.account_no AND b.bet_id = $2 LIMIT 1
) found WHERE m.site_id = ANY($1) LIMIT 20`;

export const betFinder = ({ pool }: Pick<AppContext, 'pool'>): NumberFinder => ({
  right: 'member.read',
  find: async (sites, number) => (await pool.query<FoundRow>(FIND, [[...sites], number])).rows,
});
