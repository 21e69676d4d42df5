// Who may try a password now: per address, and per account with locks that grow; before any hashing.
import type { Clock } from './clock.ts';
import { Refusal } from './feature.ts';
import type { Shared } from './across-gateways.ts';
import { DAY_MS } from '../contract/calendar.ts';

export interface LoginGuard {
  /**
   * Takes one try or throws TOO_MANY_LOGINS. `isKnownAddress` is asked only while the account is locked:
   * the owner on a known address still gets in, with a lock of its own.
   */
  enter(site: number, username: string, ip: string, isKnownAddress: () => Promise<boolean>): Promise<void>;
  failed(site: number, username: string, ip: string): void;
  succeeded(site: number, username: string, ip: string): void;
  /** When the next try is possible from an unknown address (ms); undefined: now. */
  lockedUntil(site: number, username: string): number | undefined;
  /** An operator has the failures forgotten, from wherever they came. */
  reset(site: number, username: string): void;
}

interface Failures {
  count: number;
  lockedUntil: number;
  at: number;
}

/** Free tries, then 30 s, doubling to a day: about 25 failures on the first day, far under 100 in a row (NIST 800-63B). */
const FREE_TRIES = 5;
const FIRST_LOCK_MS = 30_000;
const LONGEST_LOCK_MS = DAY_MS;
const MAX_TRACKED = 100_000;

/** `name`: whose logins. */
export function createLoginGuard(
  { clock, shared }: { clock: Clock; shared: Shared },
  name: string,
  perAddress: { perSecond: number; burst: number },
): LoginGuard {
  const addresses = shared.limit(`${name}.addresses`, perAddress);
  // Noted again is youngest: the longest untouched go first.
  const accounts = shared.notes<Failures>(`${name}.failures`, MAX_TRACKED);
  const accountKey = (site: number, username: string) => `${site} ${username.toLowerCase()}`;
  const pairKey = (site: number, username: string, ip: string) => `${accountKey(site, username)} ${netOf(ip)}`;
  const lockOf = (key: string) => Math.max(0, (accounts.get(key)?.lockedUntil ?? 0) - clock.now());
  const count = (key: string) => {
    const now = clock.now();
    const before = accounts.get(key);
    const failures = before === undefined ? 1 : before.count + 1;
    const lockMs = failures < FREE_TRIES ? 0 : Math.min(LONGEST_LOCK_MS, FIRST_LOCK_MS * 2 ** (failures - FREE_TRIES));
    accounts.set(key, { count: failures, lockedUntil: now + lockMs, at: now });
  };

  return {
    async enter(site, username, ip, isKnownAddress) {
      const waitMs = addresses.take(netOf(ip));
      if (waitMs > 0) throw tooMany(waitMs);
      const accountLockMs = lockOf(accountKey(site, username));
      if (accountLockMs === 0) return;
      const pairLockMs = lockOf(pairKey(site, username, ip));
      if (pairLockMs === 0 && (await isKnownAddress())) return;
      throw tooMany(accountLockMs);
    },
    failed(site, username, ip) {
      count(accountKey(site, username));
      count(pairKey(site, username, ip));
    },
    succeeded(site, username, ip) {
      addresses.refund(netOf(ip));
      accounts.delete(accountKey(site, username));
      accounts.delete(pairKey(site, username, ip));
    },
    lockedUntil(site, username) {
      const until = accounts.get(accountKey(site, username))?.lockedUntil ?? 0;
      return until > clock.now() ? until : undefined;
    },
    reset(site, username) {
      const key = accountKey(site, username);
      for (const other of accounts.keys()) if (other === key || String(other).startsWith(`${key} `)) accounts.delete(other);
    },
  };
}

const tooMany = (waitMs: number) => new Refusal('TOO_MANY_LOGINS', { retryAfterSeconds: Math.ceil(waitMs * 0.001) });

/** One subscriber of IPv6 holds a /64. */
function netOf(ip: string): string {
  return ip.includes(':') && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip;
}
