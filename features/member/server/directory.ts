// Which member has which account in the engine, from memory: asked for every event and every order.
import type { Pool } from 'pg';
import type { MemberDirectory } from '../contract.ts';

export interface LiveDirectory extends MemberDirectory {
  add(site: number, member: number, account: number): void;
}

export async function loadDirectory(pool: Pool): Promise<LiveDirectory> {
  /** By site: member ids in order of account number. */
  const members = new Map<number, number[]>();
  const accounts = new Map<number, { site: number; account: number }>();
  const add = (site: number, member: number, account: number) => {
    const list = members.get(site) ?? [];
    list[account] = member;
    members.set(site, list);
    accounts.set(member, { site, account });
  };
  const { rows } = await pool.query<{ site_id: number; id: number; account_no: number }>(
    'SELECT site_id, id, account_no FROM account_member ORDER BY site_id, account_no',
  );
  for (const row of rows) add(row.site_id, row.id, row.account_no);
  return {
    add,
    accountOf(site, member) {
      const found = accounts.get(member);
      return found?.site === site ? found.account : undefined;
    },
    memberOf: (site, account) => members.get(site)?.[account],
    async findMember(site, username) {
      const found = await pool.query<{ id: number; account_no: number }>(
        'SELECT id, account_no FROM account_member WHERE site_id = $1 AND lower(username) = lower($2)',
        [site, username],
      );
      const row = found.rows[0];
      return row === undefined ? undefined : { member: row.id, account: row.account_no };
    },
  };
}
