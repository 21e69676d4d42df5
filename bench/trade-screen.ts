// The trade screen under the full replay: main-thread milliseconds a second on a desktop at 20 Hz, on a phone at 4x CPU throttle and 10 Hz,
// and the JavaScript each area loads on top of the shell. Thread time is counted, so that a busy machine's other work is not.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { logIn, openWholeBrowser, visit } from '../e2e/browser.ts';
import { openBenchExchange } from './exchange/parent.ts';
import { isSmoke, medianOf, printBench } from './report.ts';

const PASSES = isSmoke ? 2 : 7;
const PASS_MS = isSmoke ? 1_500 : 3_000;
const SETTLE_MS = isSmoke ? 2_000 : 5_000;

interface Screen {
  name: string;
  width: 1440 | 390;
  throttle: number;
  /** ms of main thread a second. */
  limit: number;
}
const screens: readonly Screen[] = [
  { name: 'trade-screen-20hz', width: 1440, throttle: 1, limit: 300 },
  { name: 'trade-screen-10hz-x4', width: 390, throttle: 4, limit: 500 },
];

/** A position, two resting orders and a second symbol, as a member's screen has them. */
async function fill(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const raw = (await (await fetch('/api/stock/raw_data?symbol=BINANCE:BTCUSDT')).json()).data;
    const last = Number(raw.ticker.last);
    const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + sessionStorage.getItem('maru.access') };
    const order = (body) => fetch('/api/futures/order', { method: 'POST', headers, body: JSON.stringify({ positionSide: 'BOTH', ...body }) });
    await order({ futuresOptionId: 1, side: 'BUY', type: 'MARKET', quantity: '0.2' });
    await order({ futuresOptionId: 1, side: 'BUY', type: 'LIMIT', quantity: '0.05', price: (last * 0.97).toFixed(2) });
    await order({ futuresOptionId: 1, side: 'SELL', type: 'LIMIT', quantity: '0.05', price: (last * 1.03).toFixed(2), reduceOnly: true });
    await order({ futuresOptionId: 2, side: 'SELL', type: 'MARKET', quantity: '1' });
  })()`);
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1_000;
}

async function watch(browser: Browser, url: string, screen: Screen): Promise<{ passes: number[]; bytes: Map<string, number> }> {
  const visitor = await visit(browser, url, { width: screen.width });
  const { page } = visitor;
  await logIn(page);
  const before = await scripts(page);
  await page.goto('/future/1');
  await page.getByTestId('last-price').or(page.getByTestId('dock-long')).first().waitFor();
  await fill(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: screen.throttle });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.waitForTimeout(SETTLE_MS);
  const passes: number[] = [];
  for (let i = 0; i < PASSES; i++) {
    const from = await taskMs(session);
    const started = performance.now();
    await page.waitForTimeout(PASS_MS);
    passes.push(((await taskMs(session)) - from) / ((performance.now() - started) / 1_000));
  }
  const after = await scripts(page);
  await visitor.close();
  return { passes: passes.sort((a, b) => a - b), bytes: new Map([...after].filter(([name]) => !before.has(name))) };
}

const dist = fileURLToPath(new URL('../apps/member/dist/assets/', import.meta.url));
const gzipped = (name: string): number => gzipSync(readFileSync(dist + name)).length;

/** Scripts the page has loaded, by their gzip size. */
async function scripts(page: Page): Promise<Map<string, number>> {
  const names = (await page.evaluate(
    "performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname).filter((p) => p.startsWith('/assets/') && p.endsWith('.js')).map((p) => p.slice(8))",
  )) as string[];
  const known = new Set(readdirSync(dist));
  return new Map(names.filter((name) => known.has(name)).map((name) => [name, gzipped(name)]));
}

async function sizeOf(browser: Browser, url: string, name: string, path: string, isMember: boolean, limitKb: number): Promise<void> {
  const visitor = await visit(browser, url, {});
  // The shell is what a page without an area of its own loads.
  if (isMember) await logIn(visitor.page);
  await visitor.page.goto('/alert?code=maintenance');
  await visitor.page.waitForLoadState('networkidle');
  const shell = await scripts(visitor.page);
  await visitor.page.goto(path);
  await visitor.page.getByTestId('trade-screen').waitFor();
  await visitor.page.waitForTimeout(1_500);
  const own = [...(await scripts(visitor.page))].filter(([file]) => !shell.has(file));
  const sum = (files: typeof own) => files.reduce((total, [, bytes]) => total + bytes, 0) / 1_000;
  // The chart library is one chunk that every area with candles shares; the areas' budgets are for what is their own.
  const chart = sum(own.filter(([file]) => file.startsWith('price-chart')));
  const kb = sum(own) - chart;
  await visitor.close();
  printBench({ name, value: kb, unit: 'KB-gz', min: kb, median: kb, yardstick: limitKb, ratio: kb / limitKb });
  printBench({
    name: `${name}-with-chart`,
    value: kb + chart,
    unit: 'KB-gz',
    min: kb + chart,
    median: kb + chart,
    yardstick: limitKb,
    ratio: (kb + chart) / limitKb,
  });
}

const exchange = await openBenchExchange(0);
const browser = await openWholeBrowser();
try {
  await sizeOf(browser, exchange.url, 'future-trade-js', '/future/1', true, 150);
  await sizeOf(browser, exchange.url, 'future-trade-view-js', '/futureView/1', false, 110);
  for (const screen of screens) {
    const { passes } = await watch(browser, exchange.url, screen);
    const median = medianOf(passes);
    printBench({
      name: screen.name,
      value: median,
      unit: 'ms/s',
      min: passes[0],
      median,
      yardstick: screen.limit,
      ratio: median / screen.limit,
    });
  }
} finally {
  await browser.close();
  await exchange.stop();
}
