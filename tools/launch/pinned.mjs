// Runs a script on the pinned Node by absolute path, passes signals on, and does not leave it behind when npm is killed.
import { spawn } from 'node:child_process';
import { root } from './host.mjs';

/** Resolves to the exit code. The child learns through its IPC channel when this launcher is gone. */
export function runPinned(node, args, env = {}) {
  return new Promise((done, fail) => {
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    child.on('error', fail);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const watch = watchParent(() => child.kill('SIGTERM'));
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      clearInterval(watch);
      if (child.connected) child.disconnect();
      done(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1));
    });
  });
}

/** npm killed with -9 cannot pass a signal on: notice that the parent changed. Only when npm started us. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
  return timer;
}
