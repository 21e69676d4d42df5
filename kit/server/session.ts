// Access tokens: short-lived, pinned to one algorithm, checked against in-memory revocations so that a log-out acts at once.
import { createSigner, createVerifier } from 'fast-jwt';
import type { Role } from '../contract/role.ts';
import { roles } from '../contract/role.ts';
import type { Clock } from './clock.ts';
import type { TokenKey } from './config-secrets.ts';
import type { Session } from './feature.ts';

export const ACCESS_LIFE_MS = 600_000;

export type SessionFault = 'TOKEN_INVALID' | 'TOKEN_EXPIRED';

/** What an ended login's open pages are told: the specification's words (empty), or words of its own. */
export type EndWords = '' | { readonly ko: string; readonly en: string };

export interface Sessions {
  /** A new access token; `expiresIn` in seconds. */
  issue(session: Session): { accessToken: string; expiresIn: number };
  /** The session of a bearer token at this site, or why not. */
  verify(token: string, site: number): Session | SessionFault;
  /** The same with its times, ms: sockets outlive the moment of their CONNECT. */
  look(token: string, site: number): KnownToken | SessionFault;
  /** Whether a session that was verified earlier still holds (sockets ask). */
  holds(session: Session, issuedAt?: number): boolean;
  /** Ends one login family (log-out, reuse of a refresh token). */
  endFamily(site: number, member: number, family: string, words?: EndWords): void;
  /** Ends all logins of a member up to `at`, absent: now (DENY, password change). */
  endMember(site: number, member: number, words?: EndWords, at?: number): void;
  onEnd(listener: (end: SessionEnd) => void): void;
}
export interface SessionEnd {
  site: number;
  member: number;
  /** undefined = all families of the member. */
  family: string | undefined;
  /** What was issued later goes on, ms. */
  at: number;
  words: EndWords | undefined;
}

interface Claims {
  s: number;
  m: number;
  a: number;
  u: string;
  r: string;
  f: string;
  /** Issued and expires, ms. */
  t: number;
  x: number;
}
export interface KnownToken {
  session: Session;
  issuedAt: number;
  expiresAt: number;
}

const MAX_TOKEN_CHARS = 1000;
const MAX_CACHED = 50_000;
const MAX_ENDED = 10_000;

export function createSessions(keys: readonly TokenKey[], clock: Clock): Sessions {
  const sign = createSigner({ key: keys[0].key, algorithm: 'HS256', kid: keys[0].kid, noTimestamp: true });
  const verifiers = new Map(
    keys.map(({ kid, key }) => [kid, createVerifier({ key, algorithms: ['HS256'], cache: false, ignoreExpiration: true })]),
  );
  const cache = new Map<string, KnownToken>();
  const endedFamilies = new Map<string, number>();
  const endedMembers = new Map<string, number>();
  const listeners: ((end: SessionEnd) => void)[] = [];

  const holds = (session: Session, issuedAt = Number.POSITIVE_INFINITY) => {
    if (endedFamilies.size > 0 && endedFamilies.has(session.family)) return false;
    if (endedMembers.size === 0) return true;
    const endedAt = endedMembers.get(`${session.site}:${session.member}`);
    return endedAt === undefined || issuedAt > endedAt;
  };
  const tell = (end: SessionEnd) => {
    if (endedFamilies.size + endedMembers.size > MAX_ENDED) forgetEnded([endedFamilies, endedMembers], clock.now());
    for (const listener of listeners) listener(end);
  };
  const look = (token: string, site: number): KnownToken | SessionFault => {
    let known = cache.get(token);
    if (known === undefined) {
      known = read(token, verifiers);
      if (known === undefined) return 'TOKEN_INVALID';
      if (cache.size >= MAX_CACHED) cache.clear();
      cache.set(token, known);
    }
    if (known.session.site !== site) return 'TOKEN_INVALID';
    if (known.expiresAt <= clock.now()) {
      cache.delete(token);
      return 'TOKEN_EXPIRED';
    }
    return holds(known.session, known.issuedAt) ? known : 'TOKEN_INVALID';
  };

  return {
    issue(session) {
      const now = clock.now();
      const endedAt = endedMembers.get(`${session.site}:${session.member}`) ?? 0;
      const { site: s, member: m, account: a, username: u, role: r, family: f } = session;
      const claims: Claims = { s, m, a, u, r, f, t: Math.max(now, endedAt + 1), x: now + ACCESS_LIFE_MS };
      return { accessToken: sign({ ...claims }), expiresIn: ACCESS_LIFE_MS / 1000 };
    },
    verify(token, site) {
      const known = look(token, site);
      return typeof known === 'string' ? known : known.session;
    },
    look,
    holds,
    endFamily(site, member, family, words) {
      // Told by a row once more, what has ended has ended.
      if (endedFamilies.has(family)) return;
      const at = clock.now();
      endedFamilies.set(family, at);
      tell({ site, member, family, at, words });
    },
    endMember(site, member, words, given) {
      const name = `${site}:${member}`;
      const before = endedMembers.get(name) ?? Number.NEGATIVE_INFINITY;
      if (given !== undefined && before >= given) return;
      // A token of the same millisecond as the end before was issued after it.
      const at = given ?? Math.max(clock.now(), before + 1);
      endedMembers.set(name, at);
      tell({ site, member, family: undefined, at, words });
    },
    onEnd: (listener) => void listeners.push(listener),
  };
}

function read(token: string, verifiers: ReadonlyMap<string, (token: string) => unknown>): KnownToken | undefined {
  if (token.length > MAX_TOKEN_CHARS) return undefined;
  try {
    const header = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8')) as {
      kid?: unknown;
      alg?: unknown;
    };
    if (header.alg !== 'HS256' || typeof header.kid !== 'string') return undefined;
    const claims = verifiers.get(header.kid)?.(token) as Claims | undefined;
    if (claims === undefined || !isRole(claims.r) || !Number.isSafeInteger(claims.x)) return undefined;
    const session = { site: claims.s, member: claims.m, account: claims.a, username: claims.u, role: claims.r, family: claims.f };
    return { session, issuedAt: claims.t, expiresAt: claims.x };
  } catch {
    return undefined;
  }
}

// Operators' sessions are rows: no token of this kind makes one.
const isRole = (text: string): text is Role => text !== 'operator' && (roles as readonly string[]).includes(text);

// What ended longer ago than a token lives needs no memory.
function forgetEnded(ended: readonly Map<string, number>[], now: number): void {
  for (const map of ended) {
    for (const [key, at] of map) if (at < now - ACCESS_LIFE_MS) map.delete(key);
  }
}
