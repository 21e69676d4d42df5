// An installation always keeps one owner who can come in: what would take the last one away is refused, whoever asks.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { isAmong } from '@maru/kit/server/address-list.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { readDeskSettings } from './desk-settings.ts';
import { gather } from './grants.ts';
import { standingGrants } from './list-people.ts';
import { isOwner } from './people-rules.ts';

/** Arbitrary number by which those who change people, roles or addresses take turns: two owners who lock each other at once. */
const LOCK = 7_061_757;
const LATELY_MS = 30 * DAY_MS;

/** First in the transaction of such a change. */
export async function takeTurn(sql: SqlWriter): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
}

interface Person {
  id: number;
  addresses: string[];
  /** Networks it came from lately, `::/64` of IPv6 as its first address. */
  seen: string[];
}

/** Behind the change, in its transaction: throws OWNER_LAST when nobody is left who holds everything and can log in. */
export async function keepAnOwner({ clock, config }: Pick<AppContext, 'clock' | 'config'>, sql: SqlWriter): Promise<void> {
  const { rows } = await sql.query<Person>(
    `SELECT o.id, o.addresses, coalesce((SELECT array_agg(split_part(t.value, '/', 1)) FROM operator_trace t
       WHERE t.operator_id = o.id AND t.kind = 'ADDRESS' AND t.last_at > $2), '{}') AS seen
     FROM operator_operator o WHERE o.status = 'ACTIVE' AND (o.password_hash IS NOT NULL OR o.last_login_at IS NOT NULL)
       AND ($1 OR NOT o.is_demo)`,
    [config.demo, new Date(clock.now() - LATELY_MS)],
  );
  const grants = await standingGrants(sql);
  const { addresses } = await readDeskSettings(sql);
  const isLeft = rows.some(
    (person) => isOwner(gather(grants.filter(({ operator }) => operator === Number(person.id)))) && canCome(person, addresses),
  );
  if (!isLeft) throw new Refusal('OWNER_LAST');
}

/** Where a list is set, one must lately have come from a place on it: an address that nobody has opens nothing. */
function canCome({ addresses, seen }: Person, ofAll: readonly string[]): boolean {
  if (addresses.length === 0 && ofAll.length === 0) return true;
  return seen.some((ip) => isAmong(addresses, ip) && isAmong(ofAll, ip));
}
