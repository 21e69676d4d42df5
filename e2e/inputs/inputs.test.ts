// The inputs under real fingers (specification section 5): keys, caret, paste, arrows, leaving a field, and a Korean input method.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axe, openBrowser, visit, type Visitor } from '../browser.ts';

const outDir = mkdtempSync(join(tmpdir(), 'maru-inputs-'));
const root = fileURLToPath(new URL('page/', import.meta.url));
let server: PreviewServer;
let browser: Browser;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  await build({ root, configFile: false, logLevel: 'error', plugins: [tailwindcss(), react()], build: { outDir, emptyOutDir: true } });
  server = await preview({ root, configFile: false, logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  browser = await openBrowser();
  visitor = await visit(browser, server.resolvedUrls!.local[0]);
  page = visitor.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(outDir, { recursive: true, force: true });
});
// The page keeps nothing over a load.
beforeEach(async () => {
  await page.goto('/');
});

const field = (label: string) => page.getByLabel(label);
const values = async () => JSON.parse((await page.locator('output').textContent())!) as Record<string, string>;
/** Of the focused field. */
const caret = () => page.evaluate('document.activeElement.selectionStart') as Promise<number>;

describe('number input', () => {
  it('formats while typing, gives a plain value, is empty when zero', async () => {
    await field('stake').pressSequentially('0');
    await expect.poll(() => field('stake').inputValue()).toBe('');
    await field('stake').pressSequentially('12345');
    await expect.poll(() => field('stake').inputValue()).toBe('12,345');
    await expect.poll(async () => (await values())['stake']).toBe('12345');
    await field('stake').pressSequentially('-.e가');
    await expect.poll(() => field('stake').inputValue()).toBe('12,345');
  });

  it('clamps to the maximum while typing and to the minimum when left', async () => {
    await field('stake').pressSequentially('10000001');
    await expect.poll(() => field('stake').inputValue()).toBe('1,000,000');
    await expect.poll(async () => (await values())['clamped']).toBe('max');
    await field('stake').fill('3');
    await page.keyboard.press('Tab');
    await expect.poll(() => field('stake').inputValue()).toBe('10');
    await expect.poll(() => values()).toMatchObject({ stake: '10', clamped: 'min' });
  });

  it('keeps the caret behind the typed digit when separators come and go', async () => {
    await field('stake').fill('123456');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('9');
    await expect.poll(() => field('stake').inputValue()).toBe('1,000,000');
    await field('stake').fill('12345');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('9');
    await expect.poll(() => Promise.all([field('stake').inputValue(), caret()])).toEqual(['192,345', 2]);
    await page.keyboard.press('Backspace');
    await expect.poll(() => Promise.all([field('stake').inputValue(), caret()])).toEqual(['12,345', 1]);
    await page.keyboard.press('Delete');
    await expect.poll(() => Promise.all([field('stake').inputValue(), caret()])).toEqual(['1,345', 1]);
  });

  it('arrows step by one tick, with Alt by ten', async () => {
    await field('price').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await values())['price']).toBe('98214.7');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await values())['price']).toBe('98213.7');
  });

  it('takes a pasted "1,234.56 USDT" and cuts what is finer than allowed', async () => {
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate("navigator.clipboard.writeText('₩ 1,234.56 USDT')");
    await field('price').selectText();
    await page.keyboard.press('Control+V');
    await expect.poll(() => values()).toMatchObject({ price: '1234.5' });
  });

  it('shows a value that comes from outside and keeps what is unfinished meanwhile', async () => {
    await field('price').fill('12.');
    await expect.poll(() => field('price').inputValue()).toBe('12.');
    await page.getByRole('button', { name: 'from outside' }).click();
    await expect.poll(() => field('price').inputValue()).toBe('61,800.2');
  });
});

describe('restricted text', () => {
  it('turns back to the previous valid text', async () => {
    await field('username').pressSequentially('abA!c');
    await expect.poll(() => field('username').inputValue()).toBe('abc');
    await field('no special').pressSequentially('한a1!');
    await expect.poll(() => field('no special').inputValue()).toBe('한a1');
  });

  it('lets a Korean input method finish, then turns back', async () => {
    await field('username').pressSequentially('ab');
    const session = await visitor.context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ㅎ', selectionStart: 1, selectionEnd: 1 });
    await session.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 });
    await session.send('Input.insertText', { text: '한' });
    await expect.poll(async () => (await values())['name']).toBe('ab');
    await expect.poll(() => field('username').inputValue()).toBe('ab');
    await field('no special').focus();
    await session.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 });
    await session.send('Input.insertText', { text: '한' });
    await expect.poll(async () => (await values())['plain']).toBe('한');
  });
});

describe('phone', () => {
  it('puts its hyphens by the two masks and keeps the caret', async () => {
    await field('phone').pressSequentially('01048217730');
    await expect.poll(() => field('phone').inputValue()).toBe('010-4821-7730');
    await field('phone').fill('');
    await field('phone').pressSequentially('0212345678');
    await expect.poll(() => field('phone').inputValue()).toBe('02-1234-5678');
    await page.keyboard.press('Home');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await expect.poll(() => Promise.all([field('phone').inputValue(), caret()])).toEqual(['02-234-5678', 2]);
  });
});

const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>;
const chosen = () => page.getByTestId('chosen').textContent();
const isInWindow = (locator: ReturnType<Page['locator']>) =>
  locator.evaluate((panel) => {
    const { top, left, bottom, right } = panel.getBoundingClientRect();
    const { clientHeight, clientWidth } = panel.ownerDocument.documentElement;
    return top >= 0 && left >= 0 && bottom <= clientHeight && right <= clientWidth;
  });

describe('what opens beside a button', () => {
  it('a menu by keys alone: arrows, ends, letters; Escape gives the focus back, Enter chooses', async () => {
    const button = page.getByRole('button', { name: 'menu' });
    await button.focus();
    await page.keyboard.press('ArrowDown');
    const menu = page.getByRole('menu', { name: 'menu' });
    await menu.waitFor();
    expect(await isInWindow(menu)).toBe(true);
    const walk: string[] = [await focused()];
    for (const key of ['ArrowDown', 'End', 'ArrowUp', 'Home', 'd']) {
      await page.keyboard.press(key);
      walk.push(await focused());
    }
    expect(walk).toEqual(['Aave', 'Bitcoin', 'Dogecoin', 'Cardano', 'Aave', 'Dogecoin']);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => Promise.all([menu.count(), focused()])).toEqual([0, 'menu']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('c');
    await page.keyboard.press('Enter');
    await expect.poll(() => Promise.all([chosen(), focused()])).toEqual(['Cardano Bitcoin', 'menu']);
  });

  it('stands at its button from its first moment, whatever motion a person wants: a press elsewhere is none on it', async () => {
    const button = page.getByRole('button', { name: 'menu' });
    const at = await button.evaluate(async (menu) => {
      (menu as unknown as { click(): void }).click();
      // Before the first frame: what a quick finger presses next.
      await Promise.resolve();
      const { ownerDocument } = menu;
      const panel = ownerDocument.querySelector('[role=menu]')!;
      const { left, bottom } = panel.getBoundingClientRect();
      return {
        isUnderFinger: panel.contains(ownerDocument.elementFromPoint(5, 5)),
        gapPx: Math.round(menu.getBoundingClientRect().top - bottom),
        isMoving: panel.getAnimations({ subtree: true }).some((each: object) => 'transitionProperty' in each),
        left,
      };
    });
    expect(at).toEqual({ isUnderFinger: false, gapPx: 6, isMoving: false, left: expect.any(Number) });
    expect(at.left).toBeGreaterThan(100);
  });

  it('a press outside and a focus that leaves close it', async () => {
    await page.getByRole('button', { name: 'menu' }).click();
    await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await page.getByRole('button', { name: 'menu' }).click();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });

  it('a select in a panel: Escape closes the inner one alone', async () => {
    await page.getByRole('button', { name: 'panel' }).click();
    const panel = page.getByRole('dialog', { name: 'panel' });
    await panel.getByRole('combobox').click();
    await expect.poll(() => focused()).toBe('Bitcoin');
    expect(await isInWindow(page.getByRole('listbox'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => Promise.all([page.getByRole('listbox').count(), panel.count()])).toEqual([0, 1]);
    await page.keyboard.press('Escape');
    await expect.poll(() => Promise.all([panel.count(), focused()])).toEqual([0, 'panel']);
  });

  it('a select in a dialog keeps the dialog, takes a press, and gives the focus back', async () => {
    await page.getByRole('button', { name: 'ask' }).click();
    const dialog = page.getByRole('dialog', { name: 'dialog' });
    await dialog.getByRole('combobox').click();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('option', { name: 'Dogecoin' }).click();
    await expect.poll(() => Promise.all([dialog.count(), dialog.getByRole('combobox').textContent()])).toEqual([1, 'Dogecoin']);
    await expect.poll(() => focused()).toBe('Dogecoin');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect.poll(() => Promise.all([page.getByRole('listbox').count(), dialog.count()])).toEqual([0, 1]);
  });

  it('words of a tooltip come with the focus of keys and go with it', async () => {
    await page.getByRole('button', { name: 'panel' }).focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip', { name: 'said on focus' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);
  });
});

it('has no serious axe finding', async () => {
  expect(await axe(page)).toEqual([]);
  expect(visitor.faults).toEqual([]);
});
