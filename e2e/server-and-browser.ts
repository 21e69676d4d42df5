// One server and one Chromium for all tests of a file: opened before the first, closed after the last.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer, type TestServerOptions } from '../apps/server/testing/harness.ts';
import { openBrowser, type Visit, visit, type Visitor } from './browser.ts';

export interface ServerAndBrowser {
  readonly server: TestServer;
  /** A page of its own at the first site, or at another of the server's addresses. */
  visit(look?: Visit, siteUrl?: string): Promise<Visitor>;
}

export function openServerAndBrowser(options: Pick<TestServerOptions, 'hasDemoMoney' | 'hasDeposits'> = {}): ServerAndBrowser {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(options), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get server() {
      return server;
    },
    visit: (look, siteUrl = server.url) => visit(browser, siteUrl, look),
  };
}
