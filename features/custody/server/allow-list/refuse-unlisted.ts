// Whether the member's own list lets a withdrawal go to an address: asked under the member's lock, with the request itself.
import { Refusal } from '@maru/kit/server/feature.ts';
import type { Pool, PoolClient } from 'pg';
import { type AllowedRow, bindingOf, findAllowed, type Owner, type Place } from './allowed-rows.ts';

interface ListWord {
  isOn: boolean;
  entry: AllowedRow | undefined;
  refuses: 'NOT_LISTED' | 'NOT_RIPE' | null;
}

/** `place` undefined: no address is known yet. */
export async function listWordOn(sql: Pool | PoolClient, who: Owner, place: Place | undefined, now: number): Promise<ListWord> {
  const { isOn } = await bindingOf(sql, who, now);
  const entry = place && (await findAllowed(sql, who, place));
  if (!isOn || place === undefined) return { isOn, entry, refuses: null };
  if (entry === undefined) return { isOn, entry, refuses: 'NOT_LISTED' };
  return { isOn, entry, refuses: entry.ripe <= now ? null : 'NOT_RIPE' };
}

export async function refuseUnlisted(sql: PoolClient, who: Owner, place: Place, now: number): Promise<void> {
  const { refuses, entry } = await listWordOn(sql, who, place, now);
  if (refuses === 'NOT_LISTED') throw new Refusal('ALLOW_NOT_LISTED');
  if (refuses === 'NOT_RIPE') throw new Refusal('ALLOW_NOT_RIPE', { until: new Date(entry?.ripe ?? now).toISOString() });
}
