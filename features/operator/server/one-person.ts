// Who counts as one person with whom (ADR 0030): tied by an invitation, a device or an address, in one step or over others, until a third confirms.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { TieKind } from '../people-contract.ts';
import { networkOf } from './traces.ts';

/** What of an address is known says something for so long: longer than any request lives, shorter than addresses stay with one household. */
const ADDRESS_MS = 30 * DAY_MS;

/** Two accounts that may be one person, and why. */
export interface Tie {
  one: number;
  other: number;
  kind: TieKind;
}

/**
 * Ties that nobody has confirmed away. Of an invitation the invited one is confirmed, since the one who invites proves nothing by
 * being known; of a shared place either. A confirmation covers what was known when it was made: what shows later counts anew.
 * In the demo, which runs on one machine without a second factor, places say nothing.
 */
export async function tiesOf({ clock, config }: Pick<AppContext, 'clock' | 'config'>, sql: SqlWriter): Promise<Tie[]> {
  const { rows } = await sql.query(
    `WITH confirmed AS (SELECT operator_id, max(at) AS at FROM operator_confirmation GROUP BY operator_id)
     SELECT DISTINCT i.operator_id AS one, i.by_id AS other, 'INVITED' AS kind FROM operator_invitation i
       LEFT JOIN confirmed c ON c.operator_id = i.operator_id WHERE c.at IS NULL OR c.at < i.at
     UNION
     SELECT a.operator_id, b.operator_id, a.kind FROM operator_trace a
       JOIN operator_trace b ON b.kind = a.kind AND b.value = a.value AND b.operator_id > a.operator_id
       LEFT JOIN confirmed c ON c.operator_id = a.operator_id LEFT JOIN confirmed d ON d.operator_id = b.operator_id
     WHERE NOT $2 AND (a.kind = 'DEVICE' OR (a.last_at > $1 AND b.last_at > $1))
       AND greatest(c.at, d.at, '-infinity') < greatest(a.first_at, b.first_at)`,
    [new Date(clock.now() - ADDRESS_MS), config.demo],
  );
  return rows.map(({ one, other, kind }) => ({ one: Number(one), other: Number(other), kind }));
}

/** Everybody who counts as one with this operator, over however many steps, itself too. */
export function personAround(ties: readonly Tie[], operator: number): Set<number> {
  const found = new Set([operator]);
  const reach = (tie: Tie) => {
    const isNew = found.has(tie.one) !== found.has(tie.other);
    if (isNew) found.add(tie.one).add(tie.other);
    return isNew;
  };
  while (ties.filter(reach).length > 0);
  return found;
}

/** The accounts of a person, the lowest id first: two of them take turns by it. */
export const accountsAround =
  (context: Pick<AppContext, 'clock' | 'config'>) =>
  async (sql: SqlWriter, operator: number): Promise<number[]> =>
    [...personAround(await tiesOf(context, sql), operator)].sort((a, b) => a - b);

/** By the same rules as two operators' shared address ties them. */
export const worksFrom =
  (context: Pick<AppContext, 'clock' | 'config'>) =>
  async (sql: SqlWriter, operator: number, ips: readonly string[]): Promise<boolean> => {
    const accounts = await accountsAround(context)(sql, operator);
    const { rows } = await sql.query(
      `SELECT 1 FROM operator_trace t WHERE t.operator_id = ANY($1::bigint[]) AND t.kind = 'ADDRESS' AND t.value = ANY($2) AND t.last_at > $3
         AND NOT $4 AND NOT EXISTS (SELECT 1 FROM operator_confirmation c WHERE c.operator_id = t.operator_id AND c.at >= t.first_at) LIMIT 1`,
      [accounts, [...new Set(ips.map(networkOf))], new Date(context.clock.now() - ADDRESS_MS), context.config.demo],
    );
    return rows.length > 0;
  };

/** Why two are one person, the nearest reason last; empty when they are two. */
export function whyOne(ties: readonly Tie[], one: number, other: number): TieKind[] {
  const person = personAround(ties, one);
  if (one === other || !person.has(other)) return [];
  const direct = ties.filter((tie) => (tie.one === one && tie.other === other) || (tie.one === other && tie.other === one));
  const between = direct.length > 0 ? direct : ties.filter((tie) => person.has(tie.one));
  return [...new Set(between.map(({ kind }) => kind))].sort();
}
