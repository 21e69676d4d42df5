// Stuffing from many addresses: when a site sees more failed log-ins than its members make, only addresses that members have used get through.
import type { Clock } from '@maru/kit/server/clock.ts';
import { Refusal } from '@maru/kit/server/feature.ts';

export interface LoginCrowd {
  /** Throws TOO_MANY_LOGINS for strangers while the site is crowded; `isKnownAddress` is asked only then. */
  enter(site: number, isKnownAddress: () => Promise<boolean>): Promise<void>;
  failed(site: number): void;
}

/** Failed log-ins a site takes at once, and how fast they are forgotten: two a second is far more than members mistype. */
const MOST = 300;
const FORGOTTEN_PER_SECOND = 2;

export function createLoginCrowd(clock: Clock): LoginCrowd {
  const sites = new Map<number, { level: number; at: number }>();
  const levelOf = (site: number) => {
    const found = sites.get(site);
    return found === undefined ? 0 : Math.max(0, found.level - (clock.now() - found.at) * 0.001 * FORGOTTEN_PER_SECOND);
  };
  return {
    async enter(site, isKnownAddress) {
      const over = levelOf(site) - MOST;
      if (over < 0 || (await isKnownAddress())) return;
      throw new Refusal('TOO_MANY_LOGINS', { retryAfterSeconds: Math.max(1, Math.ceil((over + 1) / FORGOTTEN_PER_SECOND)) });
    },
    failed: (site) => void sites.set(site, { level: levelOf(site) + 1, at: clock.now() }),
  };
}
