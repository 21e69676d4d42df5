// What a provider asked for, one row a transaction: written before its money moves, so that the same again has one effect.
import type { Pool } from 'pg';

type Sql = Pick<Pool, 'query'>;

export type GameKind = 'debit' | 'credit' | 'rollback';

export interface GameRequest {
  site: number;
  provider: string;
  txId: string;
  kind: GameKind;
  account: number;
  roundId: string;
  /** In the smallest unit; of a rollback 0, since it gives back what its debit took. */
  amount: number;
  /** Of a rollback: the debit. */
  ofTx: string | null;
}
export interface GameAnswer {
  txId: string;
  balance: string;
  currency: string;
}
export interface GameRow extends GameRequest {
  id: number;
  /** null: not known to be done. */
  answer: GameAnswer | null;
}

const COLUMNS = `id, site_id AS site, provider, tx_id AS "txId", kind, account, round_id AS "roundId", amount, of_tx AS "ofTx", answer`;

/** A new row, or the one of this transaction so far; undefined where another rollback of the same debit stands in the way. */
export async function claim(pool: Sql, requested: GameRequest, now: Date): Promise<{ row: GameRow; isNew: boolean } | undefined> {
  const { site, provider, txId, kind, account, roundId, amount, ofTx } = requested;
  const { rows } = await pool.query<GameRow>(
    `INSERT INTO slot_game_tx (site_id, provider, tx_id, kind, account, round_id, amount, of_tx, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [site, provider, txId, kind, account, roundId, amount, ofTx, now],
  );
  if (rows[0] !== undefined) return { row: rows[0], isNew: true };
  const row = await findTx(pool, requested, txId);
  return row === undefined ? undefined : { row, isNew: false };
}

export const isSame = (row: GameRow, requested: GameRequest): boolean =>
  row.kind === requested.kind &&
  row.account === requested.account &&
  row.roundId === requested.roundId &&
  row.amount === requested.amount &&
  row.ofTx === requested.ofTx;

type Place = Pick<GameRequest, 'site' | 'provider'>;

export async function findTx(pool: Sql, { site, provider }: Place, txId: string): Promise<GameRow | undefined> {
  const where = 'site_id = $1 AND provider = $2 AND tx_id = $3';
  const { rows } = await pool.query<GameRow>(`SELECT ${COLUMNS} FROM slot_game_tx WHERE ${where}`, [site, provider, txId]);
  return rows.at(0);
}

export async function rollbackOf(pool: Pool, { site, provider }: Place, txId: string): Promise<GameRow | undefined> {
  const where = 'site_id = $1 AND provider = $2 AND of_tx = $3';
  const { rows } = await pool.query<GameRow>(`SELECT ${COLUMNS} FROM slot_game_tx WHERE ${where}`, [site, provider, txId]);
  return rows.at(0);
}

/** All of one member's round. */
export async function rowsOfRound(pool: Pool, { site, provider, account, roundId }: GameRequest): Promise<GameRow[]> {
  const where = 'site_id = $1 AND provider = $2 AND account = $3 AND round_id = $4';
  const { rows } = await pool.query<GameRow>(`SELECT ${COLUMNS} FROM slot_game_tx WHERE ${where} ORDER BY id`, [
    site,
    provider,
    account,
    roundId,
  ]);
  return rows;
}

export async function keepAnswer(pool: Pool, id: number, answer: GameAnswer): Promise<void> {
  await pool.query('UPDATE slot_game_tx SET answer = $2 WHERE id = $1', [id, JSON.stringify(answer)]);
}

/** Refused: nothing moved, and its name is free. */
export async function forget(pool: Pool, id: number): Promise<void> {
  await pool.query('DELETE FROM slot_game_tx WHERE id = $1 AND answer IS NULL', [id]);
}
