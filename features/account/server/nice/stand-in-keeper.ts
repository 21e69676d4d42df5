// Keeps the demo's stand-in for NICE: a process of its own, started when the first window is asked for, ended with the server.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type NiceAccount, niceAccountOf } from './bureau.ts';

export interface StandInKeeper {
  /** How to talk to it, as MARU_NICE_URL would say it; started when it is not there. Throws when it does not start. */
  account(): Promise<NiceAccount>;
  /** undefined while none runs. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  account: Promise<NiceAccount>;
}

export function keepStandIn(): StandInKeeper {
  let running: Running | undefined;
  return {
    account() {
      if (running !== undefined) return running.account;
      const child = start();
      const begun: Running = { child, account: accountFrom(child) };
      running = begun;
      // Died or never came up: the next window has another.
      child.once('exit', () => {
        if (running === begun) running = undefined;
      });
      return begun.account;
    },
    get pid() {
      return running?.child.pid;
    },
    async close() {
      const child = running?.child;
      running = undefined;
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill();
      await ended;
    },
  };
}

/** Nothing of our settings or secrets goes along; the line between the two ends it when we are gone. */
function start(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./stand-in-process.ts', import.meta.url)), {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

function accountFrom(child: ChildProcess): Promise<NiceAccount> {
  return new Promise((resolve, reject) => {
    child.once('message', (url) => resolve(niceAccountOf(String(url))));
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`the stand-in for NICE ended (${signal ?? code})`)));
  });
}
