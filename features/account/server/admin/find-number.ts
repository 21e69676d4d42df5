// Members by their number over several sites.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FoundRow, NumberFinder } from '@maru/operator/contract.ts';

export const memberFinder = ({ pool }: Pick<AppContext, 'pool'>): NumberFinder => ({
  right: 'member.read',
  async find(sites, number) {
    const { rows } = await pool.query<FoundRow>(
      `SELECT 'MEMBER' AS kind, site_id AS site, id::text AS number, id AS "playerId", username
       FROM account_member WHERE id = $2 AND site_id = ANY($1)`,
      [[...sites], number],
    );
    return rows;
  },
});
