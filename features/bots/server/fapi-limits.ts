// Request weights by address and order counts by member, in fixed windows; whoever goes on after 429 is shut out for a while with 418.
import { DAY_MS, MINUTE_MS } from '@maru/kit/contract/calendar.ts';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { Config } from '@maru/kit/server/config.ts';
import { FapiFault } from './fapi-fault.ts';

const TEN_SECONDS_MS = 10_000;
/** Requests after the first 429 of a minute that are still answered 429. */
const PATIENCE = 50;
const FIRST_BAN_MS = 120_000;
const LONGEST_BAN_MS = 3 * DAY_MS;
const MAX_TRACKED = 50_000;

export interface Limits {
  readonly weightPerMinute: number;
  readonly ordersPerMinute: number;
  readonly ordersPerTenSeconds: number;
  /** Counts a request of an address; throws 429 or 418. Answers the weight used in this minute. */
  weigh(address: string, weight: number): number;
  /** Counts orders of a member; throws 429. */
  countOrders(member: string, orders: number): { tenSeconds: number; minute: number };
}

interface Weighed {
  window: number;
  weight: number;
  refused: number;
  bans: number;
  bannedUntil: number;
}
interface Counted {
  minute: number;
  perMinute: number;
  ten: number;
  perTen: number;
}

export function createLimits(clock: Clock, config: Pick<Config, 'orderRate' | 'callRate'>): Limits {
  // The venue's own figures, or the installation's when those are wider.
  const weightPerMinute = Math.max(2400, config.callRate.perSecond * 60);
  const ordersPerMinute = Math.max(1200, config.orderRate.perSecond * 60);
  const ordersPerTenSeconds = Math.max(300, config.orderRate.perSecond * 10);
  const weighed = new Map<string, Weighed>();
  const counted = new Map<string, Counted>();
  return {
    weightPerMinute,
    ordersPerMinute,
    ordersPerTenSeconds,
    weigh(address, weight) {
      const now = clock.now();
      const window = Math.floor(now / MINUTE_MS);
      const entry = weighed.get(address) ?? { window, weight: 0, refused: 0, bans: 0, bannedUntil: 0 };
      remember(weighed, address, entry);
      if (entry.bannedUntil > now) throw banned(entry.bannedUntil, now);
      if (entry.window !== window) Object.assign(entry, { window, weight: 0, refused: 0 });
      if (entry.weight + weight > weightPerMinute) {
        if (++entry.refused > PATIENCE) ban(entry, now);
        throw tooMuch((window + 1) * MINUTE_MS - now, entry.weight, `current limit of IP is ${weightPerMinute} requests per minute`);
      }
      entry.weight += weight;
      return entry.weight;
    },
    countOrders(member, orders) {
      const now = clock.now();
      const minute = Math.floor(now / MINUTE_MS);
      const ten = Math.floor(now / TEN_SECONDS_MS);
      const entry = counted.get(member) ?? { minute, perMinute: 0, ten, perTen: 0 };
      remember(counted, member, entry);
      if (entry.minute !== minute) Object.assign(entry, { minute, perMinute: 0 });
      if (entry.ten !== ten) Object.assign(entry, { ten, perTen: 0 });
      if (entry.perTen + orders > ordersPerTenSeconds)
        throw tooManyOrders((ten + 1) * TEN_SECONDS_MS - now, ordersPerTenSeconds, '10 SECOND');
      if (entry.perMinute + orders > ordersPerMinute) throw tooManyOrders((minute + 1) * MINUTE_MS - now, ordersPerMinute, '1 MINUTE');
      entry.perTen += orders;
      entry.perMinute += orders;
      return { tenSeconds: entry.perTen, minute: entry.perMinute };
    },
  };
}

function remember<T>(map: Map<string, T>, key: string, entry: T): void {
  if (map.has(key)) return;
  // The oldest go first: an attacker from very many addresses must not grow the map.
  if (map.size >= MAX_TRACKED) for (const old of map.keys()) if (map.delete(old) && map.size < MAX_TRACKED * 0.9) break;
  map.set(key, entry);
}

function ban(entry: Weighed, now: number): never {
  entry.bannedUntil = now + Math.min(LONGEST_BAN_MS, FIRST_BAN_MS * 2 ** Math.min(entry.bans, 20));
  entry.bans++;
  throw banned(entry.bannedUntil, now);
}

const seconds = (ms: number) => String(Math.max(1, Math.ceil(ms / 1000)));

function banned(until: number, now: number): FapiFault {
  const message = `Way too many requests; IP banned until ${until}. Please use the websocket for live updates to avoid bans.`;
  return new FapiFault(-1003, message, 418, { 'retry-after': seconds(until - now) });
}

function tooMuch(waitMs: number, used: number, limit: string): FapiFault {
  const message = `Too many requests; ${limit}. Please use the websocket for live updates to avoid polling the API.`;
  return new FapiFault(-1003, message, 429, { 'retry-after': seconds(waitMs), 'x-mbx-used-weight-1m': String(used) });
}

function tooManyOrders(waitMs: number, limit: number, per: string): FapiFault {
  return new FapiFault(-1015, `Too many new orders; current limit is ${limit} orders per ${per}.`, 429, { 'retry-after': seconds(waitMs) });
}
