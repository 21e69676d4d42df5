// Starts the watcher and the signer of a demo when somebody first looks at deposits, and ends them when nobody has for a while.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CustodyProcesses } from '@maru/custody/process-contract.ts';
import { type Child, startChild } from '@maru/kit/server/child-process.ts';
import type { Config } from '@maru/kit/server/config.ts';
import type { DatabaseAddress } from '@maru/kit/server/database.ts';
import type { Logger } from 'pino';

const scripts = {
  signer: new URL('../signer/main.ts', import.meta.url),
  custody: new URL('../custody/main.ts', import.meta.url),
};
/** Nobody has looked for so long. */
const IDLE_MS = 10 * 60_000;
/** One that ends at once is not started again at once. */
const AGAIN_MS = 5_000;

interface Parts {
  config: Pick<Config, 'demo' | 'dataDir'>;
  address: DatabaseAddress;
  log: Logger;
  /** Whether something is under way that must be watched though nobody looks. */
  isNeeded(): Promise<boolean>;
}

/** In production they are services of their own, and this does nothing. */
export function createCustodyProcesses({ config, address, log, isNeeded }: Parts): CustodyProcesses {
  if (!config.demo) return { wake: () => undefined, stop: async () => undefined };
  const folder = join(config.dataDir, 'custody');
  const children = new Map<keyof typeof scripts, { child: Child; startedAt: number }>();
  let lookedAt = -Infinity;
  let isStopped = false;
  const start = (name: keyof typeof scripts) => {
    const before = children.get(name);
    if (before?.child.exitCode === undefined && before !== undefined) return;
    if (before !== undefined && performance.now() - before.startedAt < AGAIN_MS) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // A demo's coins are worth nothing: its passphrase is no secret.
    const given = { address, folder, isDemo: true, ...(name === 'signer' ? { passphrase: 'demo' } : {}) };
    const child = startChild({ script: scripts[name], given, onLine: (line) => log.info({ from: name }, line) });
    children.set(name, { child, startedAt: performance.now() });
  };
  const stopAll = () => Promise.all([...children.values()].map(({ child }) => child.stop()));
  const tidy = setInterval(() => {
    if (performance.now() - lookedAt < IDLE_MS) return;
    isNeeded().then(
      async (needed) => void (!needed && !isStopped && (await stopAll())),
      () => undefined,
    );
  }, 60_000);
  tidy.unref();
  return {
    wake() {
      if (isStopped) return;
      lookedAt = performance.now();
      start('signer');
      start('custody');
    },
    async stop() {
      isStopped = true;
      clearInterval(tidy);
      await stopAll();
    },
  };
}
