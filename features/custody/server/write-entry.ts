// An entry of our own for the ledger, written once by its name with what makes it true; the job of withdrawals books it.
import type { PoolClient } from 'pg';

interface CustodyEntry {
  site: number;
  name: string;
  walletType: string;
  asset: number;
  purse: number;
  /** Of the ledger, below zero where it left custody; `dust` what the chain has beside it, in the chain's. */
  units: bigint;
  dust: bigint;
  now: number;
  /** Which arrival it is about, where it is about one. */
  arrival?: number;
}

export async function writeEntry(
  client: PoolClient,
  { site, name, walletType, asset, purse, units, dust, now, arrival }: CustodyEntry,
): Promise<void> {
  await client.query(
    `INSERT INTO custody_entry (site_id, name, wallet_type, asset, purse, amount, dust, is_due, made_ms, arrival_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, true, $8, $9)
     ON CONFLICT DO NOTHING`,
    [site, name, walletType, asset, purse, String(units), String(dust), now, arrival ?? null],
  );
}
