// An operator's own withdrawal is decided by others: whoever is behind the member takes no part in it (ADR 0085).
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { isOwnMember } from '@maru/kit/server/operator-call.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import type { Pool, PoolClient } from 'pg';

interface Of {
  site: number;
  account: number;
  operator: number;
}

export async function isOwn(
  { services }: Pick<AppContext, 'services'>,
  sql: Pool | PoolClient,
  { site, account, operator }: Of,
): Promise<boolean> {
  const member = services.use(memberDirectory).memberOf(site, account);
  return member !== undefined && services.use(isOwnMember)(sql, { site, members: [member], operator });
}

export async function refuseOwn(context: Pick<AppContext, 'services'>, sql: PoolClient, of: Of): Promise<void> {
  if (await isOwn(context, sql, of)) throw new Refusal('WITHDRAW_OWN');
}
