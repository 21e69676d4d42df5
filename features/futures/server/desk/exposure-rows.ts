// Limits of the house's exposure as rows, since when each is passed, and how much of them is used.
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import type { DeskRiskView } from '@maru/engine/view-desk.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { ExposureState } from '../../exposure-contract.ts';

/** In place of a symbol: the site as a whole. */
export const WHOLE_SITE = -1;
const NEAR_PERCENT = 80;

export interface ExposureLimit {
  symbol: number;
  /** Micro-USDT. */
  most: number;
  over_since: Date | null;
}

export async function readLimits({ pool }: Pick<AppContext, 'pool'>, site: number): Promise<ExposureLimit[]> {
  const { rows } = await pool.query<ExposureLimit>('SELECT symbol, most, over_since FROM futures_exposure_limit WHERE site_id = $1', [
    site,
  ]);
  return rows;
}

export interface LimitChange {
  site: number;
  symbol: number;
  /** Micro-USDT; null takes the limit off. */
  most: number | null;
  by: number;
  agreedBy: number | null;
  at: Date;
}

/** Held until the caller's transaction ends: changes of one limit come one after the other. */
export async function standingLimit(sql: SqlWriter, site: number, symbol: number): Promise<number | null> {
  await sql.query(`SELECT pg_advisory_xact_lock(hashtext('futures_exposure_limit'), $1)`, [site]);
  const { rows } = await sql.query('SELECT most FROM futures_exposure_limit WHERE site_id = $1 AND symbol = $2', [site, symbol]);
  return (rows[0] as { most: number } | undefined)?.most ?? null;
}

/** Sets or takes off, and keeps that it did. */
export async function writeLimit(sql: SqlWriter, was: number | null, { site, symbol, most, by, agreedBy, at }: LimitChange): Promise<void> {
  if (most === null) await sql.query('DELETE FROM futures_exposure_limit WHERE site_id = $1 AND symbol = $2', [site, symbol]);
  else
    await sql.query(
      `INSERT INTO futures_exposure_limit (site_id, symbol, most) VALUES ($1, $2, $3)
       ON CONFLICT (site_id, symbol) DO UPDATE SET most = excluded.most`,
      [site, symbol, most],
    );
  await sql.query(
    'INSERT INTO futures_exposure_change (site_id, symbol, was, most, at, set_by, agreed_by) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [site, symbol, was, most, at, by, agreedBy],
  );
}

/** What stood since that moment beside what stands now; what two persons agreed on is where it begins anew. */
export async function limitsSince(sql: SqlWriter, site: number, symbol: number, since: Date): Promise<(number | null)[]> {
  const { rows } = await sql.query<{ was: number | null; most: number | null; isAgreed: boolean }>(
    `SELECT was, most, agreed_by IS NOT NULL AS "isAgreed" FROM futures_exposure_change
     WHERE site_id = $1 AND symbol = $2 AND at > $3 ORDER BY id`,
    [site, symbol, since],
  );
  return rows.reduce<(number | null)[]>((stood, { was, most, isAgreed }) => (isAgreed ? [most] : [...stood, was, most]), []);
}

/** Micro-USDT at mark, without a sign: of a symbol, or of all together. */
export const exposureOf = ({ symbols }: Pick<DeskRiskView, 'symbols'>, symbol: number): number =>
  symbols.reduce((sum, each) => (symbol === WHOLE_SITE || each.symbol === symbol ? sum + Math.abs(each.house) : sum), 0);

export interface LimitUse {
  use: number | null;
  state: ExposureState;
}

export function limitUse(held: number, limit: ExposureLimit | undefined): LimitUse {
  if (limit === undefined) return { use: null, state: 'NONE' };
  const use = mulDivFloor(held, 100, limit.most);
  return { use, state: held > limit.most ? 'OVER' : use >= NEAR_PERCENT ? 'NEAR' : 'CALM' };
}
