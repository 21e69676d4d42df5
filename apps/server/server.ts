// Composes one whole server: database, engines, projector, sockets, features, HTTP gateway; and takes it down in order.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Config } from '@maru/kit/server/config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { createPool, type DatabaseAddress } from '@maru/kit/server/database.ts';
import { startEmbeddedPostgres } from '@maru/kit/server/embedded-postgres.ts';
import { checkDatabase } from '@maru/kit/server/database-check.ts';
import { databaseHealth } from '@maru/kit/server/database-health.ts';
import { type Engines, openEngines } from '@maru/kit/server/engine-client.ts';
import { engineMaker } from '@maru/kit/server/engine-maker.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { checkFormerRelease, checkOpenings } from '@maru/kit/server/former-release.ts';
import { createHealth, type PartHealth } from '@maru/kit/server/http-health.ts';
import { createHttpServer } from '@maru/kit/server/http.ts';
import { createJobs } from '@maru/kit/server/jobs.ts';
import { forgetLeases } from '@maru/kit/server/journal/forget-leases.ts';
import { journalHealth } from '@maru/kit/server/journal/journal-health.ts';
import { createLog, linesLost } from '@maru/kit/server/log.ts';
import { observeChecks, observeFlushes, observeSnapshots } from '@maru/kit/server/metrics-server.ts';
import { addGauge, createMetrics, type Metrics } from '@maru/kit/server/metrics.ts';
import { migrate, pendingMigrations } from '@maru/kit/server/migrate.ts';
import { createMissedEvents, missedEvents } from '@maru/kit/server/missed-events.ts';
import { openProjector, type Projector } from '@maru/kit/server/projector.ts';
import { replayPlaces } from '@maru/kit/server/replay-command.ts';
import { createServices } from '@maru/kit/server/services.ts';
import { createSessions } from '@maru/kit/server/session.ts';
import { sharedInMemory } from '@maru/kit/server/across-gateways.ts';
import { createSiteRegistry, type SiteRegistry } from '@maru/kit/server/sites.ts';
import { createSocketServer } from '@maru/kit/server/stomp-server.ts';
import { clockHealth, openServerTime } from '@maru/kit/server/time-record.ts';
import { checkOffers, checkWiring } from '@maru/kit/server/wiring.ts';
import type { PolicySite } from '@maru/market/server/ladder-policy.ts';
import { loadSites } from '@maru/site/server/load-sites.ts';
import { createSiteRows } from '@maru/site/server/site-rows.ts';
import { neutralSite } from '@maru/site/launch-contract.ts';
import { neutral } from '@maru/sites/neutral.ts';
import { seedSites } from '@maru/sites/seeds.ts';
import { hasOpenCustody } from '@maru/custody/server/open-custody.ts';
import { custodyProcesses } from '@maru/custody/process-contract.ts';
import { createCustodyProcesses } from './custody-processes.ts';
import { createFeatures, given } from './features.ts';
import { followSites } from './follow-sites.ts';
import { areWorkersBuilt, workerEntry } from './workers.ts';

export interface ServerOptions {
  config: Config;
  say(line: string): void;
  clock?: Clock;
  /** Called just before the ports are opened. */
  beforeListen?(): Promise<void>;
  /** Ends a start between two of its steps; no use once it stands. */
  signal?: AbortSignal;
  /** Instead of the configured or embedded database; tests. */
  address?: DatabaseAddress;
  webRoot?: string;
  /** Pages come with their first screen drawn. */
  hasFirstScreens?: boolean;
  /** Changes what a fresh database's sites begin with; tests. */
  changeSeed?(site: SiteConfig): SiteConfig;
  /** Instead of all features; tests that hold the market still leave its feed out. */
  features?: readonly ServerFeature[];
  /** Not all of them, so that what they need of others may be lacking; tests. */
  arePart?: boolean;
  /** False: no market meets the orders but what commands put there; tests. */
  hasMarket?: boolean;
  /** False: the engine's thread is not warmed up after the start; tests. */
  warmsUp?: boolean;
  /** Instead of the engine's thread; tests. */
  engineWorker?: URL;
  /** Instead of the projector's thread; tests. */
  projectorWorker?: URL;
}

export interface RunningServer {
  readonly url: string;
  readonly secondUrl: string | undefined;
  /** For the operator: which database. */
  readonly database: string;
  readonly context: AppContext;
  readonly engines: Engines;
  stop(): Promise<void>;
}

type Undo = () => Promise<unknown> | unknown;

const builtApp = (name: 'member' | 'admin') => fileURLToPath(new URL(`../${name}/dist`, import.meta.url));

/** Starts everything; whatever was started is taken down again when a later step fails. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await start(options, undo)), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function start(options: ServerOptions, undo: Undo[]): Promise<Omit<RunningServer, 'stop'>> {
  const { config, say } = options;
  const log = createLog(config, undefined, say);
  const features = options.features ?? createFeatures();
  if (options.arePart !== true) checkWiring([...given, ...features]);
  const { address, database } = await openDatabase(options, undo);
  options.signal?.throwIfAborted();
  const applied = await bringToPresent(config, address, features);
  options.signal?.throwIfAborted();
  if (applied.length > 0) say(`database migrated (${applied.length} steps)`);
  const pool = createPool(address, { name: 'maru', max: 10 });
  undo.push(() => pool.end());
  const { clock, cell, healthOf } = await openClock(options, pool, undo, (level, text) => log[level](text));
  const { sites, version, givenUp, faults, mended } = await readSites(options, pool);
  options.signal?.throwIfAborted();
  await forgetLeases(pool, [...givenUp]);
  for (const fault of faults) log.error(`a site stays closed: ${fault}`);
  for (const one of mended) log.warn(`a site's row contradicts itself and stands without that: ${one}`);
  const metrics = createMetrics();
  addGauge(metrics, 'maru_log_lines_lost', 'Log lines lost because the log could not be written', () => linesLost(log));
  say(`opening the books of ${sites.all().length} site(s)`);
  const tell: EngineParts['log'] = (level, text) => log[level](text);
  const { engines, projector } = await startEngines({ options, address, sites, clock, time: cell, undo, metrics, log: tell });
  options.signal?.throwIfAborted();
  const sessions = createSessions(config.secrets.tokenKeys, clock);
  const sockets = createSocketServer({ config, clock, log, metrics, sessions, sites });
  const jobs = createJobs({ pool, log });
  undo.push(() => jobs.stop());
  const context: AppContext = {
    config,
    clock,
    log,
    pool,
    sites,
    engine: engines,
    sessions,
    sockets,
    health: createHealth(),
    projections: projector,
    metrics,
    jobs,
    shared: sharedInMemory(clock),
    services: createServices(),
  };
  context.services.provide(neutralSite, neutral);
  context.services.provide(replayPlaces, { address, ...placesOf(config), capacity: config.capacity });
  context.services.provide(custodyProcesses, createCustodyProcesses({ config, address, log, isNeeded: () => hasOpenCustody(pool) }));
  const missed = createMissedEvents(context);
  context.services.provide(missedEvents, missed);
  undo.push(() => missed.stop());
  registerHealth(context, address, engines, healthOf);
  say('accounts, symbols and market data');
  await startFeatures(context, features, undo, options.signal);
  undo.push(followSites({ context, engines, projector, features, rows: createSiteRows(pool), version, policyOf }));
  options.signal?.throwIfAborted();
  const http = await createHttpServer(context, features, {
    sockets,
    webRoot: options.webRoot ?? builtApp('member'),
    adminRoot: builtApp('admin'),
    firstScreens: options.hasFirstScreens ? firstScreens : undefined,
  });
  await options.beforeListen?.();
  const { url, secondPort } = await http.listen();
  undo.push(() => http.close());
  return { url, secondUrl: secondPort === undefined ? undefined : url.replace(/:\d+$/, `:${secondPort}`), database, context, engines };
}

/** All that can refuse the installation is asked before the first migration. */
async function bringToPresent(config: Config, address: DatabaseAddress, features: readonly ServerFeature[]): Promise<string[]> {
  const steps = features.flatMap((feature) => feature.migrations ?? []);
  const maker = engineMaker(config.capacity);
  const pending = await pendingMigrations(address, steps);
  await checkFormerRelease(address, placesOf(config).snapshotDir, maker);
  // Without a migration the engine's own thread asks the same before it takes a lease.
  if (pending.length > 0) await checkOpenings(address, placesOf(config), maker);
  return migrate(address, steps);
}

/** The time of the whole server: the machine's, as far as it can be believed, or a test's. */
async function openClock(
  { clock, config }: ServerOptions,
  pool: Pool,
  undo: Undo[],
  log: EngineParts['log'],
): Promise<{ clock: Clock; cell?: SharedArrayBuffer; healthOf?: () => PartHealth }> {
  if (clock) return { clock };
  const { time, stop } = await openServerTime({ pool, isAheadAccepted: config.clockAhead === 'accept', log });
  undo.push(stop);
  return { clock: time, cell: time.cell, healthOf: () => clockHealth(time) };
}

/** Where people arrive; a page for members alone shows a guest the way in. */
const firstScreens = {
  thread: new URL('../member/first-screen/dist/thread.mjs', import.meta.url),
  pages: { '/': [], '/login': [], '/signup': [], '/futureView': ['trade-screen'], '/future': [], '/trade': [] },
};

async function openDatabase(
  { config, say, address }: ServerOptions,
  undo: Undo[],
): Promise<{ address: DatabaseAddress; database: string }> {
  if (address) return { address, database: 'given' };
  if (config.databaseUrl) {
    const given = { connectionString: config.databaseUrl };
    say('looking at the database of DATABASE_URL');
    for (const warning of await checkDatabase(given)) say(warning);
    return { address: given, database: 'PostgreSQL (DATABASE_URL)' };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: say, isKeptUp: true });
  undo.push(() => embedded.stop());
  return { address: embedded.address, database: 'PostgreSQL, embedded' };
}

async function readSites({ config, changeSeed = (site) => site }: ServerOptions, pool: Pool) {
  const seeds = seedSites(config.demo).map(changeSeed);
  const second = seeds[1]?.code;
  const ports = new Map(config.secondPort > 0 && second ? [[config.secondPort, second]] : []);
  const sites = createSiteRegistry([], { production: config.production, defaultSite: seeds[0].code, ports });
  return { sites, ...(await loadSites(pool, sites, seeds, { areSeedsClosed: config.production && !config.demo })) };
}

function placesOf({ dataDir }: Config): { snapshotDir: string; archiveDir: string } {
  return { snapshotDir: join(dataDir, 'snapshots'), archiveDir: join(dataDir, 'archive') };
}

/** What the market's policy beside the engine knows of a site. */
function policyOf({ id, symbols, houseLadder }: SiteConfig): PolicySite {
  return { id, symbols, houseLadder };
}

interface EngineParts {
  options: ServerOptions;
  address: DatabaseAddress;
  sites: SiteRegistry;
  clock: Clock;
  time: SharedArrayBuffer | undefined;
  undo: Undo[];
  metrics: Metrics;
  log(level: 'info' | 'warn' | 'error', text: string): void;
}

async function startEngines({
  options,
  address,
  sites,
  clock,
  time,
  undo,
  metrics,
  log,
}: EngineParts): Promise<{ engines: Engines; projector: Projector }> {
  const { retentionDays, capacity } = options.config;
  const places = placesOf(options.config);
  const ids = sites.all().map((site) => site.id);
  const custom = sites.all().map(policyOf);
  const isBuilt = areWorkersBuilt();
  const engines = openEngines({
    worker: options.engineWorker ?? workerEntry('engine-worker', isBuilt),
    address,
    ...places,
    sites: ids,
    retentionDays,
    capacity,
    time,
    custom: options.hasMarket === false ? undefined : custom,
    // While developing a start happens too often to be worth it.
    warmsUp: isBuilt && options.warmsUp !== false,
    log,
    onFlush: observeFlushes(metrics),
    onCheck: observeChecks(metrics),
    onSnapshot: observeSnapshots(metrics),
  });
  const projector = openProjector({
    worker: options.projectorWorker ?? workerEntry('projector-worker', isBuilt),
    address,
    ...places,
    sites: ids,
    engines,
    capacity,
    clock,
    log,
  });
  // The projector writes what the engines told last, so it ends after them.
  undo.push(() => engines.stop().finally(() => projector.stop()));
  await Promise.all([engines.ready(), projector.started()]);
  return { engines, projector };
}

function registerHealth(context: AppContext, address: DatabaseAddress, engines: Engines, clock?: () => PartHealth): void {
  const { health, pool } = context;
  if (clock) health.register('clock', clock);
  health.register('database', databaseHealth(pool, address));
  const waiting = () => engines.status().filter((site) => !site.ready);
  health.register('journal', () => journalHealth(engines, pool));
  health.register('engine', () => ({ ok: waiting().length === 0, detail: waiting()[0]?.reason }));
}

async function startFeatures(context: AppContext, features: readonly ServerFeature[], undo: Undo[], signal?: AbortSignal): Promise<void> {
  for (const feature of features) {
    // A demo's first start makes its members here: a stop does not wait for all of them.
    signal?.throwIfAborted();
    const end = await feature.start?.(context);
    if (end) undo.push(end);
    for (const site of context.sites.all()) await feature.openSite?.(context, site);
  }
  checkOffers(features, context.services);
  for (const feature of features) await feature.allStarted?.(context);
  // Nothing of a feature is under way when it stops.
  undo.push(() => context.jobs.stop());
  context.jobs.begin();
}
