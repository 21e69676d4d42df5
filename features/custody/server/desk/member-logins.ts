// From where a member logged in last, as pages show it by which something of the member's is decided.
import { memberLoginsOf } from '@maru/account/admin-contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { DeskLogin } from '../../withdraw-desk-contract.ts';

const LOGINS = 20;

export async function lastLogins({ services }: Pick<AppContext, 'services'>, site: number, member: number): Promise<DeskLogin[]> {
  const logins = await services.use(memberLoginsOf)(site, member, LOGINS);
  return logins.map(({ atMs, ...login }) => ({ ...login, at: new Date(atMs).toISOString() }));
}
