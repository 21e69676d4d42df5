// The demo's Ethereum: quick to start, the same each time, and never left behind by a process that is gone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { watching } from '../testing/conformance.ts';
import { startEthDemoNode } from './demo-node.ts';
import { openEthReader } from './reader.ts';

const OURS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('mines by itself where it is told to, and sends test coins', async () => {
  const node = await startEthDemoNode({ blockSeconds: 1 });
  try {
    const reader = await openEthReader(node);
    await node.send(OURS, 'ETH_USDT', 25_000_000n);
    await node.send(OURS, 'ETH', 7n);
    await expect.poll(() => reader.balanceOf(OURS, 'ETH')).toBe(7n);
    await expect.poll(() => reader.balanceOf(OURS, 'ETH_USDT')).toBe(25_000_000n);
  } finally {
    await node.close();
  }
  expect(isAlive(node.pid)).toBe(false);
});

async function withPath(act: (statePath: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-eth-'));
  try {
    await act(join(folder, 'state.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('keeps its chain while it does not run, and its token at the same address', () =>
  withPath(async (statePath) => {
    const first = await startEthDemoNode({ statePath });
    await first.send(OURS, 'ETH_USDT', 3n);
    await first.mine(3);
    const { tip } = await (await openEthReader(first)).tip();
    await first.close();
    const second = await startEthDemoNode({ statePath });
    try {
      const reader = await openEthReader(second);
      expect(second.coins).toEqual(first.coins);
      expect(await reader.balanceOf(OURS, 'ETH_USDT')).toBe(3n);
      expect(await reader.blockAt(tip.height)).toEqual(tip);
    } finally {
      await second.close();
    }
  }));

it('what was not read before it ended is read after, with what contracts paid; of long ago it keeps no states', () =>
  withPath(async (statePath) => {
    const first = await startEthDemoNode({ statePath });
    await first.mine(100);
    const hash = await first.send(OURS, 'ETH_USDT', 3n);
    await first.mine(30);
    const before = await openEthReader(first);
    const outcome = await before.outcomeOf(hash);
    const { height } = outcome!.block!;
    const seen = await before.incoming(height, watching(OURS));
    expect(seen.incoming).toHaveLength(1);
    await first.close();
    const { historical_states: states } = JSON.parse(readFileSync(statePath, 'utf8')) as { historical_states: unknown[] };
    expect(states.length).toBeLessThan(60);
    const second = await startEthDemoNode({ statePath });
    try {
      const after = await openEthReader(second);
      expect(await after.incoming(height, watching(OURS))).toEqual(seen);
      expect(await after.outcomeOf(hash)).toEqual(outcome);
    } finally {
      await second.close();
    }
  }));

it('ends when its parent is killed, without being told', async () => {
  const module = JSON.stringify(fileURLToPath(new URL('./demo-node.ts', import.meta.url)));
  const program = `import(${module}).then(async (m) => { const n = await m.startEthDemoNode(); console.log(n.pid); setInterval(() => {}, 1000); })`;
  const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: parent.stdout }), 'line')) as [string];
  const pid = Number(line);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});
