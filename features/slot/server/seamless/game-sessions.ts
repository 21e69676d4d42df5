// A member's visit to another provider’s game: a token of one use leads in, a reference stands for the member from then on.
import { createHash, randomBytes } from 'node:crypto';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Session } from '@maru/kit/server/feature.ts';

const TOKEN_LIFE_MS = 180_000;
/** Stakes are taken no longer than this; what is open still ends. */
const VISIT_MS = 12 * 3_600_000;

export interface GameSession {
  ref: string;
  site: number;
  provider: string;
  member: number;
  account: number;
  /** The login that it began from, and the country it was begun in. */
  family: string;
  country: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

const COLUMNS = `ref, site_id AS site, provider, member, account, family, country, created_at AS "createdAt", ended_at AS "endedAt"`;
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const newSecret = () => randomBytes(32).toString('base64url');

/** The token, which is told once and kept as a hash. */
export async function openVisit({ pool, clock }: AppContext, session: Session, provider: string, country: string | undefined) {
  const token = newSecret();
  const { site, member, account, family } = session;
  await pool.query(
    `INSERT INTO slot_game_session (site_id, ref, token_hash, provider, member, account, family, country, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [site, newSecret(), hashOf(token), provider, member, account, family, country ?? null, new Date(clock.now())],
  );
  return token;
}

/** One statement, so that of two who bring the token one is let in. */
export async function redeemToken({ pool, clock }: AppContext, site: number, provider: string, token: string) {
  const now = clock.now();
  const { rows } = await pool.query<GameSession>(
    `UPDATE slot_game_session SET redeemed_at = $4 WHERE site_id = $1 AND provider = $2 AND token_hash = $3 AND redeemed_at IS NULL
       AND ended_at IS NULL AND created_at > $5 RETURNING ${COLUMNS}`,
    [site, provider, hashOf(token), new Date(now), new Date(now - TOKEN_LIFE_MS)],
  );
  return rows.at(0);
}

export async function findVisit({ pool }: AppContext, site: number, provider: string, ref: string) {
  const { rows } = await pool.query<GameSession>(
    `SELECT ${COLUMNS} FROM slot_game_session WHERE site_id = $1 AND provider = $2 AND ref = $3 AND redeemed_at IS NOT NULL`,
    [site, provider, ref],
  );
  return rows.at(0);
}

/** A visit ends with its login: whoever was blocked or logged out stakes nothing more. */
export function isLive({ sessions, clock }: AppContext, { createdAt, endedAt, ...of }: GameSession): boolean {
  const startedAt = createdAt.getTime();
  const login: Session = { site: of.site, member: of.member, account: of.account, username: '', role: 'member', family: of.family };
  return endedAt === null && clock.now() < startedAt + VISIT_MS && sessions.holds(login, startedAt);
}

export async function endVisits({ pool, clock }: AppContext, site: number, member: number, family: string | undefined): Promise<void> {
  await pool.query(
    `UPDATE slot_game_session SET ended_at = $4 WHERE site_id = $1 AND member = $2 AND ($3::text IS NULL OR family = $3) AND ended_at IS NULL`,
    [site, member, family ?? null, new Date(clock.now())],
  );
}
