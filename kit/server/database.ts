// Connections to PostgreSQL: one pool for ordinary queries, one way to read its types.
import pg from 'pg';
import { WatchedPool } from './database-watch.ts';

/** How to reach the database: a URL (DATABASE_URL) or the embedded server's parts. Plain data, so it travels to workers. */
export interface DatabaseAddress {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;

/** bigint arrives as a number (BigInt when it does not fit exactly), numeric as the string it is. */
export function readInt8(text: string): number | bigint {
  const n = Number(text);
  return Number.isSafeInteger(n) ? n : BigInt(text);
}

pg.types.setTypeParser(INT8, readInt8);
// The list of type numbers in @types/pg stops before arrays.
pg.types.setTypeParser(INT8_ARRAY as typeof INT8, (text: string) => text.slice(1, -1).split(',').filter(Boolean).map(readInt8));
pg.types.setTypeParser(NUMERIC, (text: string) => text);

export interface PoolOptions {
  /** Connections at most. */
  max?: number;
  /** Shown in pg_stat_activity. */
  name: string;
  /** A statement that runs longer is ended by the server; 0 = never. */
  statementTimeoutMs?: number;
}

/** No call lives longer; what is known to take its time says so. */
const STATEMENT_MS = 30_000;

/** A pool whose lost idle connections are replaced silently; a query on a lost one, or on one that went silent, fails by itself. */
export function createPool(address: DatabaseAddress, { max = 10, name, statementTimeoutMs = STATEMENT_MS }: PoolOptions): pg.Pool {
  return new WatchedPool({
    ...address,
    max,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    // Statements that a caller sends at once on one connection go out at once.
    pipeline: true,
  } as pg.PoolConfig);
}

/** The same server, another database. */
export function withDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (address.connectionString === undefined) return { ...address, database };
  const url = new URL(address.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
