// A member's list as rows: what is on it, whether it binds now, and the entry of one address.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Pool, PoolClient } from 'pg';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AllowedAddress } from '../../allow-list-contract.ts';
import { coinsOfSite } from '../coin-rows.ts';

/** How long a new address waits, and switching the list off does. */
export const WAIT_MS = DAY_MS;
export const MOST_ENTRIES = 100;

export interface Owner {
  site: number;
  account: number;
}
export interface Place {
  chain: string;
  address: string;
  memo: string | null;
}
export interface AllowedRow extends Place {
  entryId: number;
  label: string;
  added: number;
  ripe: number;
  payee: number | null;
}

const SELECT = `SELECT e.entry_id::float8 AS "entryId", e.label, e.chain, e.address, e.memo, e.added_ms::float8 AS added, e.ripe_ms::float8 AS ripe,
   a.account AS payee
 FROM custody_allowed e
 LEFT JOIN custody_address a ON a.site_id = e.site_id AND a.chain = e.chain AND a.address = e.address AND coalesce(a.memo, '') = coalesce(e.memo, '')
 WHERE e.site_id = $1 AND e.account = $2 AND e.removed_ms IS NULL`;

export async function readAllowed(sql: Pool | PoolClient, { site, account }: Owner): Promise<AllowedRow[]> {
  const { rows } = await sql.query<AllowedRow>(`${SELECT} ORDER BY e.entry_id DESC`, [site, account]);
  return rows;
}

export async function findAllowed(
  sql: Pool | PoolClient,
  { site, account }: Owner,
  { chain, address, memo }: Place,
): Promise<AllowedRow | undefined> {
  const { rows } = await sql.query<AllowedRow>(
    `${SELECT} AND e.chain = $3 AND e.address = $4 AND coalesce(e.memo, '') = coalesce($5, '')`,
    [site, account, chain, address, memo],
  );
  return rows[0];
}

/** `offAt`: until then it still binds. */
interface Binding {
  isOn: boolean;
  offAt: number | null;
}

export async function bindingOf(sql: Pool | PoolClient, { site, account }: Owner, now: number): Promise<Binding> {
  const { rows } = await sql.query<{ on: boolean; off: number | null }>(
    'SELECT is_on AS on, off_ms::float8 AS off FROM custody_allow_choice WHERE site_id = $1 AND account = $2',
    [site, account],
  );
  const row = rows.at(0);
  const isOn = row?.on === true && (row.off === null || row.off > now);
  return { isOn, offAt: isOn ? (row?.off ?? null) : null };
}

/** The site's coins by their network. */
export async function coinsByChain(pool: Pool, site: SiteConfig): Promise<Map<string, string[]>> {
  const byChain = new Map<string, string[]>();
  for (const { chain, walletType } of await coinsOfSite(pool, site)) byChain.set(chain, [...(byChain.get(chain) ?? []), walletType]);
  return byChain;
}

export function presentAllowed(row: AllowedRow, walletTypes: readonly string[], now: number): AllowedAddress {
  return {
    entryId: row.entryId,
    label: row.label,
    chain: row.chain,
    walletTypes: [...walletTypes],
    address: row.address,
    memo: row.memo,
    isInside: row.payee !== null,
    addedAt: new Date(row.added).toISOString(),
    ripeAt: new Date(row.ripe).toISOString(),
    isRipe: row.ripe <= now,
  };
}
