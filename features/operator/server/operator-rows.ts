// Rows of operators, and the demo's own.
import type { AppContext } from '@maru/kit/server/context.ts';
import type { SqlWriter } from '@maru/kit/server/operator-desk.ts';
import { hashPassword } from '@maru/kit/server/passwords.ts';

export interface OperatorRow {
  id: number;
  username: string;
  name: string;
  password_hash: string | null;
  status: 'ACTIVE' | 'LOCKED';
  addresses: string[];
  created_at: Date;
  last_login_at: Date | null;
  totp_confirmed_at: Date | null;
}

const columns = 'id, username, name, password_hash, status, addresses, created_at, last_login_at, totp_confirmed_at';
type Parts = Pick<AppContext, 'config'>;

/** Outside the demo the demo's own do not exist. */
export async function operatorNamed({ config }: Parts, sql: SqlWriter, username: string): Promise<OperatorRow | undefined> {
  const { rows } = await sql.query(`SELECT ${columns} FROM operator_operator WHERE lower(username) = lower($1) AND ($2 OR NOT is_demo)`, [
    username,
    config.demo,
  ]);
  return rows[0];
}

export async function operatorById({ config }: Parts, sql: SqlWriter, id: number): Promise<OperatorRow | undefined> {
  const { rows } = await sql.query(`SELECT ${columns} FROM operator_operator WHERE id = $1 AND ($2 OR NOT is_demo)`, [id, config.demo]);
  return rows[0];
}

/** One who has no password yet; undefined when the name is taken. */
export async function insertOperator(
  { clock }: Pick<AppContext, 'clock'>,
  sql: SqlWriter,
  who: {
    username: string;
    name: string;
    email?: string;
    phone?: string;
    addresses?: readonly string[];
    createdBy?: number;
    isDemo?: boolean;
    passwordHash?: string;
  },
): Promise<number | undefined> {
  const { rows } = await sql.query(
    `INSERT INTO operator_operator (username, name, addresses, created_by, is_demo, password_hash, created_at, email, phone)
     VALUES ($1, $2, $3, $4, $5, $6, $7, nullif($8, ''), nullif($9, '')) ON CONFLICT (lower(username)) DO NOTHING RETURNING id`,
    [
      who.username,
      who.name,
      who.addresses ?? [],
      who.createdBy ?? null,
      who.isDemo ?? false,
      who.passwordHash ?? null,
      new Date(clock.now()),
      who.email ?? '',
      who.phone ?? '',
    ],
  );
  return rows.length === 0 ? undefined : Number(rows[0].id);
}

/** Everywhere: the sites to come too. */
export async function grantEverywhere(sql: SqlWriter, operator: number, roleCode: string): Promise<void> {
  await sql.query(
    `INSERT INTO operator_grant (operator_id, role_id, site_id) SELECT $1, id, NULL FROM operator_role WHERE code = $2
     ON CONFLICT DO NOTHING`,
    [operator, roleCode],
  );
}

const demos = [
  { username: 'admin', name: '데모 관리자', password: 'admin1234', role: 'owner' },
  // A second person, so that what takes two can be seen.
  { username: 'admin2', name: '데모 두 번째 관리자', password: 'admin21234', role: 'owner' },
  { username: 'staff', name: '데모 상담원', password: 'staff1234', role: 'support' },
];

/** Their passwords are known to everyone: the demo is refused on a public address, and outside the demo they are nobody. */
export async function ensureDemoOperators(context: AppContext): Promise<void> {
  for (const { username, name, password, role } of demos) {
    if ((await operatorNamed(context, context.pool, username)) !== undefined) continue;
    const id = await insertOperator(context, context.pool, { username, name, isDemo: true, passwordHash: await hashPassword(password) });
    if (id !== undefined) await grantEverywhere(context.pool, id, role);
  }
}
