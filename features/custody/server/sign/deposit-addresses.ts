// The sweep that the signer is asked for, and which addresses are those of the site's deposits: by its seed, and by no row.
import { accountKey, accountPath } from '@maru/chains/account-keys.ts';
import type { ChainName, Deriver, Unsigned } from '@maru/chains/chain.ts';
import type { PoolClient } from 'pg';
import type { SweepRow } from './check-sweep.ts';

interface Prepared {
  id: number;
  sweep: number | null;
  site: number;
  chain: ChainName;
}

interface LockedSweep extends SweepRow {
  place: number | null;
  asset: number;
}

/** Undefined: it is over, or its transaction is no longer to be signed. */
export async function readSweep(client: PoolClient, { id, sweep, site }: Prepared): Promise<LockedSweep | undefined> {
  const { rows } = await client.query<LockedSweep>(
    `SELECT s.sweep_id::float8 AS id, s.site_id AS site, s.chain, s.kind, s.coin, s.place, c.asset
     FROM custody_sweep s JOIN custody_coin c ON c.site_id = s.site_id AND c.wallet_type = s.coin
     WHERE s.sweep_id = $1 AND s.site_id = $2 AND s.state = 'OPEN' FOR UPDATE OF s`,
    [sweep, site],
  );
  const { rowCount } = await client.query(`SELECT 1 FROM custody_payout WHERE payout_id = $1 AND state = 'PREPARED' FOR UPDATE`, [id]);
  return rowCount === 1 ? rows[0] : undefined;
}

export class DepositAddresses {
  readonly #paths: ReadonlyMap<string, string>;
  readonly #account: string;
  readonly #prefix: string;
  readonly #deriver: Deriver;

  constructor(seed: Uint8Array, { chain, site }: Pick<Prepared, 'chain' | 'site'>, deriver: Deriver, { sources }: Unsigned) {
    this.#paths = new Map(sources.map(({ address, path }) => [address, path]));
    this.#account = accountKey(seed, chain, site);
    this.#prefix = `${accountPath(chain, site)}/0/`;
    this.#deriver = deriver;
  }

  /** Of what pays the path says which it is; of what is paid the sweep's row does. Either way the seed decides. */
  has(address: string, place: number | null): boolean {
    const path = this.#paths.get(address);
    const index = path?.startsWith(this.#prefix) ? Number(path.slice(this.#prefix.length)) : path === undefined ? place : null;
    return index !== null && Number.isSafeInteger(index) && index >= 0 && this.#deriver.addressAt(this.#account, index) === address;
  }
}
