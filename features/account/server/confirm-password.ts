// Asks a member for its password again, and for its second factor if it has one: a stolen token must not be a way to guess it faster than the login page allows.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { ConfirmPassword } from '../contract.ts';
import type { LoginGuard } from '@maru/kit/server/login-guard.ts';
import { memberById, type MemberRow } from './member-rows.ts';
import { isPassword } from '@maru/kit/server/passwords.ts';
import { timeIn } from '@maru/kit/contract/calendar.ts';
import { refuseWithoutStepUp } from './second-factor.ts';

type Who = Parameters<ConfirmPassword>[0];

/** What the member has locked stays as it is until the day it named. */
export function refuseWhileLocked(row: MemberRow, timeZone: string, now: number): void {
  const until = row.settings_locked_until;
  if (until !== null && until.getTime() > now) throw new Refusal('SETTINGS_LOCKED', { until: timeIn(timeZone, until) });
}

export interface Confirming extends ConfirmPassword {
  /** Also while the settings are locked: what only adds protection. */
  evenLocked: ConfirmPassword;
}

export function createConfirmPassword({ pool, clock, sites }: Pick<AppContext, 'pool' | 'clock' | 'sites'>, guard: LoginGuard): Confirming {
  const confirm =
    (isLockKept: boolean) =>
    async ({ site, member, username, family }: Who, ip: string, password: string) => {
      await guard.enter(site, username, ip, async () => true);
      const row = await memberById(pool, site, member);
      if (row === undefined || !(await isPassword(row.password_hash, password))) {
        guard.failed(site, username, ip);
        throw new Refusal('PASSWORD_WRONG', { field: 'password' });
      }
      guard.succeeded(site, username, ip);
      if (isLockKept) refuseWhileLocked(row, sites.byId(site)?.timeZone ?? 'UTC', clock.now());
      await refuseWithoutStepUp({ pool, clock }, { site, member, family });
    };
  return Object.assign(confirm(true), { evenLocked: confirm(false) });
}
