// Bets by their number over several sites.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FoundRow, NumberFinder } from '@maru/operator/contract.ts';

// Members are looked up last: by them, half a million would be asked for one after the other.
const FIND = `WITH found AS MATERIALIZED (SELECT site_id, account FROM rounds_bet WHERE site_id = ANY($1) AND bet_id = $2 LIMIT 20)
SELECT 'BET' AS kind, f.site_id AS site, $2::bigint::text AS number, m.id AS "playerId", m.username
FROM found f JOIN account_member m ON m.site_id = f.site_id AND m.account_no = f.account`;

export const betFinder = ({ pool }: Pick<AppContext, 'pool'>): NumberFinder => ({
  right: 'member.read',
  find: async (sites, number) => (await pool.query<FoundRow>(FIND, [[...sites], number])).rows,
});
