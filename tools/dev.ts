// `npm run dev`: the server restarted on change, and the web app and the back office served by Vite with hot replacement.
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const watched = ['engine', 'kit', 'features', 'apps/server', 'sites'].flatMap((area) => ['--watch-path', join(root, area)]);

const vite = (app: string) =>
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], { cwd: join(root, 'apps', app), stdio: 'inherit' });
const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', ...watched, 'apps/server/main.ts'], { cwd: root, stdio: 'inherit' }),
  vite('member'),
  vite('admin'),
];

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);
for (const child of children) child.on('exit', stop);
