// The trade page of a member that has logged in, ready for hands: its chart shows the last price.
import { logIn, type Visitor } from '../browser.ts';
import type { ServerAndBrowser } from '../server-and-browser.ts';

export async function openTradePage(exchange: ServerAndBrowser, path: string): Promise<Visitor> {
  const me = await exchange.visit({});
  await logIn(me.page);
  await me.page.goto(path);
  await me.page.locator('[data-line="last"]').waitFor({ state: 'attached' });
  return me;
}
