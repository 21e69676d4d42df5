// Stuffing from many addresses: when a site sees more failed log-ins than its members make, only addresses that members have used get through.
import type { Clock } from '@maru/kit/server/clock.ts';
import { Refusal } from '@maru/kit/server/feature.ts';

export interface LoginCrowd {
  /** Throws TOO_MANY_LOGINS for strangers while the site is crowded; `isKnownAddress` is asked only then. */
  enter(site: number, isKnownAddress: () => Promise<boolean>): Promise<void>;
  failed(site: number): void;
  /** At most two checks of one name at a time: what is sent at once would else all be tried before the first miss is counted. */
  alone<T>(site: number, username: string, check: () => Promise<T>): Promise<T>;
}

/** Failed log-ins a site takes at once, and how fast they are forgotten: two a second is far more than members mistype. */
const MOST = 300;
const FORGOTTEN_PER_SECOND = 2;
const AT_ONCE = 2;

export function createLoginCrowd(clock: Clock): LoginCrowd {
  const sites = new Map<number, { level: number; at: number }>();
  const underWay = new Map<string, number>();
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
    async alone(site, username, check) {
      const key = `${site} ${username.toLowerCase()}`;
      const before = underWay.get(key) ?? 0;
      if (before >= AT_ONCE) throw new Refusal('TOO_MANY_LOGINS', { retryAfterSeconds: 1 });
      underWay.set(key, before + 1);
      try {
        return await check();
      } finally {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
      }
    },
    failed: (site) => void sites.set(site, { level: levelOf(site) + 1, at: clock.now() }),
  };
}
