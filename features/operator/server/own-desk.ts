// What any operator may do about itself: who am I, my sessions, my password, my recovery codes.
import type { Out } from '@maru/kit/contract/route.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Answer, type BoundRoute, type Call, handle, Refusal, type Session } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { hashPassword, isPassword } from '@maru/kit/server/passwords.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import {
  changeDeskPassword,
  deskLogout,
  type DeskSelf,
  endDeskSessions,
  getDeskSelf,
  listDeskSessions,
  renewDeskRecovery,
} from '../contract.ts';
import { endLogins } from './challenges.ts';
import type { DeskGateway } from './desk-gateway.ts';
import { readDeskSettings } from './desk-settings.ts';
import { grantsOf, rightsAt } from './grants.ts';
import { type DeskParts, refuseWeak } from './login.ts';
import { operatorById, type OperatorRow } from './operator-rows.ts';
import { holds } from './rights.ts';
import { writeRecovery } from './second-factor.ts';
import { endSessions } from './sessions.ts';

export interface OwnParts extends DeskParts {
  gateway: DeskGateway;
}
type Parts = () => OwnParts;

export function ownDesk(parts: Parts): BoundRoute[] {
  return [
    handle(getDeskSelf, (context, call) => selfOf(context, parts().gateway.rights(), call)),
    handle(listDeskSessions, listOwn),
    handleOperator(deskLogout, async (context, call, audit) => {
      const { member, family } = call.session as Session;
      await endSessions(context, context.pool, member, { only: family });
      await audit({ target: `operator:${member}` });
      parts().gateway.endSockets(member);
      return { data: { done: true as const } };
    }),
    handleOperator(endDeskSessions, async (context, call, audit) => {
      const { member, family } = call.session as Session;
      const { id } = call.body;
      const count = await endSessions(context, context.pool, member, id === undefined ? { but: family } : { only: id });
      if (id !== undefined && count === 0) throw new Refusal('NOT_FOUND', { field: 'id' });
      await audit({ target: `operator:${member}`, after: { ended: count } });
      parts().gateway.endSockets(member);
      return { data: { count } };
    }),
    handleOperator(changeDeskPassword, async (context, call, audit) => {
      const row = await proven(parts(), call);
      refuseWeak(call.body.password, row);
      const hash = await hashPassword(call.body.password);
      const { member, family } = call.session as Session;
      await inTransaction(context.pool, async (client) => {
        await client.query('UPDATE operator_operator SET password_hash = $2 WHERE id = $1', [member, hash]);
        await endLogins(client, member);
        await endSessions(context, client, member, { but: family });
        await audit({ target: `operator:${member}` }, client);
      });
      parts().gateway.endSockets(member);
      return { data: { done: true as const } };
    }),
    handleOperator(renewDeskRecovery, async (context, call, audit) => {
      const row = await proven(parts(), call);
      if (row.totp_confirmed_at === null) throw new Refusal('DESK_FACTOR_NONE');
      const recoveryCodes = await inTransaction(context.pool, async (client) => {
        const codes = await writeRecovery(context, client, row.id);
        await audit({ target: `operator:${row.id}` }, client);
        return codes;
      });
      return { data: { recoveryCodes } };
    }),
  ];
}

/** The caller knows the current password; misses count with the log-in's. */
async function proven({ context, guard }: DeskParts, call: Call<undefined, { currentPassword: string }>): Promise<OperatorRow> {
  const { member } = call.session as Session;
  const row = await operatorById(context, context.pool, member);
  if (row === undefined) throw new Refusal('TOKEN_INVALID');
  await guard.enter(0, row.username, call.ip, async () => false);
  if (!(await isPassword(row.password_hash ?? undefined, call.body.currentPassword))) {
    guard.failed(0, row.username, call.ip);
    throw new Refusal('DESK_PASSWORD_WRONG');
  }
  guard.succeeded(0, row.username, call.ip);
  return row;
}

async function selfOf(context: AppContext, known: readonly string[], call: Call): Promise<Answer<DeskSelf>> {
  const { member, family } = call.session as Session;
  const { pool, sites, config } = context;
  const [row, grants, settings, session, recovery] = await Promise.all([
    operatorById(context, pool, member),
    grantsOf(pool, member),
    readDeskSettings(pool),
    pool.query<{ ends_at: Date }>('SELECT ends_at FROM operator_session WHERE id = $1', [family]),
    pool.query<{ n: number }>('SELECT count(*)::int AS n FROM operator_recovery_code WHERE operator_id = $1 AND used_at IS NULL', [member]),
  ]);
  if (row === undefined || session.rows.length === 0) throw new Refusal('TOKEN_INVALID');
  return {
    data: {
      id: row.id,
      username: row.username,
      name: row.name,
      sites: sites
        .all()
        .map((site) => ({
          id: site.id,
          code: site.code,
          name: site.name,
          timeZone: site.timeZone,
          logo: site.theme.logo,
          rights: known.filter((right) => holds(rightsAt(grants, site.id), right)),
        }))
        .filter(({ rights }) => rights.length > 0),
      everywhere: known.filter((right) => holds(grants.everywhere, right)),
      idleMs: settings.idleMs,
      endsAt: session.rows[0].ends_at.toISOString(),
      secondFactor: { isOn: row.totp_confirmed_at !== null, isForced: !config.demo, recoveryLeft: recovery.rows[0].n },
      lastLoginAt: row.last_login_at?.toISOString() ?? null,
    },
  };
}

async function listOwn(context: AppContext, call: Call): Promise<Answer<Out<typeof listDeskSessions.reply>>> {
  const { member, family } = call.session as Session;
  const { idleMs } = await readDeskSettings(context.pool);
  const now = context.clock.now();
  const { rows } = await context.pool.query<{ id: string; ip: string; user_agent: string; created_at: Date; last_call_at: Date }>(
    `SELECT id, ip, user_agent, created_at, last_call_at FROM operator_session
     WHERE operator_id = $1 AND ended_at IS NULL AND ends_at > $2 AND last_call_at > $3 ORDER BY last_call_at DESC LIMIT 50`,
    [member, new Date(now), new Date(now - idleMs)],
  );
  return {
    data: rows.map((row) => ({
      id: row.id,
      ip: row.ip,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      lastCallAt: row.last_call_at.toISOString(),
      isCurrent: row.id === family,
    })),
  };
}
