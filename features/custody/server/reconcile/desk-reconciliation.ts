// Reconciliation as operators see it: each coin's newest run, what stands still for it, and the runs before.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { askReconciliation, readReconciliation, type Reconciliation, type ReconciledCoin } from '../../reconciliation-contract.ts';
import { custodyProcesses } from '../../process-contract.ts';
import { coinsOfSite } from '../coin-rows.ts';
import { currencyAt } from '../coin-text.ts';
import { ledgerDecimals } from '../units.ts';
import { wordsOf } from './fault-words.ts';
import { type KeptItem, nameOfItem, type RunFigures } from './keep-run.ts';

/** Twice the time between two reads: later than that a chain is not read. */
const LATE_MS = 11 * 60_000;

interface RunRow {
  asset: number;
  at: number;
  read: number;
  isEqual: boolean;
  seq: number;
  scale: number;
  chain: string;
  ledger: string;
  between: string;
  difference: string;
  figures: RunFigures;
  differences: KeptItem[];
}

interface StopRow {
  asset: number;
  stopId: number;
  since: number;
  fingerprint: string;
  isAsked: boolean;
}

const RUNS = `SELECT DISTINCT ON (asset) asset, at_ms::float8 AS at, read_ms::float8 AS read, is_equal AS "isEqual", seq::float8 AS seq, scale,
   chain_amount::text AS chain, ledger_amount::text AS ledger, between_amount::text AS between, difference::text AS difference, figures, differences
 FROM custody_run WHERE site_id = $1 ORDER BY asset, run_id DESC`;
const STOPS = `SELECT s.asset, s.stop_id::float8 AS "stopId", s.since_ms::float8 AS since, s.fingerprint,
   s.asked_request IS NOT NULL AS "isAsked"
 FROM custody_stop s WHERE s.site_id = $1 AND s.lifted_ms IS NULL`;
const LATEST = `SELECT run_id::float8 AS "runId", asset, at_ms::float8 AS at, is_equal AS "isEqual", scale, difference::text AS difference,
   jsonb_array_length(differences) AS differences FROM custody_run WHERE site_id = $1 ORDER BY run_id DESC LIMIT 100`;

interface LatestRow {
  runId: number;
  asset: number;
  at: number;
  isEqual: boolean;
  scale: number;
  difference: string;
  differences: number;
}

const isoOf = (ms: number) => new Date(ms).toISOString();
const exact = (units: string | bigint, scale: number) => formatDecimal(BigInt(units), scale, true);

export const readReconciliationHandler = handleOperator(readReconciliation, async (context, { site }) => ({
  data: await reconciliationOf(context, site),
}));

async function reconciliationOf(context: AppContext, site: SiteConfig): Promise<Reconciliation> {
  const { pool, clock } = context;
  const [coins, runs, stops, latest, accepted] = await Promise.all([
    coinsOfSite(pool, site),
    pool.query<RunRow>(RUNS, [site.id]),
    pool.query<StopRow>(STOPS, [site.id]),
    pool.query<LatestRow>(LATEST, [site.id]),
    pool.query<{ asset: number; item: string }>('SELECT asset, item FROM custody_accepted WHERE site_id = $1', [site.id]),
  ]);
  const assets = [...new Set([...coins.map(({ asset }) => asset), ...runs.rows.map(({ asset }) => asset)])];
  const isAccepted = (asset: number, item: KeptItem) => accepted.rows.some((row) => row.asset === asset && row.item === nameOfItem(item));
  return {
    coins: assets.map((asset) => {
      const stop = stops.rows.find((row) => row.asset === asset);
      return coinOf(site, asset, {
        run: runs.rows.find((row) => row.asset === asset),
        stop: stop === undefined ? null : stopOf(stop),
        now: clock.now(),
        isAccepted: (item) => isAccepted(asset, item),
      });
    }),
    runs: latest.rows.map(({ runId, asset, at, isEqual, scale, difference, differences }) => ({
      runId,
      currency: currencyAt(site, asset),
      state: isEqual ? 'EQUAL' : 'DIFFERENT',
      at: isoOf(at),
      difference: exact(difference, scale),
      differences,
    })),
  };
}

const stopOf = ({ stopId, since, fingerprint, isAsked }: StopRow) => ({ stopId, since: isoOf(since), fingerprint, isAsked });

interface CoinParts {
  run: RunRow | undefined;
  stop: ReconciledCoin['stop'];
  now: number;
  isAccepted(item: KeptItem): boolean;
}

function coinOf(site: SiteConfig, asset: number, { run, stop, now, isAccepted }: CoinParts): ReconciledCoin {
  const head = { currency: currencyAt(site, asset), asset, stop };
  if (run === undefined) return { ...head, ...nothing };
  const { scale, figures } = run;
  const units = ledgerDecimals(asset);
  const state = now - run.read > LATE_MS ? 'WAITS' : run.isEqual ? 'EQUAL' : 'DIFFERENT';
  return {
    ...head,
    state,
    ranAt: isoOf(run.at),
    sequence: run.seq,
    networks: figures.networks.map(({ decimals, deposits, hot, cold = '0', readMs, ...network }) => ({
      ...network,
      deposits: exact(deposits, decimals),
      hot: exact(hot, decimals),
      cold: exact(cold, decimals),
      readAt: isoOf(readMs),
    })),
    chain: exact(run.chain, scale),
    ledger: exact(run.ledger, scale),
    between: exact(run.between, scale),
    difference: exact(run.difference, scale),
    inTransit: formatDecimal(figures.inTransit, units, true),
    suspense: formatDecimal(figures.suspense, units, true),
    networkFees: formatDecimal(figures.networkFee, units, true),
    paper: exact(figures.paper, scale),
    differences: run.differences.map((item) => {
      const amount = exact(item.amount, scale);
      const text = wordsOf(item.fault, { subject: item.subject, amount, currency: head.currency });
      return { kind: item.kind, subject: item.subject, amount, text, isAccepted: isAccepted(item) };
    }),
  };
}

const nothing: Omit<ReconciledCoin, 'currency' | 'asset' | 'stop'> = {
  state: 'NONE',
  ranAt: null,
  sequence: null,
  networks: [],
  differences: [],
  chain: '0',
  ledger: '0',
  between: '0',
  difference: '0',
  inTransit: '0',
  suspense: '0',
  networkFees: '0',
  paper: '0',
};

/** The watcher sees it within a second; a demo's is started for it. */
export const askReconciliationHandler = handleOperator(askReconciliation, async ({ pool, clock, services }, { site }, audit) => {
  services.use(custodyProcesses).wake();
  await pool.query(
    `INSERT INTO custody_read (chain, asked_ms) SELECT DISTINCT chain, $2::bigint FROM custody_coin WHERE site_id = $1
     ON CONFLICT (chain) DO UPDATE SET asked_ms = excluded.asked_ms`,
    [site.id, clock.now()],
  );
  await audit({ target: 'custody:reconciliation' });
  return { data: { isAsked: true as const } };
});
