// Runs one step of the set-up (npm, vite): a signal to the launcher ends the step first, so that nothing goes on behind the operator's back.
import { spawn } from 'node:child_process';
import { heartbeat, say } from './host.mjs';

/** The set-up was stopped by a signal: no fault, and no message of one. */
export class Stopped extends Error {
  constructor(signal) {
    super(`stopped (${signal})`);
    this.code = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }[signal];
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const KILL_AFTER_MS = 5000;

/** Resolves to the exit code. `doing` completes "still … (5 s)". `onStart` gets the process number. */
export function runStep(command, args, { cwd, env, doing, onStart }) {
  return new Promise((done, fail) => {
    const before = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    const stop = heartbeat(() => `still ${doing} (${Math.round((performance.now() - before) / 1000)} s)`);
    let asked;
    const pass = (signal) => {
      if (asked === undefined) say(`stopping (${signal})`);
      asked ??= signal;
      child.kill(signal);
      setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
    };
    for (const signal of SIGNALS) process.on(signal, pass);
    const end = () => {
      stop();
      for (const signal of SIGNALS) process.off(signal, pass);
    };
    if (child.pid !== undefined) onStart?.(child.pid);
    child.on('error', (error) => {
      end();
      fail(new Error(`${command} could not be started: ${error.message}`));
    });
    child.on('exit', (code) => {
      end();
      if (asked === undefined) done(code ?? 1);
      else fail(new Stopped(asked));
    });
  });
}
