// Other venues as sources of the index (rules 8.1, issue 13.15), over real sockets against a stand-in that speaks each venue's shapes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FeedUpdate } from '../feed.ts';
import { watchFeed } from '../feed-conformance.ts';
import { marketSymbols, type MarketSymbol, symbolByName } from '../symbol-table.ts';
import { IndexStandIn, type StandInVenue } from '../testing/index-stand-in.ts';
import { indexVenues } from './choose-index-feeds.ts';
import { coinOf } from './index-venue.ts';
import { VenueIndexFeed, type VenueIndexOptions } from './venue-index-feed.ts';

const named = (name: string) => symbolByName(name) as MarketSymbol;
const bitcoin = named('BINANCE:BTCUSDT');
const chiliz = named('BINANCE:CHZUSDT');
const TIMES = { retryMs: 20, retryMaxMs: 400, heldMs: 10_000, silenceMs: 60_000, lifeMs: 60_000 };
let standIn: IndexStandIn;
let feed: VenueIndexFeed;
let told: FeedUpdate[];
let logged: string[];
let watch: ReturnType<typeof watchFeed>;

async function open(venue: StandInVenue, more: Partial<VenueIndexOptions> = {}): Promise<void> {
  standIn = await IndexStandIn.open(venue);
  feed = new VenueIndexFeed(indexVenues[venue], {
    now: () => Date.now(),
    symbols: [bitcoin],
    url: standIn.url,
    log: (line) => void logged.push(line),
    ...more,
    times: { ...TIMES, ...more.times },
  });
  watch = watchFeed({ ...feed, source: 'binance', symbols: feed.symbols } as never);
  await feed.start((update) => {
    told.push(update);
    watch.listener(update);
  });
  await expect.poll(() => standIn.asked().length).toBeGreaterThan(0);
}

/** What a message leads to is there when the one behind it is. */
async function settled(): Promise<void> {
  const before = told.length;
  standIn.tell(venueOf(), standIn.best);
  await expect.poll(() => told.length).toBeGreaterThan(before);
  told.length = before;
}
const venueOf = () => standIn.asked().find((pair) => pair.startsWith('BTC')) as string;
const priceOf = ({ bid, ask }: { bid: string; ask: string }) =>
  Math.floor((Math.round(Number(bid) * 10_000) + Math.round(Number(ask) * 10_000)) / 2);

beforeEach(() => {
  told = [];
  logged = [];
});
afterEach(async () => {
  await feed.stop();
  await standIn.stop();
});

describe.each(['bybit', 'okx'] as const)('%s, which is priced in USDT', (venue) => {
  test('tells the middle of best bid and ask with each of its words, and keeps the promises of every feed', async () => {
    await open(venue);
    for (let i = 0; i < 20; i++) standIn.next();
    await expect.poll(() => told.length).toBe(20);
    expect(told.at(-1)).toMatchObject({ kind: 'index', symbol: bitcoin.id, constituent: venue, price: priceOf(standIn.best) });
    expect(watch.faults).toEqual([]);
    expect(feed.health()).toMatchObject({ state: 'live', reconnects: 0, refused: 0, unlisted: [] });
  });
});

describe('kraken, which is priced in dollars', () => {
  test('says nothing before it has said what USDT is worth, and then prices by it', async () => {
    await open('kraken');
    standIn.next();
    standIn.tell('USDT/USD', { bid: '0.9949', ask: '0.9951' });
    standIn.next();
    await expect.poll(() => told.length).toBe(1);
    expect(told[0]).toMatchObject({ constituent: 'kraken', price: Math.round(priceOf(standIn.best) / 0.995) });
  });

  test('a price of USDT that cannot be so, and one of an earlier connection, are not used', async () => {
    await open('kraken');
    standIn.tell('USDT/USD', { bid: '0.5', ask: '0.5001' });
    standIn.next();
    await expect.poll(() => feed.health().refused).toBe(1);
    standIn.tell('USDT/USD', { bid: '0.9999', ask: '1.0001' });
    standIn.next();
    await expect.poll(() => told.length).toBe(1);
    standIn.disconnectAll();
    await expect.poll(() => feed.health().reconnects).toBe(1);
    await expect.poll(() => standIn.asked().length).toBe(2);
    standIn.next();
    standIn.tell('USDT/USD', { bid: '0.9999', ask: '1.0001' });
    standIn.next();
    await expect.poll(() => told.length).toBe(2);
  });
});

describe('what is no price', () => {
  test.each([
    ['crossed', { bid: '61800.10', ask: '61800.00' }],
    ['locked', { bid: '61800.00', ask: '61800.00' }],
    ['wider than a hundredth', { bid: '61800.00', ask: '62500.00' }],
    ['zero', { bid: '0', ask: '61800.00' }],
    ['below zero', { bid: '-61800.10', ask: '61800.20' }],
    ['no figure', { bid: 'NaN', ask: '61800.20' }],
    ['an exponent', { bid: '6e4', ask: '60001' }],
    ['one side only', { bid: '', ask: '61800.20' }],
    ['more digits than a price has', { bid: '9999999999999', ask: '9999999999999.1' }],
  ])('%s: left out and counted, and the line stays', async (_name, best) => {
    await open('okx');
    standIn.tell('BTC-USDT', best);
    await settled();
    expect(told).toEqual([]);
    expect(feed.health()).toMatchObject({ refused: 1, reconnects: 0, state: 'live' });
  });

  test('a word without a time that can be is left out', async () => {
    await open('okx');
    standIn.sendRaw(
      '{"arg":{"channel":"bbo-tbt","instId":"BTC-USDT"},"data":[{"bids":[["61800","1"]],"asks":[["61801","1"]],"ts":"soon"}]}',
    );
    await settled();
    expect([told, feed.health().refused]).toEqual([[], 1]);
  });

  test('of another pair, of another channel, answers and events of a new kind say nothing', async () => {
    await open('bybit');
    standIn.sendRaw('{"topic":"orderbook.1.ETHUSDT","ts":1,"type":"snapshot","data":{"s":"ETHUSDT","b":[["2","1"]],"a":[["3","1"]]}}');
    standIn.sendRaw('{"topic":"tickers.BTCUSDT","ts":1,"data":{"symbol":"BTCUSDT","lastPrice":"1"}}');
    standIn.sendRaw('{"op":"auth","success":true}');
    await settled();
    expect([told, feed.health().refused]).toEqual([[], 0]);
  });

  test('a side that a change leaves out stands as it was, one that was taken away does not', async () => {
    await open('bybit');
    const change = (b: string[][], a: string[][]) =>
      standIn.sendRaw(JSON.stringify({ topic: 'orderbook.1.BTCUSDT', ts: Date.now(), type: 'delta', data: { s: 'BTCUSDT', b, a } }));
    change([['61800.00', '1']], [['61801.00', '1']]);
    change(
      [
        ['61800.50', '1'],
        ['61800.00', '0'],
      ],
      [],
    );
    await expect.poll(() => told.length).toBe(2);
    expect(told[1]).toMatchObject({ price: 618_007_500 });
  });
});

describe('a line that fails', () => {
  test('what cannot be read ends the connection, and the next one asks for everything anew', async () => {
    await open('bybit');
    standIn.sendRaw('{"topic":"orderbook.1.BTCUSDT","data":{"s":"BTCU');
    await expect.poll(() => feed.health().reconnects).toBe(1);
    await expect.poll(() => standIn.asked()).toEqual(['BTCUSDT']);
    standIn.next();
    await expect.poll(() => told.length).toBe(1);
    expect(logged[0]).toContain('bybit');
  });

  test('a venue that ends each connection at once is tried in growing pauses, not in a loop', async () => {
    await open('okx');
    standIn.isClosed = true;
    const before = performance.now();
    standIn.disconnectAll();
    await expect.poll(() => feed.health().reconnects).toBeGreaterThan(6);
    // 0, 20, 40, 80, 160, 320, each at least three quarters of it.
    expect(performance.now() - before).toBeGreaterThan(450);
    expect(standIn.connections).toBeLessThan(12);
    expect(feed.health().state).toBe('down');
    standIn.isClosed = false;
    await expect.poll(() => standIn.asked().length).toBe(1);
    await expect.poll(() => feed.health().state).toBe('live');
  });

  test('a line that falls silent is given up and tried again', async () => {
    await open('okx', { times: { silenceMs: 120 } });
    await expect.poll(() => feed.health().reconnects).toBeGreaterThan(1);
  });

  test('a pair that a venue does not have is named and logged, and the others go on', async () => {
    await open('bybit', { symbols: [chiliz, bitcoin] });
    await expect.poll(() => feed.health().unlisted).toEqual([chiliz.id]);
    standIn.next();
    await expect.poll(() => told.length).toBe(1);
    expect(logged[0]).toContain('CHZUSDT');
  });
});

test('pairs are those of the venue’s own coin: renamed ones, contracts on a thousand coins, none for what no venue prices', async () => {
  expect(coinOf(named('BINANCE:MATICUSDT'))).toEqual({ base: 'POL', shift: 0 });
  expect(coinOf(named('BINANCE:1000SHIBUSDT'))).toEqual({ base: 'SHIB', shift: 3 });
  expect(coinOf(named('PYTH:XAUUSD'))).toBeUndefined();
  const shiba = named('BINANCE:1000SHIBUSDT');
  await open('bybit', { symbols: [shiba, bitcoin] });
  expect(feed.symbols).toEqual([shiba.id, bitcoin.id]);
  standIn.sendRaw(
    '{"topic":"orderbook.1.SHIBUSDT","ts":1,"type":"snapshot","data":{"s":"SHIBUSDT","b":[["0.00001020","1"]],"a":[["0.00001022","1"]]}}',
  );
  await expect.poll(() => told.length).toBe(1);
  expect(told[0]).toMatchObject({ symbol: shiba.id, price: 10 ** (shiba.tickDecimals + 2) * 0.01021 });
  expect(marketSymbols.filter((symbol) => coinOf(symbol) !== undefined).length).toBeGreaterThan(20);
});
