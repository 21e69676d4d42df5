// What holds of every page in each dress: nothing wider than the window, nothing hard to read or to hit, no text that is its own name.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { atRest, axe, dress, overflowPx } from '../browser.ts';
import { smallTargets } from './touch-targets.ts';

const looks = [
  { theme: 'dark', language: 'en' },
  { theme: 'theme-white', language: 'ko' },
] as const;

/** `names`: how the page's texts are called where one of them has no words. It ends as it began: white, in Korean. */
export async function expectInOrder(page: Page, names: RegExp, where = ''): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const look of looks) {
    await dress(page, look);
    await atRest(page);
    const found = { overflow: await overflowPx(page), axe: await axe(page), small: width === 390 ? await smallTargets(page) : [] };
    expect({ where, width, look, ...found }).toEqual({ where, width, look, overflow: 0, axe: [], small: [] });
    await expect.poll(() => page.locator('body').innerText()).not.toMatch(names);
  }
}
