// Changing one's password: the current one is asked for, all logins end, and this device gets a new one.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { changePassword, LoginReply } from '../contract.ts';
import { changing } from './authenticator.ts';
import { refuseWhileLocked } from './confirm-password.ts';
import { openLogin } from './login.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import { memberById } from './member-rows.ts';
import { refuseWithoutStepUp } from './second-factor.ts';
import { endAllLogins } from './refresh-tokens.ts';
import { hashPassword, isCommonPassword, isPassword } from '@maru/kit/server/passwords.ts';

export async function changeMemberPassword(
  context: AppContext,
  guard: LoginGuard,
  call: Call<undefined, Out<typeof changePassword.body>>,
): Promise<Answer<LoginReply>> {
  const session = call.session as Session;
  const { id, currentPassword, password } = call.body;
  if (id !== undefined && id !== session.member) throw new Refusal('NO_PERMISSION');
  // A stolen token must not be a way to guess the password faster than the login page allows.
  await guard.enter(session.site, session.username, call.ip, async () => true);
  const row = await memberById(context.pool, session.site, session.member);
  if (row === undefined || !(await isPassword(row.password_hash, currentPassword))) {
    guard.failed(session.site, session.username, call.ip);
    throw new Refusal('BAD_CREDENTIALS', { field: 'currentPassword' });
  }
  guard.succeeded(session.site, session.username, call.ip);
  refuseWhileLocked(row, call.site.timeZone, context.clock.now());
  await refuseWithoutStepUp(context, session);
  if (password === currentPassword || isCommonPassword(password, row.username, row.nick)) throw new Refusal('PASSWORD_TOO_COMMON');
  const hash = await hashPassword(password);
  const at = new Date(context.clock.now());
  // One transaction: a new password that leaves an old login alive would be none.
  await changing(context, call, 'PASSWORD', async (client) => {
    await client.query(
      'UPDATE account_member SET password_hash = $3, password_changed_at = $4, ended_at = $4 WHERE site_id = $1 AND id = $2',
      [row.site_id, row.id, hash, at],
    );
    await endAllLogins(client, row.id, at, 'password');
  });
  context.sessions.endMember(row.site_id, row.id, '');
  return { data: await openLogin(context, call, row) };
}
