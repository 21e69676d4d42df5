// The system's Chromium with a debugging port of its own choice, as Lighthouse wants it: nothing else is attached to its pages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureChromium } from '../../tools/test/chromium.ts';

export async function openDebugged(): Promise<{ port: number; close(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'maru-chromium-'));
  // Root has no sandbox of its own in containers.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--disable-background-networking',
  ];
  const child = spawn(await ensureChromium(), [...args, ...sandbox, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  };
  for await (const line of createInterface(child.stderr)) {
    const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line) ?? [];
    if (port === undefined) continue;
    child.stderr.resume();
    return { port: Number(port), close };
  }
  await close();
  throw new Error('Chromium ended before it listened');
}
