// What the launcher needs to know of the machine it was started on.
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

const started = performance.now();

/** One line of progress with the seconds since the start. */
export function say(text) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(5);
  process.stderr.write(`maru ${seconds}s  ${text}\n`);
}

/** A line that shows the work still runs, every few seconds, until stopped. */
export function heartbeat(text) {
  const timer = setInterval(() => say(text()), 5000).unref();
  return () => clearInterval(timer);
}

/**
 * The Node to install with. npm puts node_modules/.bin first on the path, so that a later start runs on our own pinned
 * Node: an install would take it away under its own feet.
 */
export function hostNode() {
  const own = join(root, 'node_modules') + sep;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const onPath = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name));
  const candidates = [process.execPath, process.env.npm_node_execpath, ...onPath];
  return candidates.find((path) => path && existsSync(path) && !realpathSync(path).startsWith(own));
}

/** Refuses a Node that is too old, in words. */
export function checkHost() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(
      `Node ${process.versions.node} is too old: Maru starts on Node 20.19 or newer (it brings its own Node 24 for the rest).`,
    );
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    say(`${process.platform}/${process.arch}: only Linux x64 is tested; everything else is best effort.`);
  }
}
