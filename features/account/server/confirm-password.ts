// Asks a member for its password again, and for its second factor if it has one: a stolen token must not be a way to guess it faster than the login page allows.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { ConfirmPassword } from '../contract.ts';
import type { LoginGuard } from './login-guard.ts';
import { memberById } from './member-rows.ts';
import { isPassword } from './passwords.ts';
import { refuseWithoutStepUp } from './second-factor.ts';

export function createConfirmPassword({ pool, clock }: Pick<AppContext, 'pool' | 'clock'>, guard: LoginGuard): ConfirmPassword {
  return async ({ site, member, username, family }, ip, password) => {
    await guard.enter(site, username, ip, async () => true);
    const row = await memberById(pool, site, member);
    if (row === undefined || !(await isPassword(row.password_hash, password))) {
      guard.failed(site, username, ip);
      throw new Refusal('PASSWORD_WRONG', { field: 'password' });
    }
    guard.succeeded(site, username, ip);
    await refuseWithoutStepUp({ pool, clock }, { site, member, family });
  };
}
