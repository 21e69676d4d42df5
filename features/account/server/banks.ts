// Banks that accounts are kept at: rows of the installation, less what a site leaves out.
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { DeskBank } from '../bank-contract.ts';

/** By their place. */
export async function readBanks(sql: Pick<SqlWriter, 'query'>, site: number): Promise<DeskBank[]> {
  const { rows } = await sql.query(
    `SELECT id, code, name_ko AS "nameKo", name_en AS "nameEn", place,
       NOT EXISTS (SELECT 1 FROM account_bank_hidden h WHERE h.bank_id = b.id AND h.site_id = $1) AS "isOffered"
     FROM account_bank b ORDER BY place, id`,
    [site],
  );
  return rows;
}

export async function offeredBanks(sql: Pick<SqlWriter, 'query'>, site: number): Promise<DeskBank[]> {
  return (await readBanks(sql, site)).filter(({ isOffered }) => isOffered);
}
