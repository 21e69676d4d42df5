// The job of reconciliation: whenever a chain was read anew, ledger and chains of each site are compared, and what does not fit is told.
import type { AppContext } from '@maru/kit/server/context.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { alertSources } from '@maru/operator/admin-contract.ts';
import { desk } from '@maru/operator/contract.ts';
import { haltedAlert } from '../watch/halted-alert.ts';
import { keepRun } from './keep-run.ts';
import { runSite } from './run-site.ts';
import { stopAlert } from './stop-alert.ts';

const EVERY_MS = 1_000;
const FORGET_EVERY_MS = 3_600_000;
/** Of runs in which everything was equal; the others stay. */
const KEPT_MS = 90 * DAY_MS;
export const RECONCILIATION = 'custody.reconciliation';

export function startReconciliation(context: AppContext): void {
  const { jobs, services, pool, clock } = context;
  /** By site and asset, the reads of its chains that were judged. */
  const judged = new Map<string, string>();
  jobs.every({ name: 'custody.reconcile', everyMs: EVERY_MS, fault: 'ledger and chains were not compared' }, async ({ isNew, goesOn }) => {
    if (isNew) judged.clear();
    const due = (await readsOf(context)).filter(({ site, asset, reads }) => judged.get(`${site} ${asset}`) !== reads);
    for (const site of new Set(due.map((one) => one.site))) {
      if (!goesOn()) return;
      const own = due.filter((one) => one.site === site);
      const { assets } = await reconcileSite(
        context,
        site,
        own.map(({ asset }) => asset),
      );
      for (const { asset, reads } of own) if (assets.includes(asset)) judged.set(`${site} ${asset}`, reads);
    }
  });
  jobs.every({ name: 'custody.forgetRuns', everyMs: FORGET_EVERY_MS, fault: 'old reconciliations were kept' }, () =>
    pool.query('DELETE FROM custody_run WHERE is_equal AND at_ms < $1', [clock.now() - KEPT_MS]),
  );
  services.find(alertSources)?.register(stopAlert(context));
  services.find(alertSources)?.register(haltedAlert(context));
}

interface Reads {
  site: number;
  asset: number;
  reads: string;
}

/** When the chains of each coin were read last; of one whose chains were never read nothing. */
async function readsOf({ pool, sites }: Pick<AppContext, 'pool' | 'sites'>): Promise<Reads[]> {
  const { rows } = await pool.query<Reads>(
    `SELECT c.site_id AS site, c.asset, string_agg(DISTINCT r.chain || ' ' || r.read_ms, ',') AS reads
     FROM custody_coin c JOIN custody_read r ON r.chain = c.chain AND r.read_ms IS NOT NULL GROUP BY c.site_id, c.asset`,
  );
  return rows.filter(({ site }) => sites.byId(site) !== undefined);
}

/** `assets`: those that were judged; a coin one of whose chains was not read yet is looked at again. */
export async function reconcileSite(
  context: AppContext,
  site: number,
  only?: readonly number[],
): Promise<{ assets: number[]; isWhole: boolean }> {
  const { runs, isWhole } = await runSite(context, site, only);
  const assets = runs.map(({ asset }) => asset);
  if (assets.length === 0) return { assets, isWhole };
  const now = context.clock.now();
  const kept = await inTransaction(context.pool, async (client) => {
    const all = [];
    for (const run of runs) all.push(await keepRun(client, site, run, now));
    return all;
  });
  const board = context.services.find(desk);
  board?.tell(site, { type: 'CHANGED', kind: RECONCILIATION });
  if (kept.some(({ isNewStop }) => isNewStop)) {
    context.log.error({ site, runs: kept.map(({ runId }) => runId) }, 'ledger and chains differ: payouts of a coin are stopped');
    context.jobs.hurry('operator.alerts');
  }
  return { assets, isWhole };
}
