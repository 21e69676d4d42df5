// Bets by their number over several sites.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import type { FoundRow, NumberFinder } from '@maru/operator/contract.ts';

export const numberMigration: Migration = {
  name: '0467-rounds-number-index',
  // Bets' numbers rise as they come, and writing them must not pay for this: a few bytes a range of pages find them.
  sql: 'CREATE INDEX rounds_bet_number ON rounds_bet USING brin (bet_id int8_minmax_multi_ops) WITH (pages_per_range = 32, autosummarize = on);',
};

// Members are looked up last: by them, half a million would be asked for one after the other.
const FIND = `WITH found AS MATERIALIZED (SELECT site_id, account FROM rounds_bet WHERE site_id = ANY($1) AND bet_id = $2 LIMIT 20)
SELECT 'BET' AS kind, f.site_id AS site, $2::bigint::text AS number, m.id AS "playerId", m.username
FROM found f JOIN account_member m ON m.site_id = f.site_id AND m.account_no = f.account`;

export const betFinder = ({ pool }: Pick<AppContext, 'pool'>): NumberFinder => ({
  right: 'member.read',
  find: async (sites, number) => (await pool.query<FoundRow>(FIND, [[...sites], number])).rows,
});
