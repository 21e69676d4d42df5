// Members as rows, and as the specification shows a member to itself.
import type { Role } from '@maru/kit/contract/role.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';
import type { MemberStatus } from '@maru/member/contract.ts';
import type { Pool, PoolClient } from 'pg';
import { type Me, walletsOfMember } from '../contract.ts';

export interface MemberRow {
  id: number;
  site_id: number;
  account_no: number;
  username: string;
  nick: string;
  name: string;
  phone: string;
  email: string;
  role: Role;
  status: MemberStatus;
  password_hash: string;
  partner_id: number | null;
  created_at: Date;
  locked_at: Date | null;
  settings_locked_until: Date | null;
  excluded_until: Date | null;
  mail_proven_at: Date | null;
}

const columns =
  'id, site_id, account_no, username, nick, name, phone, email, role, status, password_hash, partner_id, created_at, locked_at, settings_locked_until, excluded_until, mail_proven_at';

export async function memberById(
  sql: Pool | PoolClient,
  site: number,
  member: number,
  lock: 'FOR SHARE' | '' = '',
): Promise<MemberRow | undefined> {
  const { rows } = await sql.query<MemberRow>(`SELECT ${columns} FROM account_member WHERE site_id = $1 AND id = $2 ${lock}`, [
    site,
    member,
  ]);
  return rows[0];
}

/** Case does not matter. */
export async function memberByUsername(sql: Pool | PoolClient, site: number, username: string): Promise<MemberRow | undefined> {
  const { rows } = await sql.query<MemberRow>(`SELECT ${columns} FROM account_member WHERE site_id = $1 AND lower(username) = lower($2)`, [
    site,
    username,
  ]);
  return rows[0];
}

export function sessionOf(row: MemberRow, family: string): Session {
  return { site: row.site_id, member: row.id, account: row.account_no, username: row.username, role: row.role, family };
}

export async function toMe(context: AppContext, row: MemberRow): Promise<Me> {
  const wallets = context.services.find(walletsOfMember);
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    nick: row.nick,
    phone: row.phone,
    email: row.email,
    role: row.role,
    status: row.status,
    partnerId: row.partner_id,
    siteInfoId: row.site_id,
    createdAt: row.created_at.toISOString(),
    wallet: wallets === undefined ? {} : await wallets(row.site_id, row.account_no),
  };
}
