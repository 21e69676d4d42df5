// Which operators are a member themselves: by e-mail, phone number or browser, its own or those of whoever a bureau vouched to be the same
// person, on whichever site (ADR 0085).
import type { AppContext } from '@maru/kit/server/context.ts';
import { isOwnMember } from '@maru/kit/server/operator-call.ts';
import { deviceHash, type SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { accountsOfPerson, operatorsByMarks } from '@maru/operator/admin-contract.ts';
import { operatorsBehind } from '../standing-contract.ts';

/** Of a log-in by a browser that has been at the desk. */
export async function noteDeskBrowser(sql: SqlWriter, member: number, device: string | undefined, at: Date): Promise<void> {
  if (device === undefined) return;
  await sql.query('INSERT INTO account_desk_browser (member_id, device, first_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    member,
    deviceHash(device),
    at,
  ]);
}

async function behind({ services }: AppContext, sql: SqlWriter, site: number, members: readonly number[]): Promise<number[]> {
  const { rows } = await sql.query<{ email: string; phone: string; devices: string[] }>(
    `SELECT m.email, m.phone, ARRAY(SELECT b.device FROM account_desk_browser b WHERE b.member_id = m.id) AS devices FROM account_member m
     WHERE m.site_id = $1 AND m.id = ANY ($2::bigint[])
       OR m.id IN (SELECT o.member_id FROM account_person p JOIN account_person o ON o.ci_hash = p.ci_hash
         WHERE p.site_id = $1 AND p.member_id = ANY ($2::bigint[]))`,
    [site, members],
  );
  return services.use(operatorsByMarks)(sql, {
    emails: rows.map(({ email }) => email).filter(Boolean),
    phones: rows.map(({ phone }) => phone).filter(Boolean),
    devices: rows.flatMap(({ devices }) => devices),
  });
}

export function offerOwnMember(context: AppContext): void {
  const { services } = context;
  services.provide(operatorsBehind, (sql, site, member) => behind(context, sql, site, [member]));
  services.provide(isOwnMember, async (sql, { site, members, operator }) => {
    const found = await behind(context, sql, site, members);
    if (found.length === 0) return false;
    const accounts = await services.use(accountsOfPerson)(sql, operator);
    return found.some((id) => accounts.includes(id));
  });
}
