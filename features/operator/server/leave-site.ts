// What the desk keeps of one site, looked at and taken away when that brand is given up: requests, grants, whom alerts are told to, exports.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { SiteDesk, SiteDeskFacts } from '../admin-contract.ts';
import type { DeskGateway } from './desk-gateway.ts';
import { endSessions } from './sessions.ts';
import { takeTurn } from './working-owner.ts';

/** Stands at the requests that were taken back with it. */
const WITHDRAWN = '브랜드를 접음 · the brand was given up';

export function createSiteDesk(context: AppContext, gateway: Pick<DeskGateway, 'endSockets' | 'endAllSockets'>): SiteDesk {
  /** By site: whose sockets still hear it. */
  const ended = new Map<number, number[]>();
  return {
    look: (sql, site, but) => look(sql, site, but),
    takeTurn,
    async clear(sql, site, but) {
      const now = new Date(context.clock.now());
      const facts = await look(sql, site, but);
      if (facts.isUnderWay || (await withdraw(sql, { site, but, now })) < facts.requests) return { ...facts, isUnderWay: true };
      const holders = await sql.query('DELETE FROM operator_grant WHERE site_id = $1 RETURNING operator_id', [site]);
      const ids = [...new Set(holders.rows.map((row) => Number(row.operator_id)))];
      for (const id of await withNothingLeft(sql, ids)) {
        await endSessions(context, sql, id);
        await sql.query('DELETE FROM operator_challenge WHERE operator_id = $1', [id]);
      }
      await sql.query('UPDATE operator_alert_target SET removed_at = $2, secret = NULL WHERE site_id = $1 AND removed_at IS NULL', [
        site,
        now,
      ]);
      await sql.query(
        `DELETE FROM operator_alert_message m USING operator_alert a
         WHERE m.alert_id = a.id AND a.site_id = $1 AND m.sent_at IS NULL AND m.given_up_at IS NULL`,
        [site],
      );
      await sql.query('UPDATE operator_alert SET ended_at = $2 WHERE site_id = $1 AND ended_at IS NULL', [site, now]);
      await sql.query(`UPDATE operator_export SET state = 'CANCELLED', ended_at = $2 WHERE site_id = $1 AND state = 'WAITING'`, [
        site,
        now,
      ]);
      ended.set(site, ids);
      return facts;
    },
    async cleared(site) {
      for (const id of ended.get(site) ?? []) gateway.endSockets(id);
      ended.delete(site);
      // Every page asks anew which brands there are.
      await gateway.endAllSockets();
    },
  };
}

async function look(sql: SqlWriter, site: number, but: number): Promise<SiteDeskFacts> {
  const { rows } = await sql.query(
    `SELECT
       (SELECT coalesce(array_agg(DISTINCT o.username ORDER BY o.username), '{}') FROM operator_grant g JOIN operator_operator o ON o.id = g.operator_id
        WHERE g.site_id = $1) AS operators,
       (SELECT count(*)::int FROM operator_approval WHERE site_id = $1 AND status = 'WAITING' AND id <> $2) AS requests,
       EXISTS (SELECT 1 FROM operator_approval WHERE site_id = $1 AND outcome = 'PENDING') AS "isUnderWay"`,
    [site, but],
  );
  return rows[0];
}

/** Those that somebody decides at this moment stay, and are not counted. */
async function withdraw(sql: SqlWriter, { site, but, now }: { site: number; but: number; now: Date }): Promise<number> {
  const { rowCount } = await sql.query(
    `UPDATE operator_approval SET status = 'WITHDRAWN', decided_at = $3, decision_reason = $4, claimed_by = NULL, claimed_until = NULL
     WHERE id IN (SELECT id FROM operator_approval WHERE site_id = $1 AND status = 'WAITING' AND id <> $2 FOR UPDATE SKIP LOCKED)`,
    [site, but, now, WITHDRAWN],
  );
  return rowCount ?? 0;
}

async function withNothingLeft(sql: SqlWriter, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql.query(
    'SELECT i.id FROM unnest($1::bigint[]) AS i (id) WHERE NOT EXISTS (SELECT 1 FROM operator_grant g WHERE g.operator_id = i.id)',
    [ids],
  );
  return rows.map(({ id }) => Number(id));
}
