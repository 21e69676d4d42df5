// The house near or over a limit of its exposure, as an alert of the site.
import type { DeskRiskView } from '@maru/engine/view-desk.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { AlertSource, Standing } from '@maru/operator/admin-contract.ts';
import { symbolAt } from '../site-symbols.ts';
import { exposureOf, limitUse, readLimits, WHOLE_SITE } from './exposure-rows.ts';

export const exposureAlert = (context: AppContext): AlertSource => ({
  kind: 'EXPOSURE',
  forMs: 0,
  async look() {
    const standing: Standing[] = [];
    for (const site of context.sites.all()) {
      const limits = await readLimits(context, site.id);
      if (limits.length === 0) continue;
      const view = await context.engine.query<DeskRiskView>(site.id, 'deskRisk', 0);
      for (const limit of limits) {
        const { use, state } = limitUse(exposureOf(view, limit.symbol), limit);
        if (state !== 'NEAR' && state !== 'OVER') continue;
        const what = limit.symbol === WHOLE_SITE ? '' : symbolAt(site, limit.symbol).data.code;
        standing.push({ site: site.id, subject: what, severity: state === 'OVER' ? 'PAGE' : 'WARN', figures: { what, percent: use ?? 0 } });
      }
    }
    return standing;
  },
});
