// R3: the real server killed 25 times at random moments under retrying clients loses nothing and doubles nothing.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tool = fileURLToPath(new URL('../../tools/crash.ts', import.meta.url));

function runTool(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [tool, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}

test('25 kills: nothing acknowledged is lost, nothing took effect twice, replay equals the snapshot', async () => {
  const { code, output } = await runTool(['--cycles', '25']);
  console.log(output);
  const line = /kill9 cycles=25 acked=(\d+) lost=0 doubled=0 recover_p99_ms=\d+ hash=ok/.exec(output);
  expect(line, output).not.toBeNull();
  // A run that acknowledged nothing would prove nothing.
  expect(Number(line?.[1])).toBeGreaterThan(200);
  expect(code).toBe(0);
  // Twenty-five starts of a server: on a slow machine more than other tests may take.
}, 1_800_000);
