// While a network's fees are high a payout waits a while for others: one transaction for many costs each of them less (ADR 0092).
import { MINUTE_MS } from '@maru/kit/contract/calendar.ts';
import type { Approved } from './prepare-payouts.ts';
import type { PayoutParts } from './payout-chain.ts';

interface Terms {
  above: number;
  minutes: number;
}

/** No fault: said on the desk until then. */
export class WaitsForOthers extends Error {}

/** Of one site. Undefined: they go now. The first that was agreed to decides for all that came since. */
export async function waitsForOthers(
  { pool, chain, preparer, now }: PayoutParts,
  rows: readonly Approved[],
): Promise<WaitsForOthers | undefined> {
  const { rows: found } = await pool.query<Terms>(
    `SELECT batch_above::float8 AS above, batch_minutes AS minutes FROM custody_coin
     WHERE site_id = $1 AND wallet_type = $2 AND batch_above > 0`,
    [rows[0].site, chain],
  );
  const terms = found.at(0);
  if (terms === undefined || preparer.feeRate === undefined) return undefined;
  const until = Math.min(...rows.map(({ since }) => since)) + terms.minutes * MINUTE_MS;
  if (until <= now()) return undefined;
  const rate = await preparer.feeRate();
  if (rate <= BigInt(terms.above)) return undefined;
  return new WaitsForOthers(
    `the network asks ${rate} a byte, more than ${terms.above}: paid together with others, at the latest ${new Date(until).toISOString()}`,
  );
}
