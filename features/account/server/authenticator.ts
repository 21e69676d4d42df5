// Turning the authenticator app on and off, and new recovery codes.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import type { ConfirmPassword } from '../contract.ts';
import { confirmTotp, endTotp, renewRecovery, startTotp } from '../second-factor-contract.ts';
import type { SecurityChange } from '../profile-contract.ts';
import { notShared } from './demo-members.ts';
import { memberById } from './member-rows.ts';
import { countMiss, noteSteppedUp, secondWaysOf } from './second-factor.ts';
import { noteSecurityChange, tellSecurityChange } from './security-change.ts';
import { eraseTotp, takeCode, writeFirstRecoveryCodes, writeRecoveryCodes, writeSecret } from './totp.ts';

type Confirm = () => ConfirmPassword;

export function authenticatorRoutes(confirm: Confirm): BoundRoute[] {
  const asked = async (call: Call<undefined, { password: string }>): Promise<Session> => {
    const session = call.session as Session;
    await confirm()(session, call.ip, call.body.password);
    return session;
  };
  return notShared([
    handle(startTotp, async (context, call) => {
      const session = await asked(call);
      if (await isOn(context, session)) throw new Refusal('TOTP_ON_ALREADY');
      return { data: await writeSecret(context, session, call.site.name[call.language], session.username) };
    }),
    handle(confirmTotp, confirmApp),
    handle(endTotp, async (context, call) => {
      const session = await asked(call);
      if (!(await isOn(context, session))) throw new Refusal('TOTP_NOT_STARTED');
      await changing(context, call, 'TOTP_OFF', (client) => eraseTotp(client, session.member));
      return { data: { ended: true as const } };
    }),
    handle(renewRecovery, async (context, call) => {
      const session = await asked(call);
      if ((await secondWaysOf(context.pool, session)).length === 0) throw new Refusal('TOTP_NOT_STARTED');
      const codes = await changing(context, call, 'RECOVERY_RENEWED', (client) => writeRecoveryCodes(context, client, session));
      return { data: { recoveryCodes: codes } };
    }),
  ]);
}

async function isOn(context: AppContext, { member }: Session): Promise<boolean> {
  const { rowCount } = await context.pool.query('SELECT 1 FROM account_totp WHERE member_id = $1 AND confirmed_at IS NOT NULL', [member]);
  return rowCount === 1;
}

async function confirmApp(
  context: AppContext,
  call: Call<undefined, Out<typeof confirmTotp.body>>,
): Promise<Answer<Out<typeof confirmTotp.reply>>> {
  const session = call.session as Session;
  if (await isOn(context, session)) throw new Refusal('TOTP_ON_ALREADY');
  await countMiss(context, session.member);
  const codes = await changing(context, call, 'TOTP_ON', async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM account_totp WHERE member_id = $1 AND confirmed_at IS NULL FOR UPDATE', [
      session.member,
    ]);
    if (rowCount === 0) throw new Refusal('TOTP_NOT_STARTED');
    if (!(await takeCode(context, client, session, call.body.code, false))) throw new Refusal('OTP_WRONG', { field: 'code' });
    await client.query('UPDATE account_totp SET confirmed_at = $2, misses = 0, missed_since = NULL WHERE member_id = $1', [
      session.member,
      new Date(context.clock.now()),
    ]);
    // Whoever has passkeys already keeps the codes that came with them.
    return (await writeFirstRecoveryCodes(context, client, session)) ?? [];
  });
  await noteSteppedUp(context, session.family);
  return { data: { recoveryCodes: codes } };
}

/** The change, its mail and its hold in one transaction. */
export async function changing<T>(
  context: AppContext,
  call: Call,
  change: SecurityChange,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const session = call.session as Session;
  const result = await inTransaction(context.pool, async (client) => {
    const done = await work(client);
    const row = await memberById(client, session.site, session.member);
    if (row === undefined) throw new Refusal('TOKEN_INVALID');
    await noteSecurityChange(context, client, call, row, change);
    return done;
  });
  context.services.find(outbox)?.hurry();
  await tellSecurityChange(context, session.site, session.member, change);
  return result;
}
