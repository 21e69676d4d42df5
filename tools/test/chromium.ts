// The browser of the tests: the system's Chromium, else Debian's package.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];

/** Path of a Chromium, or undefined. `CHROMIUM` names another one. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path));
}

/** Installs Debian's package when there is none; says what to do when it may not. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log('no Chromium found; installing the Debian package');
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const [command, ...rest] = [...prefix, ...args];
    spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  const installed = findChromium();
  if (!installed) {
    throw new Error('The browser tests need Chromium: run "sudo apt-get install chromium", or set CHROMIUM to the path of one.');
  }
  return installed;
}
