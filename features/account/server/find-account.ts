// Forgotten usernames and passwords: what a proven address opens.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { Pool } from 'pg';
import type { changePasswordWithCertificate, findId } from '../certificate-contract.ts';
import { membersWith } from './ask-code.ts';
import { refuseSharedName } from './demo-members.ts';
import { kindOf, takeCertificate } from './certificates.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import { memberById } from './member-rows.ts';
import { hashPassword, isCommonPassword } from '@maru/kit/server/passwords.ts';
import { noteSecurityChange, tellSecurityChange } from './security-change.ts';
import { endAllLogins } from './refresh-tokens.ts';

export async function findUsernames(
  context: AppContext,
  call: Call<undefined, Out<typeof findId.body>>,
): Promise<Answer<Out<typeof findId.reply>>> {
  const site = call.site.id;
  const { kind, value } = await takeCertificate(context, context.pool, site, 'FIND_ID', call.body.key);
  const found =
    kind === 'NICE' ? await membersWho(context.pool, site, value) : await membersWith(context.pool, { site, kind: kindOf(value), value });
  return { data: { content: found.map((row) => ({ username: row.username, createdAt: row.created_at.toISOString() })) } };
}

/** One person has one account of a site. */
async function membersWho(pool: Pool, site: number, di: string) {
  const { rows } = await pool.query<{ username: string; created_at: Date }>(
    'SELECT m.username, m.created_at FROM account_person p JOIN account_member m ON m.id = p.member_id WHERE p.site_id = $1 AND p.di_hash = $2',
    [site, di],
  );
  return rows;
}

/** Everything in one transaction: a new password that leaves an old login alive would be none. */
export async function setPasswordByCertificate(
  context: AppContext,
  guard: LoginGuard,
  call: Call<undefined, Out<typeof changePasswordWithCertificate.body>>,
): Promise<Answer<Out<typeof changePasswordWithCertificate.reply>>> {
  const { key, password, username } = call.body;
  const site = call.site.id;
  const at = new Date(context.clock.now());
  const hash = await hashPassword(password);
  const row = await inTransaction(context.pool, async (client) => {
    const { member } = await takeCertificate(context, client, site, 'FIND_PW', key);
    const found = member === null ? undefined : await memberById(client, site, member);
    if (found === undefined) throw new Refusal('CERTIFICATE_INVALID');
    refuseSharedName(context, found);
    if (username !== undefined && username.toLowerCase() !== found.username.toLowerCase()) throw new Refusal('NO_PERMISSION');
    if (isCommonPassword(password, found.username, found.nick)) throw new Refusal('PASSWORD_TOO_COMMON');
    await client.query(
      'UPDATE account_member SET password_hash = $3, ended_at = $4, password_changed_at = $4, locked_at = NULL WHERE site_id = $1 AND id = $2',
      [site, found.id, hash, at],
    );
    await endAllLogins(client, found.id, at, 'password');
    await noteSecurityChange(context, client, call, found, 'PASSWORD');
    return found;
  });
  context.sessions.endMember(site, row.id, '');
  guard.succeeded(site, row.username, call.ip);
  context.services.use(outbox).hurry();
  await tellSecurityChange(context, site, row.id, 'PASSWORD');
  return { data: { changed: true } };
}
