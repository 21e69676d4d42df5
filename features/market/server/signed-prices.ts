// Which source of signed prices an installation has: Pyth's Hermes by its setting, the labelled stand-in in the demo, else none.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Config } from '@maru/kit/server/config.ts';
import { settlesByMid, type SignedPriceSource } from '../contract.ts';
import { openHermes } from './hermes.ts';

export interface KeptSource {
  source: SignedPriceSource | undefined;
  stop(): Promise<void>;
}

export function keepSignedPrices({ pythUrl, demo, feed }: Pick<Config, 'pythUrl' | 'demo' | 'feed'>): KeptSource {
  if (pythUrl !== undefined) return { source: openHermes(pythUrl), stop: async () => {} };
  // Practice prices belong to practice feeds.
  return demo && feed !== 'binance' ? practiceSource() : { source: undefined, stop: async () => {} };
}

/** Its process is started when the first signed price is asked for, and ends with the server. */
function practiceSource(): KeptSource {
  let running: { child: ChildProcess; source: Promise<SignedPriceSource> } | undefined;
  const begin = () => {
    const child = fork(fileURLToPath(new URL('./hermes-stand-in-process.ts', import.meta.url)), {
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
    const source = new Promise<SignedPriceSource>((resolve, reject) => {
      child.once('message', (url) => resolve(openHermes(String(url))));
      child.once('error', reject);
      child.once('exit', (code, signal) => reject(new Error(`the stand-in for Hermes ended (${signal ?? code})`)));
    });
    child.once('exit', () => (running = undefined));
    return { child, source };
  };
  return {
    source: {
      has: settlesByMid,
      async firstFrom(symbol, at) {
        running ??= begin();
        return (await running.source).firstFrom(symbol, at);
      },
    },
    async stop() {
      const child = running?.child;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
    },
  };
}
