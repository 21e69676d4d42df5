// From where each operator came, and by which browser: what tells later that two accounts share a place.
import { DAY_SECONDS } from '@maru/kit/contract/calendar.ts';
import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { AppContext } from '@maru/kit/server/context.ts';
import { DEVICE_COOKIE, deviceHash, type SqlWriter } from '@maru/kit/server/operator-desk.ts';

/** As long as browsers keep one. */
const DEVICE_DAYS = 400;
/** A place that is known is written again at most so often. */
const AGAIN_MS = 3_600_000;
const MOST_REMEMBERED = 10_000;

export interface Place {
  ip: string;
  device: string | undefined;
}

export interface Traces {
  /** Written before it returns, at the first call from there. */
  note(sql: SqlWriter, operator: number, place: Place): Promise<void>;
}

export function createTraces({ clock }: Pick<AppContext, 'clock'>): Traces {
  const noted = new Map<string, number>();
  const write = async (sql: SqlWriter, operator: number, kind: 'ADDRESS' | 'DEVICE', value: string) => {
    const now = clock.now();
    const key = `${operator} ${kind} ${value}`;
    if ((noted.get(key) ?? Number.NEGATIVE_INFINITY) > now - AGAIN_MS) return;
    await sql.query(
      `INSERT INTO operator_trace (operator_id, kind, value, first_at, last_at) VALUES ($1, $2, $3, $4, $4)
       ON CONFLICT (operator_id, kind, value) DO UPDATE SET last_at = greatest(operator_trace.last_at, excluded.last_at)`,
      [operator, kind, value, new Date(now)],
    );
    if (noted.size >= MOST_REMEMBERED) noted.clear();
    noted.set(key, now);
  };
  return {
    async note(sql, operator, { ip, device }) {
      await write(sql, operator, 'ADDRESS', networkOf(ip));
      if (device !== undefined) await write(sql, operator, 'DEVICE', deviceHash(device));
    },
  };
}

/** One line of a household: an IPv4 address, or the /64 that a household has of IPv6. */
export function networkOf(ip: string): string {
  const plain = ip.toLowerCase().startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip.toLowerCase();
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.split('%')[0].split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...front, ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** What a way in tells a browser: its name, the one it has or a new one. Members' log-ins hear it too (ADR 0085). */
export function nameDevice(call: { device?: string | undefined; origin: string }): { device: string; headers: Record<string, string> } {
  const device = call.device ?? randomBytes(18).toString('base64url');
  const secure = call.origin.startsWith('https:') ? '; Secure' : '';
  const cookie = `${DEVICE_COOKIE}=${device}; Path=/api; Max-Age=${DEVICE_DAYS * DAY_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
  return { device, headers: { 'set-cookie': cookie } };
}
