// A member locks its own account: every login, socket and API key stops, nothing is withdrawn, until a new password is set by a code.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Call } from '@maru/kit/server/feature.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { outbox } from '@maru/outbox/contract.ts';
import type { PoolClient } from 'pg';
import { refuseSharedName } from './demo-members.ts';
import { endMemberLogins } from './end-sessions.ts';
import { refuseDecided } from './leaving/refuse-leaving.ts';
import type { MemberRow } from './member-rows.ts';
import { endAllLogins } from './refresh-tokens.ts';
import { noteSecurityChange, tellSecurityChange } from './security-change.ts';

/** `whose` runs in the same transaction. */
export async function lockMember(
  context: AppContext,
  call: Pick<Call, 'site' | 'language'>,
  whose: (client: PoolClient) => Promise<MemberRow>,
): Promise<void> {
  const at = new Date(context.clock.now());
  const row = await inTransaction(context.pool, async (client) => {
    const found = await whose(client);
    refuseSharedName(context, found);
    await client.query('UPDATE account_member SET locked_at = $3, ended_at = $3 WHERE site_id = $1 AND id = $2', [
      found.site_id,
      found.id,
      at,
    ]);
    await refuseDecided(client, found.id);
    await endAllLogins(client, found.id, at, 'locked');
    await noteSecurityChange(context, client, call, found, 'LOCKED');
    return found;
  });
  await endMemberLogins(context, row.site_id, row.id, 'locked', '');
  context.services.find(outbox)?.hurry();
  await tellSecurityChange(context, row.site_id, row.id, 'LOCKED');
}
