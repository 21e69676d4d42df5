// The one plain object that rooms of the server share. Built in apps/server/main.ts; functions take what they need of it.
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { SiteConfig } from '../contract/site-config.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { EnginePort } from './engine-port.ts';
import type { Metrics } from './metrics.ts';
import type { ProjectionReader } from './projection.ts';
import type { Services } from './services.ts';
import type { SocketHub } from './socket-hub.ts';

// Tables differ by feature; each feature narrows the type where it queries.
// biome-ignore lint/suspicious/noExplicitAny: the schema is the sum of the features' tables
export type Database = any;

export interface SiteRegistry {
  byId(id: number): SiteConfig | undefined;
  byCode(code: string): SiteConfig | undefined;
  /** The site of a request's host and port; unknown hosts get the default site in development, undefined in production. */
  byHost(host: string, port: number): SiteConfig | undefined;
  all(): readonly SiteConfig[];
}

export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pool: Pool;
  readonly sql: Kysely<Database>;
  readonly sites: SiteRegistry;
  readonly engine: EnginePort;
  readonly sockets: SocketHub;
  readonly projections: ProjectionReader;
  readonly metrics: Metrics;
  /** Typed registry by which features offer each other what their contracts promise. */
  readonly services: Services;
}
