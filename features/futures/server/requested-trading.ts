// What operators want of a whole site's trading, and what the engine was told: the site's product has a say in it too.
import { SwitchBit } from '@maru/engine/wire/command.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { hasProduct } from '@maru/kit/server/restrictions.ts';
import type { Pool } from 'pg';

export const bitOfTrading = {
  NONE: 0,
  CANCEL_ONLY: SwitchBit.CancelOnly,
  REDUCE_ONLY: SwitchBit.ReduceOnly,
  HALT: SwitchBit.Halt,
} as const;
export type Trading = keyof typeof bitOfTrading;

export interface RequestedTrading {
  trading: Trading;
  /** Of the site-wide switch, as it was set last. */
  bits: number;
}

/** A site without futures takes only what reduces, whatever operators have freed. */
export function siteSwitch(site: SiteConfig, trading: Trading): number {
  return bitOfTrading[trading] | (hasProduct(site, 'futures') ? 0 : SwitchBit.ReduceOnly);
}

export async function readRequested(pool: Pool, site: number): Promise<RequestedTrading | undefined> {
  const { rows } = await pool.query<RequestedTrading>('SELECT trading, bits FROM futures_requested_trading WHERE site_id = $1', [site]);
  return rows[0];
}

export async function writeRequested(pool: Pool, site: number, { trading, bits }: RequestedTrading): Promise<void> {
  await pool.query(
    `INSERT INTO futures_requested_trading (site_id, trading, bits) VALUES ($1, $2, $3)
     ON CONFLICT (site_id) DO UPDATE SET trading = excluded.trading, bits = excluded.bits`,
    [site, trading, bits],
  );
}

/** One at a time a site: what was read of what is requested and of the products still holds when the engine is told, so that no stop is lost. */
export const requestedTurn = (site: number): string => `requested trading ${site}`;
