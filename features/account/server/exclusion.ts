// A member shuts itself out: every login ends, and until the day it named nobody, operators included, can open the account.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type Call, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { letterBox } from '@maru/outbox/contract.ts';
import type { excludeMyself } from '../limits-contract.ts';
import type { Confirming } from './confirm-password.ts';
import { memberById, type MemberRow } from './member-rows.ts';
import { endAllLogins } from './refresh-tokens.ts';
import { noteSecurityChange, tellSecurityChange, timeIn } from './security-change.ts';

const DAY_MS = 86_400_000;

export async function exclude(
  context: AppContext,
  confirm: Confirming,
  call: Call<undefined, Out<typeof excludeMyself.body>>,
): Promise<Answer<Out<typeof excludeMyself.reply>>> {
  const session = call.session as Session;
  const { days, password } = call.body;
  await confirm.evenLocked(session, call.ip, password);
  const at = new Date(context.clock.now());
  const until = await inTransaction(context.pool, async (client) => {
    // Only ever later: asking again shortens nothing.
    const { rows } = await client.query<{ until: Date }>(
      `UPDATE account_member SET excluded_until = greatest(excluded_until, $3), ended_at = $4
       WHERE site_id = $1 AND id = $2 RETURNING excluded_until AS until`,
      [session.site, session.member, new Date(at.getTime() + days * DAY_MS), at],
    );
    const row = await memberById(client, session.site, session.member);
    if (row === undefined) throw new Refusal('TOKEN_INVALID');
    await endAllLogins(client, session.member, at, 'excluded');
    await noteSecurityChange(context, client, call, row, 'EXCLUDED');
    return rows[0].until;
  });
  context.sessions.endMember(session.site, session.member, leavingWords(context, session.site, until));
  context.services.find(letterBox)?.hurry();
  await tellSecurityChange(context, session.site, session.member, 'EXCLUDED');
  return { data: { until: until.toISOString() } };
}

const leavingWords = (context: AppContext, site: number, until: Date) =>
  `스스로 정한 대로 로그아웃했습니다. ${timeIn(context.sites.byId(site)?.timeZone ?? 'UTC', until)}까지 로그인할 수 없습니다.`;

export function refuseExcluded(row: MemberRow, timeZone: string, now: number): void {
  const until = row.excluded_until;
  if (until !== null && until.getTime() > now) throw new Refusal('ACCOUNT_EXCLUDED', { until: timeIn(timeZone, until) });
}
