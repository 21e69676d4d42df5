// A site's exposure in one line, for the view of all brands: the tightest of its limits.
import type { DeskRiskView } from '@maru/engine/view-desk.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { GroupExposure } from '@maru/operator/contract.ts';
import { amountText } from '../decimal-text.ts';
import { exposureOf, limitUse, readLimits, WHOLE_SITE } from './exposure-rows.ts';

export async function groupExposureOf(context: AppContext, { id }: SiteConfig): Promise<GroupExposure> {
  const [view, limits] = await Promise.all([context.engine.query<DeskRiskView>(id, 'deskRisk', 0), readLimits(context, id)]);
  const used = limits.map((limit) => ({ limit, ...limitUse(exposureOf(view, limit.symbol), limit) }));
  const tightest = used.toSorted((a, b) => (b.use ?? 0) - (a.use ?? 0)).at(0);
  return {
    gross: amountText(exposureOf(view, WHOLE_SITE)),
    limit: tightest === undefined ? null : amountText(tightest.limit.most),
    use: tightest?.use ?? null,
    isOver: used.some(({ state }) => state === 'OVER'),
  };
}
