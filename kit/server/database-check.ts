// Looks at the server behind DATABASE_URL before anything is asked of it: reachable, new enough, writable, ours to build in.
import pg from 'pg';
import type { DatabaseAddress } from './database.ts';
import { OperatorFault } from './operator-fault.ts';

const OLDEST = 15;
const CONNECT_MS = 10_000;

export interface ServerFacts {
  version: string;
  number: number;
  standby: boolean;
  encoding: string;
  database: string;
  schema: string | null;
  may_create: boolean | null;
  unsafe: string[];
}

/** Throws OperatorFault with what to do; answers what is allowed but unwise. */
export async function checkDatabase(address: DatabaseAddress): Promise<string[]> {
  const client = new pg.Client({ ...address, application_name: 'maru check', connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ServerFacts>(QUESTION);
    judge(rows[0]);
    return rows[0].unsafe.map(
      (name) => `${name}=off: 정전이 나면 확인된 주문을 잃을 수 있습니다 · a power cut may lose acknowledged orders`,
    );
  } catch (error) {
    throw error instanceof OperatorFault ? error : connectionFault(error);
  } finally {
    await client.end().catch(() => {});
  }
}

const QUESTION = `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
  pg_is_in_recovery() AS standby, current_setting('server_encoding') AS encoding, current_database() AS database,
  current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS may_create,
  ARRAY(SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name)
    AS unsafe`;

/** Throws for a server that cannot carry Maru. */
export function judge({ version, number, standby, encoding, database, schema, may_create }: ServerFacts): void {
  if (number < OLDEST * 10_000)
    throw fault(
      `PostgreSQL ${version}은 너무 오래되었습니다. ${OLDEST} 이상이 필요합니다.`,
      `PostgreSQL ${version} is too old: ${OLDEST} or newer is needed.`,
    );
  if (standby) throw fault('읽기 전용 대기 서버입니다. 주 서버를 지정하세요.', 'this server is a read-only standby: name the primary.');
  if (encoding !== 'UTF8')
    throw fault(
      `데이터베이스 "${database}"의 인코딩이 ${encoding}입니다. UTF8로 만드세요.`,
      `the database "${database}" is encoded in ${encoding}: create it with ENCODING 'UTF8'.`,
    );
  if (schema === null || may_create !== true)
    throw fault(
      `이 사용자는 데이터베이스 "${database}"에 표를 만들 수 없습니다. 데이터베이스의 소유자로 만드세요: ALTER DATABASE "${database}" OWNER TO …`,
      `this user may not create tables in "${database}": make it the owner (ALTER DATABASE "${database}" OWNER TO …).`,
    );
}

/** What a refused connection means, by PostgreSQL's or the system's code. */
const MEANING: Record<string, readonly [ko: string, en: string]> = {
  '28P01': ['사용자 이름이나 비밀번호가 맞지 않습니다.', 'wrong user name or password.'],
  '28000': [
    '서버가 이 사용자를 이 주소에서 받지 않습니다(pg_hba.conf).',
    'the server does not accept this user from this address (pg_hba.conf).',
  ],
  '3D000': ['그런 데이터베이스가 없습니다. 먼저 만드세요.', 'there is no such database: create it first.'],
  '42501': ['이 사용자에게 권한이 없습니다.', 'this user lacks the right to do so.'],
  '53300': ['서버의 연결 수가 다 찼습니다.', 'the server has no connection left.'],
  '57P03': ['서버가 아직 시작하는 중입니다.', 'the server is still starting.'],
  ECONNREFUSED: ['그 주소에서 응답하는 서버가 없습니다.', 'no server answers at that address.'],
  ENOENT: ['그 소켓이 없습니다.', 'there is no such socket.'],
  ENOTFOUND: ['그런 호스트 이름이 없습니다.', 'there is no such host.'],
  EAI_AGAIN: ['호스트 이름을 찾을 수 없습니다.', 'the host name cannot be looked up.'],
  EHOSTUNREACH: ['그 호스트에 닿을 수 없습니다.', 'the host cannot be reached.'],
  NO_TLS: [
    '서버가 TLS를 쓰지 않습니다. sslmode를 빼거나 서버에서 켜세요.',
    'the server has no TLS: leave sslmode out, or switch it on there.',
  ],
  ETIMEDOUT: ['서버가 응답하지 않습니다.', 'the server does not answer.'],
};

function connectionFault(error: unknown): OperatorFault {
  // A host name of several addresses fails with one error for each.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { code = '', message = String(first) } = first as { code?: string; message?: string };
  const known = /timeout expired/.test(message) ? 'ETIMEDOUT' : /not support SSL/.test(message) ? 'NO_TLS' : code;
  const [ko, en] = MEANING[known] ?? ['연결하지 못했습니다.', 'cannot connect.'];
  return fault(`${ko} (${message})`, en, first);
}

function fault(ko: string, en: string, cause?: unknown): OperatorFault {
  return new OperatorFault(`DATABASE_URL: ${ko}`, `DATABASE_URL: ${en}`, { cause });
}
