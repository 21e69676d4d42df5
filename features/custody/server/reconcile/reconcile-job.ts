// The job of reconciliation: whenever a chain was read anew, ledger and chains of each site are compared, and what does not fit is told.
import type { AppContext } from '@maru/kit/server/context.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { alertSources } from '@maru/operator/admin-contract.ts';
import { desk } from '@maru/operator/contract.ts';
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
  /** By site, the reads of its chains that were judged. */
  const judged = new Map<number, string>();
  jobs.every({ name: 'custody.reconcile', everyMs: EVERY_MS, fault: 'ledger and chains were not compared' }, async ({ isNew, goesOn }) => {
    if (isNew) judged.clear();
    for (const [site, reads] of await readsOf(context)) {
      if (!goesOn()) return;
      if (judged.get(site) === reads) continue;
      if (await reconcileSite(context, site)) judged.set(site, reads);
    }
  });
  jobs.every({ name: 'custody.forgetRuns', everyMs: FORGET_EVERY_MS, fault: 'old reconciliations were kept' }, () =>
    pool.query('DELETE FROM custody_run WHERE is_equal AND at_ms < $1', [clock.now() - KEPT_MS]),
  );
  services.find(alertSources)?.register(stopAlert(context));
}

/** When each site's chains were read last; of a site whose coins' chains were never read nothing. */
async function readsOf({ pool, sites }: Pick<AppContext, 'pool' | 'sites'>): Promise<[number, string][]> {
  const { rows } = await pool.query<{ site: number; reads: string }>(
    `SELECT c.site_id AS site, string_agg(DISTINCT r.chain || ' ' || r.read_ms, ',') AS reads
     FROM custody_coin c JOIN custody_read r ON r.chain = c.chain AND r.read_ms IS NOT NULL GROUP BY c.site_id`,
  );
  return rows.filter(({ site }) => sites.byId(site) !== undefined).map(({ site, reads }) => [site, reads]);
}

/** False: something of it could not be judged yet, and is looked at again. */
export async function reconcileSite(context: AppContext, site: number): Promise<boolean> {
  const { runs, isWhole } = await runSite(context, site);
  if (!isWhole) return false;
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
  return true;
}
