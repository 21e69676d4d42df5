// The archive is as fresh as the engine, or says that it is not: rows that are behind would call a standing order unknown.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { EngineBusy } from '@maru/kit/server/engine-port.ts';
import { expect, test } from 'vitest';
import { createArchive } from './order-archive.ts';

const site = { id: 1, symbols: ['BINANCE:BTCUSDT'] } as unknown as SiteConfig;
const archiveAt = (isThere: boolean) =>
  createArchive({
    engine: { status: () => [{ site: 1, seq: 9, ready: true }] },
    projections: { waitFor: async (of: number, seq: number) => isThere && of === 1 && seq === 9 },
    pool: { query: async () => ({ rows: [] }) },
  } as unknown as Parameters<typeof createArchive>[0]);

test('what is not there is said only by rows that are up to date', async () => {
  const archive = archiveAt(true);
  expect([await archive.orderById(site, 0, 5), await archive.orderByClientId(site, 0, 'mine')]).toEqual([undefined, undefined]);
  expect(await archive.orders(site, 0, { limit: 10 })).toEqual([]);
});

test('rows that are behind are no answer', async () => {
  const archive = archiveAt(false);
  await expect(archive.orderById(site, 0, 5)).rejects.toThrow(EngineBusy);
  await expect(archive.orderByClientId(site, 0, 'mine')).rejects.toThrow(EngineBusy);
  await expect(archive.orders(site, 0, { limit: 10 })).rejects.toThrow(EngineBusy);
  await expect(archive.fills(site, 0, { limit: 10 })).rejects.toThrow(EngineBusy);
  await expect(archive.amendments(site, 0, 5)).rejects.toThrow(EngineBusy);
  await expect(archive.positionSides(site, 0, [5])).rejects.toThrow(EngineBusy);
});
