// The Binance adapter against a local stand-in that replays the recording in the venue's own shapes: conformance, gaps, reconnects, refusals.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { WebSocket } from 'ws';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBinanceFeed, type BinanceFeedOptions } from './binance-feed.ts';
import { venueUnits } from './binance-messages.ts';
import type { DepthUpdate, Feed } from './feed.ts';
import { missingNews, watchFeed } from './feed-conformance.ts';
import { symbolByName } from './symbol-table.ts';
import { startVenueStandIn, type VenueStandIn } from './testing/binance-replay-server.ts';
import { usualSocketTimes } from './venue-socket.ts';

const bitcoin = symbolByName('BINANCE:BTCUSDT')?.id ?? -1;
let venue: VenueStandIn;
let feed: Feed;
let watch: ReturnType<typeof watchFeed>;
let said: string[];

/** Real time also where the feed's timers stand still. */
const realTimeout = setTimeout;
const sleep = (ms: number) => new Promise((resolve) => realTimeout(resolve, ms));
async function eventually(holds: () => boolean, limitMs = 60_000): Promise<void> {
  for (const end = Date.now() + limitMs; !holds(); await sleep(5)) if (Date.now() > end) throw new Error(`did not come true: ${holds}`);
}

async function open(more: Partial<BinanceFeedOptions> = {}): Promise<void> {
  const { restUrl, socketUrl } = venue;
  const times = { retryMs: 20, retryMaxMs: 100, silenceMs: 60_000, lifeMs: 60_000, ...more.times };
  said = [];
  const log = (line: string) => void said.push(line);
  feed = createBinanceFeed({ now: () => Date.now(), restUrl, socketUrl, symbols: [bitcoin], snapshotEveryMs: 5, log, ...more, times });
  watch = watchFeed(feed);
  await feed.start(watch.listener);
  await eventually(() => venue.connections().length === 2);
}

/** Plays in small steps so that sockets keep up, as real time would. */
async function play(ms: number, stepMs = 250): Promise<void> {
  for (let i = 0; i < ms; i += stepMs) {
    venue.play(stepMs);
    await sleep(2);
    feed.advance(Date.now());
  }
}

const pictures = () => watch.updates.filter((u): u is DepthUpdate => u.kind === 'depth');
/** The feed's newest picture is the venue's book: the same best ten levels. */
async function expectSameBook(): Promise<void> {
  const ticks = (pairs: [string, string][]) => pairs.flatMap(([price, quantity]) => [venueUnits(price, 2), venueUnits(quantity, 3)]);
  await eventually(() => {
    // Snapshots are asked for a pause apart.
    if (vi.isFakeTimers()) vi.advanceTimersByTime(5);
    feed.advance(Date.now());
    const { bids, asks } = venue.book(10);
    const newest = pictures().at(-1);
    return (
      newest !== undefined &&
      String(newest.bids.slice(0, 20)) === String(ticks(bids)) &&
      String(newest.asks.slice(0, 20)) === String(ticks(asks))
    );
  });
}

beforeEach(async () => {
  venue = await startVenueStandIn();
});
afterEach(async () => {
  await feed?.stop();
  await venue.stop();
});

describe('in step with the venue', () => {
  test('keeps the promises of every feed over a minute of the recording, every trade told once', async () => {
    await open();
    await play(60_000);
    await expectSameBook();
    expect(watch.faults).toEqual([]);
    expect(missingNews(feed, watch.seen)).toEqual([]);
    await eventually(() => watch.seen.get(`${bitcoin} trade`) === venue.tradesSent);
    expect(watch.updates.find(({ kind }) => kind === 'mark')).toMatchObject({ fundingRate: -12_345, nextFundingAt: 1723190400000 });
    expect(feed.health()).toMatchObject({ state: 'live', gaps: 0, reconnects: 0 });
  });

  test('each stream is asked for on its own route; on the wrong one the venue stays silent', async () => {
    await open();
    expect(venue.connections().sort()).toEqual(['market', 'public']);
    const heard = { public: 0, market: 0 };
    const lines = (['public', 'market'] as const).map((route) => {
      const line = new WebSocket(`${venue.socketUrl}/${route}/stream?streams=btcusdt@depth@100ms`);
      line.on('message', () => heard[route]++);
      return line;
    });
    await eventually(() => lines.every(({ readyState }) => readyState === WebSocket.OPEN));
    await play(3_000);
    await eventually(() => heard.public > 10);
    expect(heard.market).toBe(0);
    for (const line of lines) line.close();
  });

  test('the venue’s pings are answered', async () => {
    await open();
    expect(await venue.pingAll()).toBe(2);
  });
});

/** By the times of a server that runs, which pass when a test says so. */
describe('connections that we end ourselves', () => {
  const { silenceMs, lifeMs } = usualSocketTimes;
  const never = 2 ** 31 - 1;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Both lines as they are, though so much time passed. */
  async function expectKept(ms: number): Promise<void> {
    vi.advanceTimersByTime(ms);
    expect(feed.health().state).toBe('live');
    expect(await venue.pingAll()).toBe(2);
    expect([feed.health().state, feed.health().reconnects, said]).toEqual(['live', 0, []]);
  }

  /** Both are given up for this reason, and there again at the first try. */
  async function expectAnew(ms: number, reason: string): Promise<void> {
    vi.advanceTimersByTime(ms);
    await eventually(() => feed.health().reconnects === 2 && venue.connections().length === 0);
    expect(said.sort()).toEqual(['market', 'public'].map((route) => `the venue's ${route} stream was lost: ${reason}`));
    vi.advanceTimersByTime(0);
    await eventually(() => feed.health().state === 'live' && venue.connections().length === 2);
    await play(3_000);
    await expectSameBook();
    expect([feed.health().reconnects, watch.faults]).toEqual([2, []]);
  }

  test('before the venue’s 24 hours are over a connection that is well is renewed', async () => {
    await open({ times: { silenceMs: never, lifeMs } });
    await play(1_000);
    await expectKept(lifeMs - 1);
    await expectAnew(1, 'renewed before the venue ends it');
    expect(lifeMs).toBeLessThan(DAY_MS);
  });

  test('a line that falls silent without a word is given up after 15 s, counted from its last message or ping', async () => {
    await open({ times: { silenceMs, lifeMs: never } });
    await play(1_000);
    await expectKept(silenceMs - 1);
    await expectKept(silenceMs - 1);
    vi.advanceTimersByTime(silenceMs - 1);
    const heard = () => ['depth', 'mark'].map((kind) => watch.seen.get(`${bitcoin} ${kind}`) ?? 0);
    const [depths, marks] = heard();
    await play(2_000);
    // The book is told by a timer of the feed, so some time passes until it is: it counts as silence.
    let waited = 0;
    await eventually(() => {
      vi.advanceTimersByTime(5);
      waited += 5;
      feed.advance(Date.now());
      return heard()[0] > depths && heard()[1] > marks;
    });
    await expectKept(silenceMs - 1 - waited);
    await expectAnew(silenceMs, 'nothing heard for 15 s');
  });
});

describe('faults of the line', () => {
  test('a lost diff is a gap by pu: nothing is told until a fresh snapshot stands', async () => {
    await open();
    await play(5_000);
    const served = venue.snapshotsServed;
    venue.loseDiffs(1);
    await play(5_000);
    await expectSameBook();
    expect(feed.health().gaps).toBe(1);
    expect(venue.snapshotsServed).toBeGreaterThan(served);
    expect(watch.faults).toEqual([]);
  });

  test('a connection that drops comes back by itself and the book is taken anew', async () => {
    await open();
    await play(3_000);
    venue.disconnectAll();
    await eventually(() => feed.health().reconnects === 2);
    await eventually(() => venue.connections().length === 2);
    await play(3_000);
    await expectSameBook();
    expect(watch.faults).toEqual([]);
  });

  test('an unreadable message ends the connection, and the next one starts anew', async () => {
    await open();
    await play(2_000);
    venue.sendRaw('{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpdate","s":"BTCUSDT","b":[["1e5","1"]]');
    await eventually(() => feed.health().reconnects === 2);
    await eventually(() => venue.connections().length === 2);
    expect(said.filter((line) => line.includes('lost: unreadable message'))).toHaveLength(2);
    await play(3_000);
    await expectSameBook();
  });

  test('a refused snapshot is asked for again after the time the venue names', async () => {
    venue.refuseSnapshots(2, 429, 0);
    await open();
    await play(6_000);
    await expectSameBook();
  });

  test('a snapshot older than the buffered diffs is not used', async () => {
    await open();
    venue.ageSnapshots(30);
    await play(8_000);
    await expectSameBook();
    expect(watch.faults).toEqual([]);
  });
});
