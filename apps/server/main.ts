// Starts Maru: claims the data directory, starts the server, prints where it stands, stops it in order.
import { loadConfig, ConfigError } from '@maru/kit/server/config.ts';
import { AlreadyRunning, claimInstance, releaseInstance } from './instance.ts';
import { freePortPair } from './ports.ts';
import { type RunningServer, startServer } from './server.ts';
import { startScreen } from './start-screen.ts';

const started = performance.now();
const say = (line: string) => process.stderr.write(`maru ${((performance.now() - started) / 1000).toFixed(1).padStart(5)}s  ${line}\n`);

/** A stop that hangs must not keep the operator waiting. */
const STOP_WITHIN_MS = 10_000;

async function main(): Promise<void> {
  const env = await withFreePort(process.env);
  const config = loadConfig(env);
  const announce = await claimInstance(config.dataDir, say);
  const leaving = new AbortController();
  let starting: Promise<RunningServer> | undefined;
  let stopping = false;
  const stop = async (reason: string, code: number) => {
    if (stopping) return;
    stopping = true;
    say(`stopping (${reason})`);
    const limit = setTimeout(() => process.exit(code || 1), STOP_WITHIN_MS);
    limit.unref();
    try {
      // A start under way ends between two of its steps, and takes down what it had begun.
      leaving.abort();
      const server = await starting?.catch(() => undefined);
      await server?.stop();
      releaseInstance(config.dataDir);
      say('stopped');
    } catch (error) {
      say(`stopped with a fault: ${String(error)}`);
      process.exit(1);
    }
    process.exit(code);
  };
  process.on('SIGINT', () => void stop('SIGINT', 0));
  process.on('SIGTERM', () => void stop('SIGTERM', 0));
  process.on('SIGHUP', () => void stop('SIGHUP', 0));
  // The launcher is gone (npm killed): do not stay behind.
  process.on('disconnect', () => void stop('launcher gone', 0));
  starting = startServer({ config, say, signal: leaving.signal });
  let server: RunningServer;
  try {
    server = await starting;
  } catch (error) {
    if (stopping) return;
    releaseInstance(config.dataDir);
    throw error;
  }
  if (stopping) return;
  announce(server.url);
  process.stdout.write(
    startScreen({
      url: server.url,
      secondUrl: server.secondUrl,
      demo: config.demo,
      feed: config.feed,
      dataDir: config.dataDir,
      logFile: config.logFile,
      database: server.database,
      seconds: (performance.now() - started) / 1000,
    }),
  );
}

/** PORT named by the operator is taken as it is; the default moves to a free one with a word about it. */
async function withFreePort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (env.PORT || env.NODE_ENV === 'production') return env;
  const port = await freePortPair(4000, env.HOST || '127.0.0.1');
  if (port === undefined || port === 4000) return env;
  say(`port 4000 or 4001 is in use; taking ${port} (set PORT to choose)`);
  return { ...env, PORT: String(port) };
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof AlreadyRunning) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port ?? process.env.PORT} is in use by another program: stop it, or set PORT to another one.`;
  if (code === 'EACCES' && port !== undefined) return `port ${port} may not be opened by this user: choose one above 1023.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  say(explain(error));
  process.exit(1);
});
