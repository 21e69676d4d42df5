// Rows of what bots ask of an order beyond the engine's rules. Written before the order is placed: nothing acknowledged is forgotten.
import type { Pool } from 'pg';
import type { PriceMatch } from './price-match.ts';

export interface TermRow {
  id: number;
  site_id: number;
  member_id: number;
  account: number;
  client_order_id: string;
  /** The newest order that had this client id before. */
  prior_order_id: number | null;
  price_match: PriceMatch | null;
  price: string | null;
  good_till_ms: number | null;
  /** Null until its order is known to stand. */
  order_id: number | null;
}

export interface NewTerms {
  site: number;
  member: number;
  account: number;
  /** What tells the request from every other. */
  request: string;
  clientOrderId: string;
  priorOrderId: number | undefined;
  priceMatch: PriceMatch | undefined;
  price: string | undefined;
  goodTill: number | undefined;
  now: number;
}

const COLUMNS = 'id, site_id, member_id, account, client_order_id, prior_order_id, price_match, price, good_till_ms, order_id';

export class TermRows {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** All that have not ended. */
  async open(): Promise<TermRow[]> {
    return (await this.#pool.query<TermRow>(`SELECT ${COLUMNS} FROM bots_order_term WHERE ended_at IS NULL ORDER BY id`)).rows;
  }

  /** From one to the next by the index: rows are kept as long as orders are. */
  async members(): Promise<{ site_id: number; member_id: number }[]> {
    const next = 'SELECT site_id, member_id FROM bots_order_term';
    const { rows } = await this.#pool.query(
      `WITH RECURSIVE each AS (
         (${next} ORDER BY site_id, member_id LIMIT 1)
         UNION ALL
         SELECT after.* FROM each, LATERAL (
           ${next} WHERE (site_id, member_id) > (each.site_id, each.member_id) ORDER BY site_id, member_id LIMIT 1) after
       ) SELECT site_id, member_id FROM each`,
    );
    return rows;
  }

  async ofOrders(site: number, member: number, orders: readonly number[]): Promise<TermRow[]> {
    const { rows } = await this.#pool.query<TermRow>(
      `SELECT ${COLUMNS} FROM bots_order_term WHERE site_id = $1 AND member_id = $2 AND order_id = ANY($3::bigint[])`,
      [site, member, orders],
    );
    return rows;
  }

  async ofRequest(site: number, member: number, request: string): Promise<TermRow | undefined> {
    const { rows } = await this.#pool.query<TermRow>(
      `SELECT ${COLUMNS} FROM bots_order_term WHERE site_id = $1 AND member_id = $2 AND request = $3`,
      [site, member, request],
    );
    return rows[0];
  }

  /** The same request finds its row again, and the price that was matched for it. */
  async begin(t: NewTerms): Promise<TermRow> {
    const values = [
      t.site,
      t.member,
      t.account,
      t.request,
      t.clientOrderId,
      t.priorOrderId,
      t.priceMatch,
      t.price,
      t.goodTill,
      new Date(t.now),
    ];
    const { rows } = await this.#pool.query<TermRow>(
      `INSERT INTO bots_order_term
         (site_id, member_id, account, request, client_order_id, prior_order_id, price_match, price, good_till_ms, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (site_id, member_id, request) DO UPDATE SET request = excluded.request RETURNING ${COLUMNS}`,
      values,
    );
    return rows[0];
  }

  /** False where the row is gone. */
  async placed(id: number, orderId: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query('UPDATE bots_order_term SET order_id = $2 WHERE id = $1', [id, orderId]);
    return rowCount === 1;
  }

  async remove(id: number): Promise<void> {
    await this.#pool.query('DELETE FROM bots_order_term WHERE id = $1 AND order_id IS NULL', [id]);
  }

  async ended(ids: readonly number[], now: number): Promise<void> {
    await this.#pool.query('UPDATE bots_order_term SET ended_at = $2 WHERE id = ANY($1::bigint[])', [ids, new Date(now)]);
  }
}
