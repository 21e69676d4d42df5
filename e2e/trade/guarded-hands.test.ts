// A slip of the hand costs no money: lines follow the way of the hand, what would trade at once is asked, closing says what it does.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { logIn, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const floor = openServerAndBrowser();
let me: Visitor;
let page: Page;

beforeAll(async () => {
  me = await floor.visit({});
  page = me.page;
  await logIn(page);
  await page.goto('/future/1');
  await page.locator('[data-line="last"]').waitFor({ state: 'attached' });
});

const number = (text: string) => Number(text.replace(/[^\d.]/g, ''));
const last = async () => number(await page.getByTestId('last-price').innerText());
const orders = () => page.getByTestId('orders');

describe('a line that is dragged (13.30)', () => {
  const line = () => page.locator('[data-line^="order"]').first();
  const shown = async () => number(await line().locator('[data-part="tag"]').innerText());
  const place = async (share: number) => {
    await page.getByTestId('ticket-price').fill(((await last()) * share).toFixed(1));
    await page.getByTestId('ticket-quantity').fill('0.05');
    await page.getByTestId('order-long').click();
    await line().waitFor({ state: 'attached' });
  };
  /** A pointer on the grip, away from its middle, as hands are. */
  const grip = async () => {
    const box = await line()
      .getByRole('button', { name: /주문 가격 옮기기/ })
      .boundingBox();
    const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height - 3];
    await page.mouse.move(x, y);
    await page.mouse.down();
    return (down: number) => page.mouse.move(x, y + down);
  };
  const cancel = async () => {
    await page.getByRole('tab', { name: /미체결/ }).click();
    await orders().getByRole('button', { name: '취소' }).first().click();
    await line().waitFor({ state: 'detached' });
  };

  it('moves nothing below 4 px, then as far as the hand went, also where its chip is docked at the edge', async () => {
    // Far below what is shown: the chip stands at the edge, away from its price.
    await place(0.9);
    await expect.poll(() => line().locator('[data-part="tag"]').getAttribute('data-docked')).toBe('bottom');
    const before = await shown();
    const to = await grip();
    await to(-3);
    await expect.poll(shown).toBe(before);
    await to(-10);
    await expect.poll(shown).toBeGreaterThan(before);
    const ten = (await shown()) - before;
    await to(-20);
    await expect.poll(async () => ((await shown()) - before) / ten).toBeCloseTo(2, 0);
    // Ten pixels of a plot of hundreds are a sliver of what it shows, not the way to its edge.
    expect(ten / before).toBeLessThan(0.02);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(shown).toBe(before);
    await cancel();
  });

  it('let go where it would trade at once asks first; put away, the order stays where it was', async () => {
    await place(0.998);
    const before = await shown();
    const y = async (of: string) => (await page.locator(`[data-line${of}] [data-part="tag"]`).first().boundingBox())!.y;
    const release = async () => {
      const to = await grip();
      await to((await y('="last"')) - (await y('^="order"')) - 60);
      await expect.poll(() => line().locator('[data-part="chip"]').innerText()).toContain('바로 체결');
      await page.mouse.up();
    };
    await release();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('옮기면 바로 체결돼요').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(shown).toBe(before);
    await release();
    await dialog.getByRole('button', { name: /옮기고 체결$/ }).click();
    await page.getByRole('tab', { name: /^포지션\s*\d/ }).click();
    await page
      .getByTestId('positions')
      .getByRole('row', { name: /BTCUSDT/ })
      .waitFor();
    expect(me.faults).toEqual([]);
  });
});
