// The feed's record: venue prices each second, replayed ones only by position, bounded by retention, readable after a crash.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseFeeds } from './feed-choice.ts';
import { FeedRecorder } from './feed-record.ts';
import { createMarketHub } from './market-hub.ts';
import { symbolByName } from './symbol-table.ts';
import { handFeed } from './testing/hand-feed.ts';

const start = Date.parse('2026-11-18T23:59:00Z');
const bitcoin = symbolByName('BINANCE:BTCUSDT')?.id ?? -1;
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'maru-record-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));
const read = (day: string) =>
  gunzipSync(readFileSync(join(dataDir, 'feed', `record-${day}.txt.gz`)))
    .toString()
    .trim()
    .split('\n');

test('a venue’s prices are kept each second, over midnight into the next file', async () => {
  let now = start;
  const feed = handFeed([bitcoin]);
  const hub = createMarketHub({ feeds: [feed], now: () => now, isTimed: false });
  await hub.start();
  const recorder = new FeedRecorder({ dataDir, retentionDays: 7, hub, replay: undefined });
  for (let i = 0; i < 90; i++) {
    now += 1000;
    const stamp = { symbol: bitcoin, eventAt: now, receivedAt: now };
    feed.tell({ kind: 'depth', ...stamp, bids: [6_180_000 + i, 5], asks: [6_180_010 + i, 5] });
    feed.tell({ kind: 'index', ...stamp, constituent: 'venue', price: 618_000_000 });
    hub.beat(now);
    hub.beat(now);
    await recorder.look(now);
  }
  await recorder.close();
  const rows = [...read('2026-11-18'), ...read('2026-11-19')].filter((line) => line.includes('BTCUSDT'));
  expect(rows).toHaveLength(90);
  expect(rows[0]).toMatch(new RegExp(`^${start + 1000} BINANCE:BTCUSDT 0 6180000 6180010 6180\\d{5} 618000000 live$`));
});

test('replayed and synthetic prices are kept as seed and position: a quiet day stays under 100 kB', async () => {
  let now = start;
  const { feeds, replay } = chooseFeeds({ kind: 'replay', isDemo: true, now: () => now });
  const hub = createMarketHub({ feeds, now: () => now, isTimed: false });
  await hub.start();
  const recorder = new FeedRecorder({ dataDir, retentionDays: 7, hub, replay });
  for (let i = 0; i < 50; i++) {
    now += 1000;
    hub.beat(now);
    hub.beat(now);
    await recorder.look(now);
  }
  await recorder.close();
  const lines = read('2026-11-18');
  expect(lines.filter((line) => line.includes('# feeds'))).toHaveLength(1);
  expect(lines.length).toBeLessThan(100);
});

test('files older than the retention go, newer ones and other files stay', async () => {
  mkdirSync(join(dataDir, 'feed'));
  for (const name of ['record-2026-11-01.txt.gz', 'record-2026-11-17.txt.gz', 'market.json'])
    writeFileSync(join(dataDir, 'feed', name), '');
  const hub = createMarketHub({ feeds: [], now: () => start, isTimed: false });
  await new FeedRecorder({ dataDir, retentionDays: 7, hub, replay: undefined }).look(start);
  expect(
    ['record-2026-11-01.txt.gz', 'record-2026-11-17.txt.gz', 'market.json'].map((name) => existsSync(join(dataDir, 'feed', name))),
  ).toEqual([false, true, true]);
});
