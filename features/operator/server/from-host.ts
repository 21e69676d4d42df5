// What whoever holds the machine may do without a log-in: make the first operator, a new link, lock one; written into the log all the same.
import type { AppContext } from '@maru/kit/server/context.ts';
import { OperatorFault } from '@maru/kit/server/operator-fault.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { createAuditLog } from './audit-log.ts';
import { openSetup } from './challenges.ts';
import { writeConfirmation } from './confirm-person.ts';
import { insertOperator, operatorNamed, type OperatorRow } from './operator-rows.ts';
import { forgetApp } from './second-factor.ts';
import { ensureWholeOwner, OWNER_ROLE } from './preset-roles.ts';
import { endSessions } from './sessions.ts';

export type HostDesk = Pick<AppContext, 'pool' | 'clock' | 'config' | 'log'>;

export interface SetupLink {
  token: string;
  hours: number;
}

/** What the log calls them. */
export const hostActions = [
  ['host.create', { ko: '서버에서 운영자 추가', en: 'Operator added from the host' }],
  ['host.link', { ko: '서버에서 설정 링크 발급', en: 'Set-up link made on the host' }],
  ['host.lock', { ko: '서버에서 운영자 잠금', en: 'Operator locked from the host' }],
  ['host.anywhere', { ko: '서버에서 접속 주소 제한 해제', en: 'Addresses opened from the host' }],
  ['host.confirm', { ko: '서버에서 다른 사람임을 확인', en: 'Person confirmed on the host' }],
  ['host.unlock', { ko: '서버에서 운영자 잠금 해제', en: 'Operator unlocked from the host' }],
] as const;

const USERNAME = /^[a-z0-9][a-z0-9._-]{2,31}$/;

export async function makeFromHost(
  desk: HostDesk,
  who: { username: string; name: string; role: string; site: string | undefined },
): Promise<SetupLink> {
  const { username, name, role, site } = who;
  if (!USERNAME.test(username)) {
    throw new OperatorFault('아이디는 영문 소문자와 숫자로 3자부터 32자까지입니다.', 'a user name has 3 to 32 small letters and digits.');
  }
  return inTransaction(desk.pool, async (client) => {
    const narrowed = role === OWNER_ROLE ? await ensureWholeOwner(client) : undefined;
    const roles = await client.query('SELECT id FROM operator_role WHERE code = $1', [role]);
    if (roles.rows.length === 0) throw new OperatorFault(`${role}: 없는 역할입니다.`, `${role}: there is no such role.`);
    const sites =
      site === undefined
        ? [{ id: null }]
        : (await client.query('SELECT id FROM site_site WHERE code = $1 AND given_up_at IS NULL', [site])).rows;
    if (sites.length === 0) throw new OperatorFault(`${site}: 없는 사이트입니다.`, `${site}: there is no such site.`);
    const id = await insertOperator(desk, client, { username, name });
    if (id === undefined) throw new OperatorFault(`${username}: 이미 있습니다.`, `${username}: there is one already.`);
    await client.query('INSERT INTO operator_grant (operator_id, role_id, site_id) VALUES ($1, $2, $3)', [
      id,
      roles.rows[0].id,
      sites[0].id,
    ]);
    const link = await linkFor(desk, client, id);
    await note(desk, client, 'create', id, { username, name, role, site: site ?? null, ...(narrowed && { narrowedRole: narrowed }) });
    return link;
  });
}

/** A forgotten password; `forgetsApp`: a lost phone too. */
export async function linkFromHost(desk: HostDesk, username: string, forgetsApp: boolean): Promise<SetupLink> {
  const row = await known(desk, username);
  return inTransaction(desk.pool, async (client) => {
    if (forgetsApp) await forgetApp(client, row.id);
    await endSessions(desk, client, row.id);
    const link = await linkFor(desk, client, row.id);
    await note(desk, client, 'link', row.id, { forgetsApp });
    return link;
  });
}

export async function lockFromHost(desk: HostDesk, username: string, isLocked: boolean): Promise<void> {
  const row = await known(desk, username);
  await inTransaction(desk.pool, async (client) => {
    await client.query('UPDATE operator_operator SET status = $2 WHERE id = $1', [row.id, isLocked ? 'LOCKED' : 'ACTIVE']);
    if (isLocked) await endSessions(desk, client, row.id);
    await note(desk, client, isLocked ? 'lock' : 'unlock', row.id, {});
  });
}

/** The machine's own word that this is a person of its own: where there is no third owner yet. */
export async function confirmFromHost(desk: HostDesk, username: string): Promise<void> {
  const row = await known(desk, username);
  await inTransaction(desk.pool, async (client) => {
    await writeConfirmation(client, { operator: row.id, by: null, at: new Date(desk.clock.now()), reason: 'host' });
    await note(desk, client, 'confirm', row.id, { confirmed: true });
  });
}

/** Addresses that shut everybody out are lifted: the installation's list, or one operator's own. */
export async function openFromHost(desk: HostDesk, username: string | undefined): Promise<void> {
  const row = username === undefined ? undefined : await known(desk, username);
  await inTransaction(desk.pool, async (client) => {
    if (row === undefined) await client.query("UPDATE operator_setting SET addresses = '{}'");
    else await client.query("UPDATE operator_operator SET addresses = '{}' WHERE id = $1", [row.id]);
    await note(desk, client, 'anywhere', row?.id ?? null, { addresses: [] });
  });
}

/** One line each: name, status, second factor, roles with their places, last log-in. */
export async function listFromHost({ pool, config }: HostDesk): Promise<string[]> {
  const { rows } = await pool.query<{ username: string; status: string; app: boolean; roles: string | null; last: Date | null }>(
    `SELECT o.username, o.status, o.totp_confirmed_at IS NOT NULL AS app, o.last_login_at AS last,
       string_agg(r.name_en || '@' || coalesce(s.code, '*'), ',' ORDER BY s.code NULLS FIRST, r.id) AS roles
     FROM operator_operator o LEFT JOIN operator_grant g ON g.operator_id = o.id LEFT JOIN operator_role r ON r.id = g.role_id
     LEFT JOIN site_site s ON s.id = g.site_id WHERE $1 OR NOT o.is_demo GROUP BY o.id ORDER BY lower(o.username)`,
    [config.demo],
  );
  return rows.map(
    ({ username, status, app, roles, last }) =>
      `operator ${username} ${status} app=${app ? 'yes' : 'no'} roles=${roles ?? '-'} last=${last?.toISOString() ?? '-'}`,
  );
}

async function known(desk: HostDesk, username: string): Promise<OperatorRow> {
  const row = await operatorNamed(desk, desk.pool, username);
  if (row === undefined) throw new OperatorFault(`${username}: 그런 운영자가 없습니다.`, `${username}: there is no such operator.`);
  return row;
}

async function linkFor(desk: HostDesk, client: SqlWriter, id: number): Promise<SetupLink> {
  const { name, expiresIn } = await openSetup(desk, client, id, null);
  return { token: name, hours: expiresIn / 3600 };
}

/** Nobody logged in: the machine's own hand. */
function note({ pool, clock }: HostDesk, client: SqlWriter, action: string, id: number | null, after: object): Promise<void> {
  return createAuditLog(pool, clock).write(
    {
      operator: { id: null, username: 'host' },
      site: undefined,
      action: `host.${action}`,
      right: 'host',
      target: id === null ? 'desk' : `operator:${id}`,
      after,
      ip: 'host',
      requestId: '',
    },
    client,
  );
}
