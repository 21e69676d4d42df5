// Operators and roles as they are shown, with what the caller may do to each.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { Call, Session } from '@maru/kit/server/feature.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import type { OperatorRow, RoleRow, TieKind } from '../people-contract.ts';
import { type Grants, grantsOf, rightsAt } from './grants.ts';
import { personAround, type Tie, tiesOf } from './one-person.ts';
import { isOwner, MANAGES, mayTouch, mayWriteRole, type PlacedRights } from './people-rules.ts';
import { OWNER_ROLE } from './preset-roles.ts';
import { covers, holds } from './rights.ts';

interface GrantRecord extends PlacedRights {
  operator: number;
  roleId: number;
  roleName: { ko: string; en: string };
}

/** What stands, of one operator or of all. */
export async function standingGrants(sql: SqlWriter, operator?: number): Promise<GrantRecord[]> {
  const { rows } = await sql.query(
    `SELECT g.operator_id, g.role_id, g.site_id, r.name_ko, r.name_en, r.rights FROM operator_grant g JOIN operator_role r ON r.id = g.role_id
     WHERE $1::bigint IS NULL OR g.operator_id = $1 ORDER BY g.site_id NULLS FIRST, r.id`,
    [operator ?? null],
  );
  return rows.map((row) => ({
    operator: Number(row.operator_id),
    roleId: Number(row.role_id),
    roleName: { ko: row.name_ko, en: row.name_en },
    site: row.site_id,
    rights: row.rights,
  }));
}

interface PersonRecord {
  id: number;
  username: string;
  name: string;
  status: 'ACTIVE' | 'LOCKED';
  addresses: string[];
  email: string | null;
  phone: string | null;
  has_password: boolean;
  has_app: boolean;
  sessions: number;
  created_at: Date;
  last_login_at: Date | null;
  confirmed_at: Date | null;
  confirmed_by: string | null;
}

async function personRecords({ config, clock }: AppContext, sql: SqlWriter, id?: number): Promise<PersonRecord[]> {
  const { rows } = await sql.query(
    `SELECT o.id, o.username, o.name, o.status, o.addresses, o.email, o.phone, o.password_hash IS NOT NULL AS has_password,
       o.totp_confirmed_at IS NOT NULL AS has_app, o.created_at, o.last_login_at,
       f.at AS confirmed_at, f.by_name AS confirmed_by,
       (SELECT count(*)::int FROM operator_session s CROSS JOIN operator_setting g WHERE s.operator_id = o.id AND s.ended_at IS NULL
          AND s.ends_at > $2 AND s.last_call_at + g.idle_ms * interval '1 ms' > $2) AS sessions
     FROM operator_operator o LEFT JOIN LATERAL (
       SELECT c.at, b.username AS by_name FROM operator_confirmation c LEFT JOIN operator_operator b ON b.id = c.by_id
       WHERE c.operator_id = o.id ORDER BY c.at DESC LIMIT 1
     ) f ON true WHERE ($1::bigint IS NULL OR o.id = $1) AND ($3 OR NOT o.is_demo) ORDER BY lower(o.username)`,
    [id ?? null, new Date(clock.now()), config.demo],
  );
  return rows;
}

/** What the rows of people are read beside. */
interface Around {
  grants: readonly GrantRecord[];
  own: Grants;
  self: number;
  ties: readonly Tie[];
  names: ReadonlyMap<number, { username: string; name: string }>;
}

async function aroundOf(context: AppContext, sql: SqlWriter, call: Call, id?: number): Promise<Around> {
  const self = (call.session as Session).member;
  const grants = await standingGrants(sql, id);
  const own = await grantsOf(sql, self);
  const ties = await tiesOf(context, sql);
  // Whom the caller's own list would not show has no name here either: only the tie is told.
  const { rows } = await sql.query(
    `SELECT o.id, o.username, o.name FROM operator_operator o WHERE $1
       OR EXISTS (SELECT 1 FROM operator_grant g WHERE g.operator_id = o.id AND (g.site_id IS NULL OR g.site_id = $2))`,
    [holds(own.everywhere, MANAGES), call.site.id],
  );
  return { grants, own, self, ties, names: new Map(rows.map(({ id: of, ...name }) => [Number(of), name])) };
}

/** Those one step away, and why. */
function neighboursOf({ ties, names }: Around, id: number): OperatorRow['ties'] {
  const why = new Map<number, Set<TieKind>>();
  for (const { one, other, kind } of ties) {
    if (one !== id && other !== id) continue;
    const neighbour = one === id ? other : one;
    why.set(neighbour, (why.get(neighbour) ?? new Set()).add(kind));
  }
  return [...why].map(([of, kinds]) => ({ id: of, username: '', name: '', ...names.get(of), why: [...kinds].sort() }));
}

function present(context: AppContext, row: PersonRecord, around: Around): OperatorRow {
  const { grants, own, self, ties } = around;
  const id = Number(row.id);
  const mine = grants.filter(({ operator }) => operator === id);
  return {
    id,
    username: row.username,
    name: row.name,
    status: row.status,
    addresses: row.addresses,
    email: row.email ?? '',
    phone: row.phone ?? '',
    grants: mine.map(({ roleId, roleName, site }) => ({
      roleId,
      roleName,
      site: site === null ? null : (context.sites.byId(site)?.code ?? String(site)),
    })),
    hasPassword: row.has_password,
    hasSecondFactor: row.has_app,
    sessions: row.sessions,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    ties: neighboursOf(around, id),
    confirmed: row.confirmed_at === null ? null : { at: row.confirmed_at.toISOString(), by: row.confirmed_by },
    mayConfirm: isOwner(own) && personAround(ties, id).size > 1 && !personAround(ties, id).has(self),
    isSelf: id === self,
    mayEdit: id !== self && mayTouch(own, mine),
  };
}

/** Of this site and of all sites; who has nothing yet is seen by those who manage operators everywhere. */
export async function peopleOf(context: AppContext, call: Call): Promise<OperatorRow[]> {
  const [rows, around] = await Promise.all([personRecords(context, context.pool), aroundOf(context, context.pool, call)]);
  const { grants, own } = around;
  const seesLoose = holds(own.everywhere, MANAGES);
  const isHere = (id: number) => {
    const mine = grants.filter(({ operator }) => operator === id);
    return mine.length === 0 ? seesLoose : mine.some(({ site }) => site === null || site === call.site.id);
  };
  return rows.filter(({ id }) => isHere(Number(id))).map((row) => present(context, row, around));
}

export async function personOf(context: AppContext, sql: SqlWriter, call: Call, id: number): Promise<OperatorRow | undefined> {
  const [row] = await personRecords(context, sql, id);
  return row === undefined ? undefined : present(context, row, await aroundOf(context, sql, call, id));
}

export async function rolesOf(context: AppContext, call: Call): Promise<RoleRow[]> {
  const self = (call.session as Session).member;
  const own = await grantsOf(context.pool, self);
  const { rows } = await context.pool.query<{
    id: number;
    code: string | null;
    name_ko: string;
    name_en: string;
    rights: string[];
    holders: number;
    is_own: boolean;
  }>(
    `SELECT r.id, r.code, r.name_ko, r.name_en, r.rights,
       (SELECT count(DISTINCT operator_id)::int FROM operator_grant g WHERE g.role_id = r.id) AS holders,
       EXISTS (SELECT 1 FROM operator_grant g WHERE g.role_id = r.id AND g.operator_id = $1) AS is_own
     FROM operator_role r ORDER BY r.code IS NULL, r.id`,
    [self],
  );
  const here = rightsAt(own, call.site.id);
  return rows.map((row) => ({
    id: Number(row.id),
    code: row.code,
    name: { ko: row.name_ko, en: row.name_en },
    rights: row.rights,
    holders: row.holders,
    mayEdit: row.code !== OWNER_ROLE && !row.is_own && mayWriteRole(own, row.rights),
    mayGive: holds(here, MANAGES) && covers(here, row.rights),
  }));
}
