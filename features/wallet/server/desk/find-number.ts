// Ledger lines by the number that a member sees, or by the sequence they were posted with, over several sites.
import { isHouse } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { FoundRow, NumberFinder } from '@maru/operator/contract.ts';
import { historyId, placeOf } from '../dnw-entry.ts';

interface Row {
  site: number;
  idx: number;
  debit: number;
  playerId: number;
  username: string;
}

const FIND = `SELECT l.site_id AS site, l.idx, l.debit, m.id AS "playerId", m.username
FROM wallet_ledger l JOIN account_member m ON m.site_id = l.site_id AND m.account_no = l.account
WHERE l.seq = $2 AND ($3::int IS NULL OR l.idx = $3) AND l.site_id = ANY($1) ORDER BY l.site_id, l.idx LIMIT 20`;

export const ledgerFinder = ({ pool }: Pick<AppContext, 'pool'>): NumberFinder => ({
  right: 'ledger.read',
  async find(sites, number) {
    const place = placeOf(number);
    const [bySeq, byPlace] = await Promise.all([
      pool.query<Row>(FIND, [[...sites], number, null]),
      pool.query<Row>(FIND, [[...sites], place.seq, place.idx]),
    ]);
    const found = (rows: readonly Row[], seq: number): FoundRow[] =>
      rows.map(({ site, idx, debit, playerId, username }) => {
        const side = isHouse(debit) ? 1 : 0;
        return { kind: 'LEDGER', site, number: String(historyId({ seq, idx }, side)), playerId, username };
      });
    return [...found(bySeq.rows, number), ...found(byPlace.rows, place.seq)];
  },
});
