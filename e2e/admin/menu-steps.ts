// Steps of tests of the back office: what its menu holds, and going to a page of it.
import type { Page } from 'playwright-core';

/** Addresses of the menu, as this operator sees it. */
export async function menuOf(page: Page): Promise<string[]> {
  const links = await page.locator('aside nav a').all();
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''));
}

/** As a link of the page leads there: without loading the app anew. */
export async function turnTo(page: Page, address: string): Promise<void> {
  await page.locator('#page h1').first().waitFor();
  if (new URL(page.url()).pathname === address.replace(/\/$/, '')) return;
  await page.evaluate(`document.querySelectorAll('#page h1').forEach((h1) => h1.setAttribute('data-left', ''))`);
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`);
  await page.locator('#page h1:not([data-left])').first().waitFor();
}
