// What chains, ledger and rows say of a run of custody: each acknowledged withdrawal once, what was confirmed paid once, all that the chains hold in the ledger.
import { join } from 'node:path';
import type { ChainName } from '@maru/chains/chain.ts';
import { openDemoChains } from '@maru/app-custody/demo-chains.ts';
import { inChainUnits, ledgerDecimals } from '@maru/custody/server/units.ts';
import type { WatchedChain } from '@maru/custody/server/watch/watched-chain.ts';
import { houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import { createPool } from '@maru/kit/server/database.ts';
import { openDatabase } from '@maru/kit/server/database-open.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import { openPostgresJournal } from '@maru/kit/server/journal/postgres-journal.ts';
import { replaySite } from '@maru/kit/server/replay-site.ts';
import type { Pool } from 'pg';
import type { AckedWithdrawal } from './custody-load.ts';
import { collectBalances } from './verify.ts';

export interface CustodyVerdict {
  confirmed: number;
  deposits: number;
  forgotten: number;
  doubled: number;
  /** Coins of which chains and ledger hold another sum. */
  differs: number;
  coins: number;
  ledgerSum: number;
  faults: string[];
}

interface Row {
  id: number;
  coin: string;
  chain: ChainName;
  asset: number;
  address: string;
  amount: string;
  decimals: number;
  state: string;
}

const SITE = 1;

/** Call with the server stopped: the chains are begun again, and go on meanwhile. */
export async function verifyCustody(dataDir: string, acked: readonly AckedWithdrawal[]): Promise<CustodyVerdict> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const pool = createPool(database.address, { name: 'maru-crash', max: 4 });
  const faults: string[] = [];
  const log = { error: (told: object, text: string) => faults.push(`${text} ${JSON.stringify(told)}`) };
  const demo = await openDemoChains(pool, join(dataDir, 'custody'), log as never);
  try {
    const balances = await ledgerOf(dataDir, database.address);
    const { rows } = await pool.query<Row>(
      `SELECT w.withdrawal_id::float8 AS id, w.wallet_type AS coin, w.chain, w.asset, w.address, w.amount::text AS amount, c.chain_decimals AS decimals, w.state
       FROM custody_withdrawal w JOIN custody_coin c ON c.site_id = w.site_id AND c.wallet_type = w.wallet_type WHERE w.site_id = $1`,
      [SITE],
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    const forgotten = acked.filter(({ withdrawalId, address }) => known.get(withdrawalId)?.address !== address).length;
    const paid = await wronglyPaid(demo.chains, rows, faults);
    const { rows: counted } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM custody_deposit WHERE state = 'UNLOCKED'`);
    return {
      confirmed: rows.filter(({ state }) => state === 'CONFIRMED').length,
      deposits: counted[0].n,
      forgotten: forgotten + paid.forgotten,
      doubled: paid.doubled,
      ...(await compare(pool, demo.chains, balances, faults)),
      ledgerSum: [...balances.values()].reduce((sum, balance) => sum + balance, 0),
      faults,
    };
  } finally {
    await demo.stop();
    await pool.end();
    await database.close();
  }
}

async function ledgerOf(dataDir: string, address: Parameters<typeof openPostgresJournal>[0]): Promise<Map<number, number>> {
  const store = openPostgresJournal(address, { connections: 1, answerTimeoutMs: 60_000 });
  const balances = new Map<number, number>();
  const places = { snapshotDir: join(dataDir, 'snapshots'), archiveDir: join(dataDir, 'archive') };
  try {
    await replaySite(
      { site: SITE, store, maker: engineMaker('medium'), ...places },
      { fromBeginning: true, each: (batch) => collectBalances(batch, balances) },
    );
    return balances;
  } finally {
    await store.close();
  }
}

/** Each withdrawal of a run goes to an address of its own: what is there is what came of it. */
async function wronglyPaid(chains: ReadonlyMap<ChainName, WatchedChain>, rows: readonly Row[], faults: string[]) {
  const found = { forgotten: 0, doubled: 0 };
  for (const { id, coin, chain, asset, address, amount, decimals, state } of rows) {
    const has = (await chains.get(chain)?.reader.balanceOf(address, coin)) ?? 0n;
    const due = state === 'CONFIRMED' ? (inChainUnits(BigInt(amount), decimals, ledgerDecimals(asset)) ?? 0n) : 0n;
    if (has === due) continue;
    faults.push(`withdrawal ${id} is ${state}, and ${address} has ${has} of ${coin}, not ${due}`);
    if (has < due) found.forgotten++;
    else found.doubled++;
  }
  return found;
}

interface Coin {
  code: string;
  chain: ChainName;
  asset: number;
  decimals: number;
}

/** All coins of an asset together: several networks may have one. */
async function compare(pool: Pool, chains: ReadonlyMap<ChainName, WatchedChain>, balances: ReadonlyMap<number, number>, faults: string[]) {
  const { rows: coins } = await pool.query<Coin>(
    'SELECT wallet_type AS code, chain, asset, chain_decimals AS decimals FROM custody_coin WHERE site_id = $1',
    [SITE],
  );
  const { rows: addresses } = await pool.query<{ chain: ChainName; address: string }>(
    `SELECT DISTINCT chain, address FROM custody_address WHERE site_id = $1 AND address IS NOT NULL
     UNION SELECT chain, address FROM custody_hot WHERE site_id = $1 AND address IS NOT NULL`,
    [SITE],
  );
  let differs = 0;
  for (const [asset, ofAsset] of Map.groupBy(coins, (coin) => coin.asset)) {
    const finest = Math.max(ledgerDecimals(asset), ...ofAsset.map(({ decimals }) => decimals));
    const fine = (amount: bigint, decimals: number) => amount * 10n ** BigInt(finest - decimals);
    let held = 0n;
    for (const { code, chain, decimals } of ofAsset)
      for (const { address } of addresses.filter((one) => one.chain === chain))
        held += fine((await chains.get(chain)?.reader.balanceOf(address, code)) ?? 0n, decimals);
    const mirror = fine(BigInt(-(balances.get(houseAccount(asset, Purse.External)) ?? 0)), ledgerDecimals(asset));
    const dust = await dustOf(pool, asset, 10n ** BigInt(finest - ledgerDecimals(asset)));
    if (held === mirror + dust) continue;
    differs++;
    faults.push(`asset ${asset}: the chains hold ${held}, the ledger ${mirror} and dust ${dust}`);
  }
  return { differs, coins: coins.length };
}

/** What chains have beside the ledger's whole units: of deposits, and of fees that were rounded up. */
async function dustOf(pool: Pool, asset: number, unit: bigint): Promise<bigint> {
  const { rows } = await pool.query<{ sum: string }>(
    `SELECT ((SELECT coalesce(sum(dust), 0) FROM custody_deposit WHERE asset = $1 AND site_id = $2 AND state = 'UNLOCKED')
       + (SELECT coalesce(sum(dust), 0) FROM custody_entry WHERE asset = $1 AND site_id = $2 AND is_booked))::text AS sum`,
    [asset, SITE],
  );
  const { rows: fees } = await pool.query<{ fee: string }>(
    `SELECT w.network_fee::text AS fee FROM custody_withdrawal w JOIN custody_coin o ON o.site_id = w.site_id AND o.wallet_type = w.chain
     WHERE w.site_id = $2 AND o.asset = $1 AND w.state = 'CONFIRMED' AND w.network_fee IS NOT NULL`,
    [asset, SITE],
  );
  return BigInt(rows[0].sum) + fees.reduce((sum, { fee }) => sum + ((unit - (BigInt(fee) % unit)) % unit), 0n);
}
