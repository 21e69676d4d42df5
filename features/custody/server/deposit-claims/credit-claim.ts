// An approved claim becomes a deposit: the arrival's own amount leaves suspense and takes a deposit's way, all written in one transaction and once for ever.
import { houseAccount, Purse } from '@maru/engine/ledger/account.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { PoolClient } from 'pg';
import { writeEntry } from '../write-entry.ts';
import { moveClaim } from './claim-rows.ts';
import type { LockedArrival, LockedClaim } from './claim-content.ts';

/** Of the arrival whose claim it was approved for: out of suspense again. */
export const claimedEntry = (arrival: number): string => `CLAIMED|${arrival}`;

export type WholeArrival = LockedArrival & { height: number; units: number };

/** What the chain, the site's terms and suspense say against it, whoever wants it. */
export async function refuseUnfit(
  { engine }: Pick<AppContext, 'engine'>,
  client: PoolClient,
  claim: LockedClaim,
  arrival: LockedArrival | undefined,
): Promise<WholeArrival> {
  if (arrival === undefined || arrival.height === null || arrival.units === null)
    throw new Refusal('DEPOSIT_CLAIM_ARRIVAL', { field: 'arrivalId' });
  if (arrival.isCredited) throw new Refusal('DEPOSIT_CLAIM_CREDITED');
  if (BigInt(arrival.amount) < BigInt(claim.least)) throw new Refusal('DEPOSIT_CLAIM_SMALL');
  // An entry that the ledger refuses would stand before all others of the site.
  const { rows } = await client.query<{ leaving: number }>(
    `SELECT coalesce(sum(-amount), 0)::float8 AS leaving FROM custody_entry
     WHERE site_id = $1 AND asset = $2 AND purse = $3 AND amount < 0 AND NOT is_booked`,
    [claim.site, claim.asset, Purse.Suspense],
  );
  const held = await engine.query<number>(claim.site, 'ledger', houseAccount(claim.asset, Purse.Suspense));
  if (held - rows[0].leaving < arrival.units) throw new Refusal('DEPOSIT_CLAIM_SUSPENSE');
  return { ...arrival, height: arrival.height, units: arrival.units };
}

export async function creditClaim(client: PoolClient, claim: LockedClaim, arrival: WholeArrival, now: number): Promise<void> {
  const { site, account, walletType, asset } = claim;
  const { id, units, dust, height } = arrival;
  const { rowCount } = await client.query(
    `INSERT INTO custody_deposit (deposit_id, site_id, account, wallet_type, asset, amount, dust, state, confirmations, changed_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'SEEN', 1, $8) ON CONFLICT DO NOTHING`,
    [id, site, account, walletType, asset, units, dust, now],
  );
  if (rowCount !== 1) throw new Refusal('DEPOSIT_CLAIM_CREDITED');
  await client.query('INSERT INTO custody_deposit_step (deposit_id, state, at_ms, height) VALUES ($1, $2, $3, $4)', [
    id,
    'SEEN',
    now,
    height,
  ]);
  await writeEntry(client, {
    site,
    name: claimedEntry(id),
    walletType,
    asset,
    purse: Purse.Suspense,
    units: -BigInt(units),
    dust: -BigInt(dust),
    now,
    arrival: id,
  });
  if (!(await moveClaim(client, claim.id, { from: ['REQUESTED', 'IN_REVIEW'], to: 'APPROVED', now, arrival: id })))
    throw new Refusal('DEPOSIT_CLAIM_LATE');
}
