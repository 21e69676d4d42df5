// An exchange for games by browser: server and page stand at the moment a test puts them at, and prices are told by hand.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { createFeatures } from '../apps/server/features.ts';
import { startTestServer, type TestServer } from '../apps/server/testing/harness.ts';
import { heldTime } from '../apps/server/testing/held-time.ts';
import { type ToldMarket, toldMarket } from '../apps/server/testing/told-market.ts';
import { logIn, openBrowser, type Visitor, visit } from './browser.ts';

const MINUTE = 60_000;

export interface GamesExchange {
  /** A whole five minutes: rounds of every length begin. */
  readonly start: number;
  readonly market: ToldMarket;
  /** There from the first test's own beforeAll on. */
  readonly server: TestServer;
  /** There from the first test's own beforeAll on. */
  readonly me: Visitor;
  /** Server and page go to a moment. */
  goTo(at: number): Promise<void>;
  /** The page's, without those of held time: it leaps over the beats of a socket, which is opened anew then. */
  faults(): string[];
}

/** A page reckons the time that it took to arrive; held time has not passed meanwhile, however slow the machine is. */
const arrivesAtOnce = "Object.defineProperty(PerformanceNavigationTiming.prototype, 'responseStart', { get: () => 0 })";

/** A logged-in member's page, so many ms after the start; opened before the first test of a file, closed after its last. */
export function openGamesExchange(afterMs: number): GamesExchange {
  const start = Math.ceil(Date.now() / (5 * MINUTE)) * 5 * MINUTE;
  const time = heldTime(start);
  const market = toldMarket();
  let server: TestServer;
  let browser: Browser;
  let me: Visitor;
  const goTo = async (at: number) => {
    await time.goTo(at);
    await me.page.clock.setFixedTime(at);
  };
  beforeAll(async () => {
    const features = createFeatures().map((feature) => (feature.name === 'market' ? market.feature : feature));
    [server, browser] = await Promise.all([
      startTestServer({ clock: time.clock, engineWorker: time.engineWorker, features, hasMarket: false }),
      openBrowser(),
    ]);
    me = await visit(browser, server.url);
    await me.context.addInitScript(arrivesAtOnce);
    await goTo(start + afterMs);
    await logIn(me.page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    time.stop();
  });
  return {
    start,
    market,
    goTo,
    faults: () => me.faults.filter((fault) => !fault.includes('CLOSING')),
    get server() {
      return server;
    },
    get me() {
      return me;
    },
  };
}
