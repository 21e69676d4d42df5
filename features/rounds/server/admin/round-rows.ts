// Reads of rounds for operators, all members' bets among them; every condition from outside is a parameter.
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { RoundFacts } from '../present-round.ts';
import { BET, BETS, type BetRow, COUNT_LIMIT, NEWEST_ROUNDS, optionIn, ROUND, ROUNDS } from '../round-queries.ts';

export interface DeskRoundRow extends RoundFacts {
  paid: number | null;
  settledMs: number | null;
}

export interface DeskRoundFilter {
  site: number;
  options: readonly number[];
  statuses?: readonly number[] | undefined;
  /** Numbers of the engine; a tie is a result of its own. */
  reasons?: readonly number[] | undefined;
  isTie?: boolean | undefined;
  ordinal?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

const where = ({ options }: DeskRoundFilter) => `r.site_id = $1 AND ${optionIn(options)} AND ($3::int[] IS NULL OR r.status = ANY($3))
  AND ($4::int[] IS NULL OR r.reason = ANY($4)) AND ($5::boolean IS NULL OR (r.result = 2) = $5)
  AND r.opened_ms >= coalesce($6::bigint, 0) AND r.opened_ms < coalesce($7::bigint, 9007199254740991) AND ($8::bigint IS NULL OR r.ordinal = $8)`;
const valuesOf = (f: DeskRoundFilter) => [
  f.site,
  f.options,
  f.statuses ?? null,
  f.reasons ?? null,
  f.isTie ?? null,
  f.from ?? null,
  f.to ?? null,
  f.ordinal ?? null,
];

export async function deskRounds({ pool }: AppContext, filter: DeskRoundFilter, limit: number, offset: number): Promise<DeskRoundRow[]> {
  if (offset >= COUNT_LIMIT) throw new Refusal('INVALID_FIELD', { field: 'page', limit: String(COUNT_LIMIT) });
  const { rows } = await pool.query<DeskRoundRow>(
    `SELECT ${ROUND}, r.paid, r.settled_ms AS "settledMs" FROM ${ROUNDS} WHERE ${where(filter)}
     ${NEWEST_ROUNDS} LIMIT $9 OFFSET $10`,
    [...valuesOf(filter), limit, offset],
  );
  return rows;
}

export async function countRounds({ pool }: AppContext, filter: DeskRoundFilter): Promise<number> {
  const text = `SELECT count(*)::int AS n FROM (SELECT 1 FROM rounds_round r WHERE ${where(filter)} LIMIT ${COUNT_LIMIT}) x`;
  return (await pool.query<{ n: number }>(text, valuesOf(filter))).rows[0].n;
}

export type DeskBetRow = BetRow & { account: number };

/** Bets of one round, the largest first. */
export async function betsOfRound(
  { pool }: AppContext,
  at: { site: number; option: number; ordinal: number },
  limit: number,
  offset: number,
): Promise<{ rows: DeskBetRow[]; total: number }> {
  const where = 'b.site_id = $1 AND b.option = $2 AND b.ordinal = $3';
  const values = [at.site, at.option, at.ordinal];
  const [page, count] = await Promise.all([
    pool.query<DeskBetRow>(`SELECT ${BET}, b.account FROM ${BETS} WHERE ${where} ORDER BY b.stake DESC, b.bet_id LIMIT $4 OFFSET $5`, [
      ...values,
      limit,
      offset,
    ]),
    pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM rounds_bet b WHERE ${where}`, values),
  ]);
  return { rows: page.rows, total: count.rows[0].n };
}
