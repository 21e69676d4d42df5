// Limits of the house's exposure as rows, since when each is passed, and how much of them is used.
import { mulDivFloor } from '@maru/engine/money/rounding.ts';
import type { DeskRiskView } from '@maru/engine/view-desk.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Migration } from '@maru/kit/server/feature.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { ExposureState } from '../../exposure-contract.ts';

/** In place of a symbol: the site as a whole. */
export const WHOLE_SITE = -1;
const NEAR_PERCENT = 80;

export const exposureMigration: Migration = {
  name: '0222-futures-exposure-limit',
  sql: `
-- symbol: its place in the site's list, or ${WHOLE_SITE} for the site. Micro-USDT. over_since: NULL while it is kept.
CREATE TABLE futures_exposure_limit (
  site_id integer NOT NULL,
  symbol integer NOT NULL,
  most bigint NOT NULL CHECK (most > 0),
  over_since timestamptz,
  PRIMARY KEY (site_id, symbol)
);
`,
};

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

/** Sets or takes off; answers what it was. */
export async function writeLimit(sql: SqlWriter, site: number, symbol: number, most: number | null): Promise<number | null> {
  const before = await sql.query('SELECT most FROM futures_exposure_limit WHERE site_id = $1 AND symbol = $2 FOR UPDATE', [site, symbol]);
  if (most === null) await sql.query('DELETE FROM futures_exposure_limit WHERE site_id = $1 AND symbol = $2', [site, symbol]);
  else
    await sql.query(
      `INSERT INTO futures_exposure_limit (site_id, symbol, most) VALUES ($1, $2, $3)
       ON CONFLICT (site_id, symbol) DO UPDATE SET most = excluded.most`,
      [site, symbol, most],
    );
  return (before.rows[0] as { most: number } | undefined)?.most ?? null;
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
