// A deposit as the member's list and queue show it.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Pool } from 'pg';
import { assetAt } from '@maru/wallet/admin-contract.ts';
import { currencyAt } from './coin-text.ts';
import type { Deposit, DepositState } from '../contract.ts';
import { linkOf } from './explorer-links.ts';
import { chainText } from './units.ts';

export interface DepositRow {
  depositId: number;
  walletType: string;
  asset: number;
  amount: number;
  decimals: number;
  state: DepositState;
  confirmations: number;
  creditAfter: number;
  unlockAfter: number;
  txHash: string;
  explorer: string | null;
  address: string;
  memo: string | null;
  steps: { state: DepositState; at: number }[];
}

/** Of `DEPOSIT_FROM`. */
export const DEPOSIT_COLUMNS = `d.deposit_id AS "depositId", d.wallet_type AS "walletType", d.asset, d.amount::float8 AS amount, c.chain_decimals AS decimals, d.state,
 d.confirmations, c.credit_after AS "creditAfter", c.unlock_after AS "unlockAfter", a.tx_hash AS "txHash", ${linkOf('a.chain', 'a.tx_hash')} AS explorer, a.address, a.memo,
 (SELECT json_agg(json_build_object('state', s.state, 'at', s.at_ms) ORDER BY s.at_ms) FROM custody_deposit_step s WHERE s.deposit_id = d.deposit_id) AS steps`;
export const DEPOSIT_FROM = `FROM custody_deposit d JOIN custody_arrival a ON a.arrival_id = d.deposit_id
 JOIN custody_coin c ON c.site_id = d.site_id AND c.wallet_type = d.wallet_type WHERE d.site_id = $1`;

export async function readDeposit(pool: Pool, site: SiteConfig, id: number): Promise<Deposit | undefined> {
  const { rows } = await pool.query<DepositRow>(`SELECT ${DEPOSIT_COLUMNS} ${DEPOSIT_FROM} AND d.deposit_id = $2`, [site.id, id]);
  return rows[0] && presentDeposit(site, rows[0]);
}

export interface DepositFilter {
  account: number;
  walletType: string | undefined;
  isOpen: boolean | undefined;
  size: number;
  offset: number;
}

export async function readDeposits(pool: Pool, site: SiteConfig, filter: DepositFilter): Promise<{ content: Deposit[]; total: number }> {
  const where = `AND d.account = $2 AND ($3::text IS NULL OR d.wallet_type = $3)
   AND ($4::boolean IS NULL OR (d.state NOT IN ('UNLOCKED', 'ORPHANED')) = $4)`;
  const values = [site.id, filter.account, filter.walletType ?? null, filter.isOpen ?? null];
  const [{ rows }, { rows: counted }] = await Promise.all([
    pool.query<DepositRow>(`SELECT ${DEPOSIT_COLUMNS} ${DEPOSIT_FROM} ${where} ORDER BY d.deposit_id DESC LIMIT $5 OFFSET $6`, [
      ...values,
      filter.size,
      filter.offset,
    ]),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${DEPOSIT_FROM} ${where}`, values),
  ]);
  return { content: rows.map((row) => presentDeposit(site, row)), total: counted[0]?.total ?? 0 };
}

export function presentDeposit(site: SiteConfig, { asset, amount, decimals: _, steps, ...row }: DepositRow): Deposit {
  const known = assetAt(site, asset);
  return {
    ...row,
    currency: currencyAt(site, asset),
    point: chainText(BigInt(amount), known?.decimals ?? 0),
    steps: (steps ?? []).map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
  };
}
