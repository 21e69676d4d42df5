// The job of proofs of liabilities: one a day of UTC for each coin of a site, and one more whenever the desk asks.
import { DAY_MS, HOUR_MS, utcDayText } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { desk } from '@maru/operator/contract.ts';
import { proveSite } from './prove-site.ts';
import { type ProvenCoin, provenCoins } from './proven-coins.ts';

const LIABILITIES_NOTE = 'custody-liabilities';
const EVERY_MS = 60_000;
/** A coin that nobody was owed, or whose proof was refused, is looked at again. */
const AGAIN_MS = HOUR_MS;
const KEPT_MS = 90 * DAY_MS;

/** When each coin of a site was looked at in vain. */
type Looked = Map<string, number>;

export function startLiabilities(context: AppContext): void {
  const { jobs, pool, clock, sites } = context;
  const looked: Looked = new Map();
  jobs.every({ name: 'custody.liabilities', everyMs: EVERY_MS, fault: 'liabilities were not proved' }, async ({ isNew, goesOn }) => {
    if (isNew) looked.clear();
    for (const site of sites.all()) if (goesOn()) await proveDue(context, site, looked, goesOn);
  });
  jobs.every({ name: 'custody.forgetTrees', everyMs: HOUR_MS, fault: 'old trees of liabilities were kept' }, () =>
    pool.query('DELETE FROM custody_liability_tree WHERE made_ms < $1', [clock.now() - KEPT_MS]),
  );
}

async function proveDue(context: AppContext, site: SiteConfig, looked: Looked, goesOn: () => boolean): Promise<void> {
  const { pool, services } = context;
  const asked = await pool.query<{ by: number; at: number }>(
    'SELECT asked_by::float8 AS by, asked_ms::float8 AS at FROM custody_liability_ask WHERE site_id = $1',
    [site.id],
  );
  const due = await dueCoins(context, site, looked);
  const ask = asked.rows.at(0);
  if (due.length === 0 && ask === undefined) return;
  await proveSite(context, { site, coins: due, askedBy: null, goesOn });
  if (ask !== undefined) {
    await proveSite(context, { site, coins: await provenCoins(pool, site), askedBy: ask.by, goesOn });
    await pool.query('DELETE FROM custody_liability_ask WHERE site_id = $1 AND asked_ms = $2', [site.id, ask.at]);
  }
  services.find(desk)?.tell(site.id, { type: 'CHANGED', kind: LIABILITIES_NOTE });
}

/** Those without a proof of the day's own; each is noted as looked at, and asked again later if none comes of it. */
async function dueCoins({ pool, clock }: AppContext, site: SiteConfig, looked: Looked): Promise<ProvenCoin[]> {
  const now = clock.now();
  const { rows } = await pool.query<{ coin: string }>(
    'SELECT coin FROM custody_liability WHERE site_id = $1 AND day = $2 AND asked_by IS NULL',
    [site.id, utcDayText(now)],
  );
  const proven = new Set(rows.map(({ coin }) => coin));
  const isDue = ({ coin }: ProvenCoin) => !proven.has(coin) && now - (looked.get(`${site.id} ${coin}`) ?? -Infinity) >= AGAIN_MS;
  const due = (await provenCoins(pool, site)).filter(isDue);
  for (const { coin } of due) looked.set(`${site.id} ${coin}`, now);
  return due;
}
