// Writes a run down with what does not fit; stops payouts of the coin where that was not accepted; books what nobody's is as suspense.
import { createHash } from 'node:crypto';
import { Purse } from '@maru/engine/ledger/account.ts';
import type { PoolClient } from 'pg';
import { inLedgerUnits, ledgerDecimals } from '../units.ts';
import { writeEntry } from '../write-entry.ts';
import type { Item } from './judge.ts';
import type { RunOfAsset } from './run-site.ts';

export interface KeptItem {
  kind: Item['kind'];
  subject: string;
  amount: string;
  fault: string;
  isAccepted: boolean;
}

export interface NetworkFigures {
  walletType: string;
  chain: string;
  decimals: number;
  deposits: string;
  hot: string;
  /** Of runs before there was cold storage: undefined. */
  cold?: string;
  height: number;
  blockHash: string;
  readMs: number;
}

export interface RunFigures {
  networks: NetworkFigures[];
  /** Of the ledger, in its units. */
  inTransit: number;
  suspense: number;
  networkFee: number;
  /** In units of 10^-scale. */
  paper: string;
}

/** Coins that came to an address of the house unannounced harm nobody: who sends some must not be able to stop payouts with them. */
const stopsNothing: readonly string[] = ['HOT_MORE', 'COLD_MORE'];

export const nameOfItem = ({ kind, subject, amount, fault }: Pick<KeptItem, 'kind' | 'subject' | 'amount' | 'fault'>): string =>
  [kind, fault, subject, amount].join('|');

const isStopping = ({ isAccepted, fault }: KeptItem) => !isAccepted && !stopsNothing.includes(fault);

/** Names what a decision to lift is bound to. */
export function fingerprintOf(items: readonly KeptItem[]): string {
  const names = items.filter(isStopping).map(nameOfItem).toSorted();
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 32);
}

export interface KeptRun {
  runId: number;
  isEqual: boolean;
  /** It was placed by this run. */
  isNewStop: boolean;
}

export async function keepRun(client: PoolClient, site: number, run: RunOfAsset, now: number): Promise<KeptRun> {
  const { rows: accepted } = await client.query<{ item: string }>('SELECT item FROM custody_accepted WHERE site_id = $1 AND asset = $2', [
    site,
    run.asset,
  ]);
  const known = new Set(accepted.map(({ item }) => item));
  const items = run.items.map(({ amount, ...item }): KeptItem => {
    const kept = { ...item, amount: String(amount) };
    return { ...kept, isAccepted: known.has(nameOfItem(kept)) };
  });
  const before = await moreBefore(client, site, run);
  const isEqual = items.length === 0 && run.difference === 0n;
  const runId = await insertRun(client, site, run, { items, isEqual, now });
  const isNewStop = items.some(isStopping) && (await stop(client, site, run.asset, { runId, fingerprint: fingerprintOf(items), now }));
  for (const { subject, amount, fault } of items)
    if (stopsNothing.includes(fault) && before.get(`${fault} ${subject}`) === amount)
      await bookSuspense(client, site, run, { subject, fault, runId, now });
  return { runId, isEqual, isNewStop };
}

interface Kept {
  items: readonly KeptItem[];
  isEqual: boolean;
  now: number;
}

async function insertRun(client: PoolClient, site: number, run: RunOfAsset, { items, isEqual, now }: Kept): Promise<number> {
  const { asset, scale, chain, ledger, between, difference, books } = run;
  const reads = run.coins.flatMap(({ read }) => (read === undefined ? [] : [read.readMs]));
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO custody_run (site_id, asset, at_ms, read_ms, is_equal, seq, scale, chain_amount, ledger_amount, between_amount, difference,
       figures, differences) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING run_id::float8 AS id`,
    [
      site,
      asset,
      now,
      Math.min(now, ...reads),
      isEqual,
      books.seq,
      scale,
      ...[chain, ledger, between, difference].map(String),
      JSON.stringify(figuresOf(run)),
      JSON.stringify(items),
    ],
  );
  return rows[0].id;
}

function figuresOf({ asset, coins, books, paper }: RunOfAsset): RunFigures {
  const held = books.assets.find((one) => one.asset === asset);
  const networks = coins.flatMap(({ walletType, chain, decimals, deposits, hot, cold, read }) =>
    read === undefined
      ? []
      : [
          {
            walletType,
            chain,
            decimals,
            deposits: String(deposits),
            hot: String(hot),
            cold: String(cold),
            height: read.height,
            blockHash: read.blockHash,
            readMs: read.readMs,
          },
        ],
  );
  const { inTransit = 0, suspense = 0, networkFee = 0 } = held ?? {};
  return { networks, inTransit, suspense, networkFee, paper: String(paper) };
}

/** One that stands follows what is found; whoever wants to lift it is bound to what it says now. */
async function stop(
  client: PoolClient,
  site: number,
  asset: number,
  { runId, fingerprint, now }: { runId: number; fingerprint: string; now: number },
): Promise<boolean> {
  const { rows } = await client.query<{ isNew: boolean }>(
    `INSERT INTO custody_stop (site_id, asset, run_id, since_ms, fingerprint) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (site_id, asset) WHERE lifted_ms IS NULL DO UPDATE SET run_id = excluded.run_id, fingerprint = excluded.fingerprint
     RETURNING since_ms = $4 AND run_id = $3 AND xmax = 0 AS "isNew"`,
    [site, asset, runId, now, fingerprint],
  );
  return rows[0].isNew;
}

/** What the run before found too many at addresses of the house, by fault and coin: of another block than now, so that it was seen twice. */
async function moreBefore(client: PoolClient, site: number, { asset, coins }: RunOfAsset): Promise<Map<string, string>> {
  const { rows } = await client.query<{ differences: KeptItem[]; figures: RunFigures }>(
    'SELECT differences, figures FROM custody_run WHERE site_id = $1 AND asset = $2 ORDER BY run_id DESC LIMIT 1',
    [site, asset],
  );
  const hashOf = new Map(rows[0]?.figures.networks.map(({ walletType, blockHash }) => [walletType, blockHash]));
  const isLater = (coin: string) => coins.some(({ walletType, read }) => walletType === coin && read?.blockHash !== hashOf.get(coin));
  const items = (rows[0]?.differences ?? []).filter(({ fault, subject }) => stopsNothing.includes(fault) && isLater(subject));
  return new Map(items.map(({ fault, subject, amount }) => [`${fault} ${subject}`, amount]));
}

/** In whole units of the ledger; what is less stays with the next. */
async function bookSuspense(
  client: PoolClient,
  site: number,
  run: RunOfAsset,
  { subject, fault, runId, now }: { subject: string; fault: string; runId: number; now: number },
): Promise<void> {
  const coin = run.coins.find(({ walletType }) => walletType === subject);
  if (coin === undefined) return;
  const [name, over] = fault === 'HOT_MORE' ? ['SUSPENSE', coin.hot - coin.recordedHot] : ['COLD', coin.cold - coin.recordedCold];
  const { units, dust } = inLedgerUnits(over, coin.decimals, ledgerDecimals(run.asset));
  if (units === 0n) return;
  const entry = { site, name: `${name}|${subject}|${runId}`, walletType: subject, asset: run.asset, purse: Purse.Suspense };
  await writeEntry(client, { ...entry, units, dust, now });
}
