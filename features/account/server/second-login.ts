// The second step of a log-in, and proving the second factor again on a login that stands.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { LoginReply } from '../contract.ts';
import type { secondLogin, SecondWay, stepUp } from '../second-factor-contract.ts';
import { admitLogin, refuseClosed, wasHereBefore } from './login.ts';
import { memberOfChallenge, spendChallenge } from './login-challenge.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import { type LoginResult, noteLogin } from './login-history.ts';
import { memberById, type MemberRow } from './member-rows.ts';
import { checkProof } from './passkey-proof.ts';
import { noteSteppedUp, takeSecondCode } from './second-factor.ts';
import { noteSecurityChange, tellSecurityChange } from './security-change.ts';

const results: Readonly<Record<SecondWay, LoginResult>> = { PASSKEY: 'OK_PASSKEY', TOTP: 'OK_TOTP', RECOVERY: 'OK_RECOVERY' };

export async function logInBySecondStep(
  context: AppContext,
  guard: LoginGuard,
  call: Call<undefined, Out<typeof secondLogin.body>>,
): Promise<Answer<LoginReply>> {
  const { challenge } = call.body;
  const site = call.site.id;
  const row = await memberById(context.pool, site, await memberOfChallenge(context, site, challenge));
  if (row === undefined) throw new Refusal('CHALLENGE_EXPIRED');
  const way = await checkSecondProof(context, guard, call, row);
  refuseClosed(row, call.site.timeZone, context.clock.now());
  await spendChallenge(context, challenge);
  return { data: await admitLogin(context, call, row, results[way]) };
}

export async function stepUpLogin(
  context: AppContext,
  guard: LoginGuard,
  call: Call<undefined, Out<typeof stepUp.body>>,
): Promise<Answer<Out<typeof stepUp.reply>>> {
  const session = call.session as Session;
  const row = await memberById(context.pool, session.site, session.member);
  if (row === undefined) throw new Refusal('TOKEN_INVALID');
  await checkSecondProof(context, guard, call, row);
  return { data: { until: new Date(await noteSteppedUp(context, session.family)).toISOString() } };
}

export type ProofCall = Call<undefined, Pick<Out<typeof secondLogin.body>, 'code' | 'passkey'>>;

/** Takes the code or refuses it; a miss counts with those of the password and is seen in the member's history. */
export async function checkSecondProof(context: AppContext, guard: LoginGuard, call: ProofCall, row: MemberRow): Promise<SecondWay> {
  const { code, passkey } = call.body;
  if (passkey !== undefined && code === undefined) {
    await checkProof(context, call, 'PROVE', row.id, passkey);
    guard.succeeded(row.site_id, row.username, call.ip);
    return 'PASSKEY';
  }
  if (code === undefined || passkey !== undefined) throw new Refusal('REQUIRED_FIELD', { field: 'code' });
  await guard.enter(row.site_id, row.username, call.ip, () => wasHereBefore(context, row.site_id, row.username, call.ip));
  const way = await takeSecondCode(context, { site: row.site_id, member: row.id }, code);
  if (way === undefined) {
    guard.failed(row.site_id, row.username, call.ip);
    await noteLogin(context.pool, context.clock.now(), row.site_id, row.id, call, 'CODE_WRONG');
    throw new Refusal('OTP_WRONG', { field: 'code' });
  }
  guard.succeeded(row.site_id, row.username, call.ip);
  if (way === 'RECOVERY') {
    await noteSecurityChange(context, context.pool, call, row, 'RECOVERY_USED');
    context.services.find(outbox)?.hurry();
    await tellSecurityChange(context, row.site_id, row.id, 'RECOVERY_USED');
  }
  return way;
}
