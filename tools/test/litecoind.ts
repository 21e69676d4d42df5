// The real node of the Bitcoin family that tests meet: the system's litecoind, else Debian's package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = ['/usr/bin/litecoind', '/usr/local/bin/litecoind', '/snap/bin/litecoind'];

/** Path of a litecoind, or undefined. `LITECOIND` names another one. */
export function findLitecoind(): string | undefined {
  return [process.env.LITECOIND, ...places].find((path) => path && existsSync(path));
}

/** Installs Debian's package when there is none and may; undefined where it cannot be had: whoever runs the tests says so. */
export function ensureLitecoind(): string | undefined {
  const found = findLitecoind();
  if (found) return found;
  console.log('no litecoind found; installing the Debian package');
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'litecoind'],
  ]) {
    const [command, ...rest] = [...prefix, ...args];
    spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  return findLitecoind();
}

export const withoutLitecoind =
  'not run: the chains on a real litecoind. Run "sudo apt-get install litecoind", or set LITECOIND to the path of one; without it they met the stand-in alone.';
