// Payouts of a coin that stand still because ledger and chains differ, as an alert of the site: now, until two persons have lifted it.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { AlertSource } from '@maru/operator/admin-contract.ts';
import { currencyAt } from '../coin-text.ts';

export const stopAlert = ({ pool, sites }: Pick<AppContext, 'pool' | 'sites'>): AlertSource => ({
  kind: 'CUSTODY_STOPPED',
  forMs: 0,
  async look() {
    const { rows } = await pool.query<{ site: number; asset: number; count: number }>(
      `SELECT s.site_id AS site, s.asset, jsonb_array_length(r.differences) AS count
       FROM custody_stop s JOIN custody_run r ON r.run_id = s.run_id WHERE s.lifted_ms IS NULL`,
    );
    return rows.map(({ site, asset, count }) => {
      const coin = currencyAt(sites.byId(site), asset);
      return { site, subject: coin, severity: 'PAGE', figures: { coin, count } };
    });
  },
});
