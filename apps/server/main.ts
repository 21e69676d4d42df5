// Starts Maru: claims the data directory, starts the server, prints where it stands, stops it in order.
import { flushCompileCache } from 'node:module';
import { type Config, loadConfig, unknownSettings } from '@maru/kit/server/config.ts';
import { boundHeapGrowth } from '@maru/kit/server/heap-growth.ts';
import { claimInstance, releaseInstance } from './instance.ts';
import { type HeldPorts, holdPortPair, holdPorts } from './ports.ts';
import { print, startProgress } from './progress.ts';
import { type RunningServer, startServer } from './server.ts';
import { isRefusal, tellFault } from './start-faults.ts';
import { startScreen } from './start-screen.ts';

const progress = startProgress();
const { say } = progress;

/** A stop that hangs must not keep the operator waiting. */
const STOP_WITHIN_MS = 10_000;

async function main(): Promise<void> {
  boundHeapGrowth();
  const asked = loadConfig(process.env);
  for (const name of unknownSettings(process.env))
    say(`${name}: 그런 설정은 없습니다 · no such setting, ignored (docs/settings.md lists them all)`);
  const announce = await claimInstance(asked.dataDir, say);
  const held = await holdOwnPorts(asked, process.env).catch((error: unknown) => {
    releaseInstance(asked.dataDir);
    throw error;
  });
  const config = held.port === asked.port ? asked : loadConfig({ ...process.env, PORT: String(held.port) });
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
  starting = startServer({ config, say, signal: leaving.signal, beforeListen: held.release, hasFirstScreens: true });
  let server: RunningServer;
  try {
    server = await starting;
  } catch (error) {
    if (stopping) return;
    releaseInstance(config.dataDir);
    throw error;
  }
  progress.done();
  const phases = progress.phases();
  if (stopping) return;
  announce(server.url);
  tellLauncher({ hasOpened: true });
  // Without its engine's thread a server is no use: it ends, and whoever keeps it up starts it again.
  server.engines.onFailed((error) => {
    say(`the engine thread failed: ${error.message}`);
    void stop('a fault', 1);
  });
  // Where Node keeps compiled code it writes it at an orderly end only: one that is killed should leave it too.
  flushCompileCache();
  print(
    1,
    startScreen({
      ...config,
      url: server.url,
      secondUrl: server.secondUrl,
      database: server.database,
      seconds: progress.seconds(),
      phases,
    }),
  );
}

/** PORT named by the operator is taken as it is; the default moves to a free one with a word about it. */
async function holdOwnPorts(asked: Config, env: NodeJS.ProcessEnv): Promise<HeldPorts> {
  const found = env.PORT || asked.production ? undefined : await holdPortPair(asked.port, asked.host);
  if (found === undefined) return holdPorts([asked.port, asked.secondPort], asked.host);
  if (found.port !== asked.port)
    say(
      `포트 4000이나 4001이 쓰이고 있어 ${found.port}을(를) 씁니다 · port 4000 or 4001 is in use; taking ${found.port} (set PORT to choose)`,
    );
  return found;
}

/** To the launcher of `npm start`, which starts again what had opened and did not refuse (tools/launch/keep-up.mjs). */
function tellLauncher(word: { hasOpened: true } | { isRefused: true }): void {
  if (process.connected) process.send?.(word);
}

// A terminal, pipe or file that is full or gone: what still writes there must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtException', (error) => {
  say(`ended by a fault: ${error.stack ?? error.message}`);
  process.exit(1);
});

main().catch((error: unknown) => {
  say(tellFault(error));
  if (isRefusal(error)) tellLauncher({ isRefused: true });
  // The log opens its file meanwhile: ended before that, it would add a stack of its own.
  setTimeout(() => process.exit(1), 50);
});
