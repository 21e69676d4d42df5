// What members do to guard themselves: words in every mail, a lock on the settings, a lock on the whole account.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import type { Writer } from '@maru/outbox/contract.ts';
import { disownLogin, lockAccount, lockSettings, setAntiPhishing } from '../profile-contract.ts';
import { changing } from './authenticator.ts';
import type { Confirming } from './confirm-password.ts';
import { notShared } from './demo-members.ts';
import { lockMember } from './lock-account.ts';
import { memberById } from './member-rows.ts';
import { disown } from './new-login.ts';
const memberOf = (call: Call) => call.session as Session;

export function guardingRoutes(confirm: () => Confirming): BoundRoute[] {
  return [
    ...notShared([
      handle(setAntiPhishing, async (context, call) => {
        const { site, member } = memberOf(call);
        await confirm()(memberOf(call), call.ip, call.body.password);
        await changing(context, call, 'ANTI_PHISHING', (client) =>
          client.query('UPDATE account_member SET anti_phishing = $3 WHERE site_id = $1 AND id = $2', [site, member, call.body.phrase]),
        );
        return { data: { changed: true as const } };
      }),
      handle(lockSettings, async (context, call) => {
        const { site, member } = memberOf(call);
        await confirm().evenLocked(memberOf(call), call.ip, call.body.password);
        const asked = new Date(context.clock.now() + call.body.days * DAY_MS);
        const until = await changing(context, call, 'SETTINGS_LOCKED', async (client) => {
          const { rows } = await client.query<{ until: Date }>(
            `UPDATE account_member SET settings_locked_until = greatest(settings_locked_until, $3)
           WHERE site_id = $1 AND id = $2 RETURNING settings_locked_until AS until`,
            [site, member, asked],
          );
          return rows[0]?.until ?? asked;
        });
        return { data: { until: until.toISOString() } };
      }),
    ]),
    handle(lockAccount, async (context, call) => {
      const { site, member } = memberOf(call);
      await lockMember(context, call, async (client) => {
        const row = await memberById(client, site, member);
        if (row === undefined) throw new Refusal('TOKEN_INVALID');
        return row;
      });
      return { data: { locked: true as const } };
    }),
    handle(disownLogin, disown),
  ];
}

/** For the outbox: the words of this member. */
export async function antiPhishingOf(sql: Writer, site: number, member: number): Promise<string | undefined> {
  const { rows } = await sql.query('SELECT anti_phishing AS phrase FROM account_member WHERE site_id = $1 AND id = $2', [site, member]);
  return (rows[0]?.phrase as string | null | undefined) ?? undefined;
}
