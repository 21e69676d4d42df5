// The one plain object that modules of the server share. Built in apps/server/main.ts; functions take what they need of it.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { EnginePort } from './engine-port.ts';
import type { Health } from './http-health.ts';
import type { Metrics } from './metrics.ts';
import type { Jobs } from './jobs.ts';
import type { ProjectionReader } from './projection.ts';
import type { Services } from './services.ts';
import type { Sessions } from './session.ts';
import type { Shared } from './across-gateways.ts';
import type { SiteRegistry } from './sites.ts';
import type { SocketHub } from './socket-hub.ts';

export type { SiteRegistry } from './sites.ts';

export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly pool: Pool;
  readonly sites: SiteRegistry;
  readonly engine: EnginePort;
  readonly sessions: Sessions;
  readonly sockets: SocketHub;
  /** What /readyz answers: database, journal, engine and feed each register their check. */
  readonly health: Health;
  readonly projections: ProjectionReader;
  readonly metrics: Metrics;
  /** Work that happens once however many processes run. */
  readonly jobs: Jobs;
  /** What must hold for all gateways. */
  readonly shared: Shared;
  /** Typed registry by which features offer each other what their contracts promise. */
  readonly services: Services;
}
