// A real server in this process for tests: fresh database, engine thread, sessions, sockets and HTTP on ports of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfig } from '../../contract/site-config.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Config, loadConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import { createPool } from '../database.ts';
import { openEngines } from '../engine-client.ts';
import type { ServerFeature } from '../feature.ts';
import { createHttpServer, type HttpServer, type HttpTimes } from '../http.ts';
import { createHealth } from '../http-health.ts';
import { createJobs } from '../jobs.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createServices } from '../services.ts';
import { createSessions } from '../session.ts';
import { sharedInMemory } from '../across-gateways.ts';
import { createSiteRegistry } from '../sites.ts';
import { createSocketServer } from '../stomp-server.ts';
import { freshDatabase } from './postgres.ts';

export interface TestServer {
  context: AppContext;
  http: HttpServer;
  /** http://127.0.0.1:port */
  url: string;
  port: number;
  /** Lines that were logged. */
  lines: string[];
  stop(): Promise<void>;
}

export interface TestServerOptions {
  features: readonly ServerFeature[];
  sites: readonly SiteConfig[];
  env?: Record<string, string>;
  clock?: Clock;
  webRoot?: string;
  adminRoot?: string;
  production?: boolean;
  /** How long a connection may take, where waiting would be long. */
  times?: Partial<HttpTimes>;
  /** The engine's worker entry; the tiny engine by default. */
  worker?: URL;
  /** Runs after migrations, before features start. */
  prepare?(context: AppContext): Promise<unknown>;
}

export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'maru-server-'));
  const config: Config = {
    ...loadConfig({ MARU_DATA: dir, MARU_DEMO: 'off', MARU_LOG: 'info', ...options.env }),
    port: Number(options.env?.PORT ?? 0),
  };
  const database = await freshDatabase(options.features.flatMap((feature) => feature.migrations ?? []));
  const lines: string[] = [];
  const clock = options.clock ?? systemClock();
  const log = createLog(config, (line) => lines.push(line));
  const metrics = createMetrics();
  const pool = createPool(database.address, { max: 5, name: 'maru test' });
  const sites = createSiteRegistry(options.sites, { production: options.production ?? false, defaultSite: options.sites[0].code });
  const sessions = createSessions(config.secrets.tokenKeys, clock);
  const sockets = createSocketServer({ config, clock, log, metrics, sessions, sites });
  const engine = openEngines({
    worker: options.worker ?? new URL('./tiny-engine-worker.ts', import.meta.url),
    address: database.address,
    snapshotDir: join(dir, 'snapshots'),
    archiveDir: join(dir, 'archive'),
    sites: options.sites.map((site) => site.id),
  });
  await engine.ready();
  const projections = { waitFor: async () => true, lag: () => [] };
  const context: AppContext = {
    config,
    clock,
    log,
    pool,
    sites,
    engine,
    sessions,
    sockets,
    health: createHealth(),
    projections,
    metrics,
    jobs: createJobs({ pool, log }),
    shared: sharedInMemory(clock),
    services: createServices(),
  };
  await options.prepare?.(context);
  const stops: (() => Promise<void> | void)[] = [];
  for (const feature of options.features) {
    const stop = await feature.start?.(context);
    if (stop) stops.push(stop);
    for (const site of options.sites) await feature.openSite?.(context, site);
  }
  for (const feature of options.features) await feature.allStarted?.(context);
  context.jobs.begin();
  const { webRoot, adminRoot, times } = options;
  const http = await createHttpServer(context, options.features, { sockets, webRoot, adminRoot, times });
  const { port } = await http.listen();
  return {
    context,
    http,
    url: `http://127.0.0.1:${port}`,
    port,
    lines,
    async stop() {
      await http.close(500);
      await context.jobs.stop();
      for (const stop of stops.reverse()) await stop();
      await engine.stop();
      await pool.end();
      await database.drop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Two small sites, A by default and B by the host `b.test`. */
export function testSites(): [SiteConfig, SiteConfig] {
  const theme = {
    light: { brand: '#3A4BE0' },
    dark: { brand: '#8B97FF' },
    defaultMode: 'theme-white',
    logo: '/logo.svg',
    hero: 'book',
  } as const;
  const site = (id: number, code: string, host: string): SiteConfig => ({
    id,
    code,
    name: { ko: `사이트 ${code}`, en: `Site ${code}` },
    hosts: [host],
    type: 8,
    stockPrefix: 'BINANCE',
    usedCoins: ['USDT'],
    depositCoins: ['USDT'],
    buyCoins: ['USDT'],
    binaryCurrency: 'USDT',
    isStaking: false,
    timeZone: 'Asia/Seoul',
    languages: ['ko', 'en'],
    theme: { ...theme, light: { ...theme.light }, dark: { ...theme.dark } },
    symbols: ['BINANCE:BTCUSDT'],
    makerFee: 20_000,
    takerFee: 40_000,
    houseLadder: true,
  });
  return [site(1, 'a', 'a.test'), site(2, 'b', 'b.test')];
}
