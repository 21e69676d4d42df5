// Looks at every site whose house has exposure limits: what passes one is noted with its time, shown in the operators' queue and told to their pages.
import type { DeskRiskView } from '@maru/engine/view-desk.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { fencedQuery } from '@maru/kit/server/transaction.ts';
import { desk } from '@maru/operator/contract.ts';
import { exposureOf, readLimits } from './exposure-rows.ts';

const EVERY_MS = 5_000;
const KIND = 'exposure';

/** Looks once; answers whether anything came over its limit or back under it. */
export async function lookAtExposure(context: AppContext, site: number): Promise<boolean> {
  const limits = await readLimits(context, site);
  if (limits.length === 0) return false;
  const view = await context.engine.query<DeskRiskView>(site, 'deskRisk', 0);
  const changed = limits.filter(({ symbol, most, over_since: since }) => exposureOf(view, symbol) > most !== (since !== null));
  for (const { symbol, most, over_since: since } of changed) {
    await fencedQuery(context.pool, 'UPDATE futures_exposure_limit SET over_since = $3 WHERE site_id = $1 AND symbol = $2', [
      site,
      symbol,
      since === null ? new Date(context.clock.now()) : null,
    ]);
    const facts = { site, symbol, limit: most, held: exposureOf(view, symbol) };
    if (since === null) context.log.warn(facts, 'the house is over its exposure limit');
    else context.log.info(facts, 'the house is within its exposure limit again');
  }
  if (changed.length > 0) tellExposure(context, site);
  return changed.length > 0;
}

export const tellExposure = ({ services }: Pick<AppContext, 'services'>, site: number): void =>
  services.find(desk)?.tell(site, { type: 'WAITING', kind: KIND });

export function startExposureWatch(context: AppContext): void {
  const { pool, sites, services, log } = context;
  services.find(desk)?.register({
    kind: KIND,
    right: 'futures.read',
    async count(site) {
      const { rows } = await pool.query<{ count: number; since: Date | null }>(
        'SELECT count(*)::int AS count, min(over_since) AS since FROM futures_exposure_limit WHERE site_id = $1 AND over_since IS NOT NULL',
        [site],
      );
      return rows[0];
    },
  });
  const look = async () => {
    for (const { id } of sites.all())
      await lookAtExposure(context, id).catch((error: unknown) => log.warn({ err: error, site: id }, 'exposure could not be looked at'));
  };
  context.jobs.every({ name: 'futures.exposure', everyMs: EVERY_MS, fault: 'exposure could not be looked at' }, look);
}
