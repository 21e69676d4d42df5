// Runs a script on the pinned Node by absolute path, passes signals on, and does not leave it behind when npm is killed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './host.mjs';
import { keepUp } from './keep-up.mjs';
import { bornOf, parentOf, procText } from './process.mjs';

/**
 * Large pages for large arrays: an engine of many books waits a quarter less for memory (docs/decisions/0012). Two arenas: with one a
 * thread, what passes from thread to thread stayed resident, 170 MB in two minutes of orders (bench/soak). Other C libraries ignore both.
 */
const memory = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.arena_max=2' };

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Compiled code of a former start: without it every start strips and compiles all sources again, half of what it costs. Node writes it
 * at an orderly end, the server also as soon as it stands, so that one that is killed leaves it too.
 */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/** Resolves to the exit code. The child learns through its IPC channel when this launcher is gone. */
export async function runPinned(node, args, env = {}) {
  return (await runOnce(node, args, env)).code;
}

/** The same for a server: started again when it ends by a fault (keep-up.mjs). */
export function runKeptUp(node, args, env = {}) {
  return keepUp(() => runOnce(node, args, env), pauseUnlessAsked);
}

/** One run, and how it ended: `hasOpened` and `isRefused` are what the child said of itself, `isAsked` a signal that came through here. */
function runOnce(node, args, env) {
  return new Promise((done, fail) => {
    const began = performance.now();
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      env: { ...memory, ...compileCache, ...process.env, ...env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    let heard = {};
    let isAsked = false;
    child.on('error', fail);
    child.on('message', (message) => {
      heard = { ...heard, ...message };
    });
    const forward = (signal) => {
      isAsked = true;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    const watch = watchNpm(() => forward('SIGTERM'));
    child.on('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward);
      clearInterval(watch);
      if (child.connected) child.disconnect();
      const ended = code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1);
      // SIGINT and SIGTERM sent to the server itself are somebody’s request as well.
      const isRequested = isAsked || ended === 130 || ended === 143;
      done({
        code: ended,
        signal,
        isAsked: isRequested,
        isRefused: heard.isRefused === true,
        hasOpened: heard.hasOpened === true,
        upMs: performance.now() - began,
      });
    });
  });
}

/** True when the launcher is asked to end before the time is over. */
function pauseUnlessAsked(ms) {
  return new Promise((done) => {
    const end = (isAsked) => {
      for (const signal of SIGNALS) process.off(signal, asked);
      clearTimeout(timer);
      clearInterval(watch);
      done(isAsked);
    };
    const asked = () => end(true);
    for (const signal of SIGNALS) process.on(signal, asked);
    const timer = setTimeout(() => end(false), ms);
    const watch = watchNpm(asked);
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
