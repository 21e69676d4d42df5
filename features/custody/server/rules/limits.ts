// How much of a member's coins may leave by its level and by what operators set for it, over the time behind now and all ways out.
import { type MemberProtection, memberProtectionOf, withdrawLimitOf } from '@maru/account/admin-contract.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { WithdrawLimits } from '../../withdraw-contract.ts';
import { type LevelRow, readLevels } from './site-rules.ts';

const MONTH_DAYS = 30;
export const MONTH_MS = MONTH_DAYS * DAY_MS;

export interface MemberLimits {
  /** 0: the site has no levels. */
  level: number;
  /** Micro-USDT; null: none. */
  day: number | null;
  month: number | null;
  own: number | null;
  next: LevelRow | undefined;
}
/** Micro-USDT that were asked for: within a day and thirty of them, and since the site's day began. */
export interface UsedLimits {
  day: number;
  month: number;
  today: number;
}

/** The highest level whose needs are met. */
export function levelOf(
  levels: readonly LevelRow[],
  member: Pick<MemberProtection, 'joinedMs' | 'isVerified'>,
  now: number,
): LevelRow | undefined {
  const isMet = ({ needsIdentity, needsDays }: LevelRow) =>
    (!needsIdentity || member.isVerified) && now - member.joinedMs >= needsDays * DAY_MS;
  return levels.findLast(isMet);
}

export async function limitsOf({ pool, services, clock }: AppContext, site: number, member: number): Promise<MemberLimits> {
  const [own, levels, protection] = await Promise.all([
    services.use(withdrawLimitOf)(site, member),
    readLevels(pool, site),
    services.use(memberProtectionOf)(site, member),
  ]);
  const level = protection && levelOf(levels, protection, clock.now());
  const next = levels.find((row) => row.level > (level?.level ?? 0));
  // Somebody whom no level fits may take nothing: a site without levels limits nobody.
  const none = levels.length === 0 ? null : 0;
  return {
    level: level?.level ?? 0,
    day: level === undefined ? none : level.day,
    month: level === undefined ? none : level.month,
    own,
    next,
  };
}

const usdt = (units: number) => formatDecimal(Math.max(0, units), USDT_DECIMALS, true);

/** `value` undefined: no price is known, and what cannot be valued cannot be held to a limit. */
export function refuseOverLimits({ day, month, own }: MemberLimits, used: UsedLimits, value: number | undefined): void {
  if (day === null && month === null && own === null) return;
  if (value === undefined) throw new Refusal('RATE_NOT_KNOWN', { field: 'walletType' });
  if (own !== null && used.today + value > own) throw new Refusal('WITHDRAW_LIMIT', { limit: usdt(own), left: usdt(own - used.today) });
  if (day !== null && used.day + value > day) throw new Refusal('WITHDRAW_LIMIT', { limit: usdt(day), left: usdt(day - used.day) });
  if (month !== null && used.month + value > month)
    throw new Refusal('WITHDRAW_LIMIT_LONG', { limit: usdt(month), left: usdt(month - used.month), days: MONTH_DAYS });
}

/** Micro-USDT; null: nobody has limited it. */
export function leftOf({ day, month, own }: MemberLimits, used: UsedLimits): number | null {
  const left = [day === null ? null : day - used.day, month === null ? null : month - used.month, own === null ? null : own - used.today];
  const known = left.filter((one) => one !== null);
  return known.length === 0 ? null : Math.max(0, Math.min(...known));
}

export function presentLimits({ level, day, month, own, next }: MemberLimits, used: UsedLimits): WithdrawLimits {
  const one = (limit: number | null, spent: number) =>
    limit === null ? null : { limit: usdt(limit), used: usdt(spent), left: usdt(limit - spent) };
  return {
    level,
    day: one(day, used.day),
    month: one(month, used.month),
    own: one(own, used.today),
    next:
      next === undefined
        ? null
        : {
            level: next.level,
            day: next.day === null ? null : usdt(next.day),
            needsIdentity: next.needsIdentity,
            needsDays: next.needsDays,
          },
  };
}
