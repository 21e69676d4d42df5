// A whole server for tests: real database, engines, projector and HTTP gateway on ports of its own, with a clock that a test may hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { loadConfig } from '@maru/kit/server/config.ts';
import type { DatabaseAddress } from '@maru/kit/server/database.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { freshDatabase, type TestDatabase } from '@maru/kit/server/testing/postgres.ts';
import { createMarketFeature } from '@maru/market/server/feature.ts';
import { createFeatures } from '../features.ts';
import { type RunningServer, type ServerOptions, startServer } from '../server.ts';

export interface TestServerOptions
  extends Pick<ServerOptions, 'features' | 'hasMarket' | 'hasFirstScreens' | 'engineWorker' | 'projectorWorker'> {
  env?: Record<string, string>;
  clock?: Clock;
  /** The market's past is made up for all symbols at once, as it is in the demo; else for those that are asked for. */
  hasWholePast?: boolean;
  /** New members get demo money, as in the demo; else every member begins with nothing. */
  hasDemoMoney?: boolean;
  /** The first site takes coins in, by the demo's own chains. */
  hasDeposits?: boolean;
  depositCoins?: readonly string[];
  /** Puts another feature in the place of one; asked anew at each start. */
  change?(feature: ServerFeature): ServerFeature;
  /** Where the server finds its database, given the real one; a wire that the test can cut. */
  through?(address: DatabaseAddress): Promise<DatabaseAddress>;
  /** After each start, the first and those by `restart`. */
  started?(server: RunningServer): void;
}

export interface TestServer extends RunningServer {
  readonly dataDir: string;
  readonly address: DatabaseAddress;
  /** Stops gracefully and starts again on the same data and database, with these settings instead of their former ones. */
  restart(options?: { crash?: boolean; env?: Record<string, string> }): Promise<void>;
  /** Stops and removes data and database. */
  close(): Promise<void>;
}

const lazyMarket = createMarketFeature({ waitsToBeAsked: true });
const withLazyPast = (feature: ServerFeature) => (feature.name === lazyMarket.name ? lazyMarket : feature);

/** Demo sites, demo members, replay feed; `env` changes any setting. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'maru-server-'));
  const { change = (feature: ServerFeature) => feature } = options;
  const arePart = options.features !== undefined;
  const featuresOf = () =>
    options.features ?? createFeatures().map((feature) => change(options.hasWholePast === true ? feature : withLazyPast(feature)));
  const database: TestDatabase = await freshDatabase(featuresOf().flatMap((feature) => feature.migrations ?? []));
  const env = {
    PORT: '0',
    MARU_SECOND_PORT: '0',
    MARU_DATA: dataDir,
    MARU_DEMO: 'on',
    MARU_LOG: 'silent',
    ...options.env,
  };
  const address = (await options.through?.(database.address)) ?? database.address;
  const { clock, hasMarket, hasFirstScreens, engineWorker, projectorWorker } = options;
  const changeSeed = ({ demoMoney, ...site }: SiteConfig): SiteConfig => ({
    ...site,
    ...(options.hasDemoMoney === true ? { demoMoney } : {}),
    depositCoins: options.hasDeposits === true ? [...(options.depositCoins ?? site.depositCoins)] : [],
    usedCoins: [...new Set([...site.usedCoins, ...(options.depositCoins ?? [])])],
  });
  const parts = { changeSeed, clock, hasMarket, hasFirstScreens, engineWorker, projectorWorker, warmsUp: false };
  const open = async () => {
    const server = await startServer({ config: loadConfig(env), address, say: () => {}, features: featuresOf(), arePart, ...parts });
    options.started?.(server);
    return server;
  };
  let running = await open().catch(async (error: unknown) => {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  return {
    get url() {
      return running.url;
    },
    get secondUrl() {
      return running.secondUrl;
    },
    get context() {
      return running.context;
    },
    get engines() {
      return running.engines;
    },
    database: running.database,
    address,
    dataDir,
    stop: () => running.stop(),
    async restart({ crash = false, env: changed = {} } = {}) {
      Object.assign(env, changed);
      if (crash) await running.engines.kill();
      await running.stop().catch((error: unknown) => {
        if (!crash) throw error;
      });
      running = await open();
    },
    async close() {
      await running.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
