// Demo chains that are stopped when idle come back as they were: balances, blocks, and what became of what was sent.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTronDemoNode } from '../tron/demo-node.ts';
import { openTronReader } from '../tron/reader.ts';
import { startXrpDemoNode } from '../xrp/demo-node.ts';
import { openXrpReader } from '../xrp/reader.ts';
import { watching } from './conformance.ts';

async function withPath(act: (statePath: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'maru-chain-'));
  try {
    await act(join(folder, 'state'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('TRON', () =>
  withPath(async (statePath) => {
    const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
    const first = await startTronDemoNode({ statePath });
    const before = openTronReader(first);
    const hash = await first.send(to, 'TRON_USDT', 3n);
    await first.mine(3);
    const outcome = await before.outcomeOf(hash);
    const seen = await before.incoming(outcome!.block!.height, watching(to));
    await first.close();
    const second = await startTronDemoNode({ statePath });
    try {
      const after = openTronReader(second);
      expect(second.coins).toEqual(first.coins);
      expect(await after.balanceOf(to, 'TRON_USDT')).toBe(3n);
      expect(await after.outcomeOf(hash)).toEqual(outcome);
      expect(await after.incoming(outcome!.block!.height, watching(to))).toEqual(seen);
      expect(seen.incoming).toHaveLength(1);
      await second.send(to, 'TRON_USDT', 4n);
      await second.mine();
      expect(await after.balanceOf(to, 'TRON_USDT')).toBe(7n);
    } finally {
      await second.close();
    }
  }));

it('XRP', () =>
  withPath(async (statePath) => {
    const to = 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3';
    const first = await startXrpDemoNode({ statePath });
    const hash = first.send(to, 5_000_000n, '12');
    first.mine(2);
    const { tip } = await openXrpReader(first).tip();
    await first.close();
    const second = await startXrpDemoNode({ statePath });
    try {
      const reader = openXrpReader(second);
      expect((await reader.tip()).tip).toEqual(tip);
      expect(await reader.balanceOf(to, 'XRP')).toBe(5_000_000n);
      expect(await reader.outcomeOf(hash)).toMatchObject({ state: 'mined', isSuccess: true });
      second.send(to, 5n, '12');
      second.mine();
      expect(await reader.balanceOf(to, 'XRP')).toBe(5_000_005n);
    } finally {
      await second.close();
    }
  }));
