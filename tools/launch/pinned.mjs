// Runs a script on the pinned Node by absolute path, passes signals on, and does not leave it behind when npm is killed.
import { spawn } from 'node:child_process';
import { root } from './host.mjs';
import { bornOf, parentOf, procText } from './process.mjs';

/** Large pages for large arrays: an engine of many books waits a quarter less for memory (docs/decisions/0012). Other C libraries ignore it. */
const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

/** Resolves to the exit code. The child learns through its IPC channel when this launcher is gone. */
export function runPinned(node, args, env = {}) {
  return new Promise((done, fail) => {
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      env: { ...largePages, ...process.env, ...env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    child.on('error', fail);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    const watch = watchNpm(() => child.kill('SIGTERM'));
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward);
      clearInterval(watch);
      if (child.connected) child.disconnect();
      done(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1));
    });
  });
}

/** npm killed with -9 cannot pass a signal on: notice that it is gone. Only when npm started us. */
function watchNpm(onGone) {
  const npm = process.env.npm_lifecycle_event ? npmAbove(process.ppid) : undefined;
  if (!npm) return undefined;
  const timer = setInterval(() => {
    if (bornOf(npm.pid) === npm.born) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
  return timer;
}

/** The npm among our ancestors: it may stand behind a shell. undefined where there is no /proc. */
function npmAbove(pid) {
  for (let at = pid, steps = 0; at > 1 && steps < 4; at = parentOf(at), steps++) {
    const command = procText(at, 'cmdline');
    if (/(^|\/)npm( |\0|$)|npm-cli\.c?js/.test(command)) return { pid: at, born: bornOf(at) };
  }
  return undefined;
}
