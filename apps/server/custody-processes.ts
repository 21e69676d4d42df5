// The watcher and the signer below a server: a demo's while somebody looks at deposits, real ones as long as the server runs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CustodyProcesses } from '@maru/custody/process-contract.ts';
import { type Child, startChild } from '@maru/kit/server/child-process.ts';
import type { Config } from '@maru/kit/server/config.ts';
import type { DatabaseAddress } from '@maru/kit/server/database.ts';
import type { Logger } from 'pino';
import type { PartGiven } from '../custody/open-part.ts';

const scripts = {
  signer: new URL('../signer/main.ts', import.meta.url),
  custody: new URL('../custody/main.ts', import.meta.url),
};
type Name = keyof typeof scripts;
/** Nobody has looked for so long. */
const IDLE_MS = 10 * 60_000;
/** One that ends at once is not started again at once. */
const AGAIN_MS = 5_000;
const KEEP_UP_MS = 1_000;

interface Parts {
  config: Pick<Config, 'demo' | 'dataDir' | 'chains'>;
  address: DatabaseAddress;
  log: Logger;
  /** Whether something is under way that must be watched though nobody looks. */
  isNeeded(): Promise<boolean>;
}

export function createCustodyProcesses(parts: Parts): CustodyProcesses {
  const children = new Children(parts.log);
  return parts.config.demo ? ofDemo(parts, children) : real(parts, children);
}

class Children {
  readonly #log: Logger;
  readonly #running = new Map<Name, { child: Child; startedAt: number }>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Nothing where it runs, or has just ended. */
  start(name: Name, given: PartGiven): void {
    const before = this.#running.get(name);
    if (before !== undefined && (before.child.exitCode === undefined || performance.now() - before.startedAt < AGAIN_MS)) return;
    mkdirSync(given.folder, { recursive: true, mode: 0o700 });
    const child = startChild({ script: scripts[name], given, onLine: (line) => this.#log.info({ from: name }, line) });
    this.#running.set(name, { child, startedAt: performance.now() });
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ child }) => child.stop()));
  }
}

function ofDemo({ config, address, isNeeded }: Parts, children: Children): CustodyProcesses {
  const given = { address, folder: join(config.dataDir, 'custody'), isDemo: true };
  let lookedAt = -Infinity;
  let isStopped = false;
  const tidy = setInterval(() => {
    if (performance.now() - lookedAt < IDLE_MS) return;
    isNeeded().then(
      async (needed) => void (!needed && !isStopped && (await children.stopAll())),
      () => undefined,
    );
  }, 60_000);
  tidy.unref();
  return {
    wake() {
      if (isStopped) return;
      lookedAt = performance.now();
      children.start('signer', given);
      children.start('custody', given);
    },
    async stop() {
      isStopped = true;
      clearInterval(tidy);
      await children.stopAll();
    },
  };
}

/** Started once, and again whenever one has ended; nothing where no chain has a node. The signer's folder may be on another machine. */
function real({ config, address }: Parts, children: Children): CustodyProcesses {
  const { chains, dataDir } = config;
  let timer: NodeJS.Timeout | undefined;
  const startAll = () => {
    children.start('custody', { address, folder: join(dataDir, 'chains'), isDemo: false, chains });
    const { signer } = chains;
    if (signer !== undefined)
      children.start('signer', { address, folder: signer.dir, passphraseFile: signer.passphraseFile, isDemo: false });
  };
  return {
    wake() {
      if (timer !== undefined || Object.keys(chains.nodes).length === 0) return;
      startAll();
      timer = setInterval(startAll, KEEP_UP_MS);
    },
    async stop() {
      clearInterval(timer);
      await children.stopAll();
    },
  };
}
