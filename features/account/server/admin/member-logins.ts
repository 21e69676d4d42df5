// A member's open logins and tries for operators; a try from an address where it never got in before is marked.
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { listMemberLogins } from '../../admin-contract.ts';
import { deviceNameOf } from '../device-name.ts';
import type { LoginResult } from '../login-history.ts';
import { IDLE_MS } from '../refresh-tokens.ts';
import { memberAt } from './member-file.ts';

const PAGE = 30;

export const listMemberLoginsHandler = handleOperator(listMemberLogins, async (context, { site, query }) => {
  const { id } = await memberAt(context, site.id, query.playerId);
  const now = context.clock.now();
  const [open, tries] = await Promise.all([
    context.pool.query<{ family: string; user_agent: string; ip: string; created_at: Date; renewed_at: Date }>(
      `SELECT family, user_agent, ip, created_at, renewed_at FROM account_login
       WHERE member_id = $1 AND ended_at IS NULL AND expires_at > $2 AND renewed_at > $3 ORDER BY renewed_at DESC LIMIT 50`,
      [id, new Date(now), new Date(now - IDLE_MS)],
    ),
    context.pool.query<{ id: number; at: Date; ip: string; user_agent: string; result: LoginResult; is_new: boolean }>(
      `SELECT t.id, t.at, t.ip, t.user_agent, t.result,
         NOT EXISTS (SELECT 1 FROM account_login_try o
           WHERE o.site_id = $1 AND o.member_id = $2 AND o.id < t.id AND o.ip = t.ip AND o.result LIKE 'OK%') AS is_new
       FROM account_login_try t WHERE t.site_id = $1 AND t.member_id = $2 AND ($3::bigint IS NULL OR t.id < $3) ORDER BY t.id DESC LIMIT $4`,
      [site.id, id, query.before ?? null, PAGE + 1],
    ),
  ]);
  const shown = tries.rows.slice(0, PAGE);
  return {
    data: {
      open: open.rows.map((row) => ({
        id: row.family,
        device: deviceNameOf(row.user_agent),
        ip: row.ip,
        startedAt: row.created_at.toISOString(),
        seenAt: row.renewed_at.toISOString(),
      })),
      tries: shown.map((row) => ({
        id: row.id,
        at: row.at.toISOString(),
        ip: row.ip,
        device: deviceNameOf(row.user_agent),
        result: row.result,
        isNew: row.is_new,
      })),
      next: tries.rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    },
  };
});
