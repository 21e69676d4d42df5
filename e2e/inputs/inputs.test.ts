// The inputs under real fingers (specification section 5): keys, caret, paste, arrows, leaving a field, and a Korean input method.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Browser, Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(outDir, { recursive: true, force: true });
});
beforeEach(async () => {
  visitor = await visit(browser, server.resolvedUrls!.local[0]);
  page = visitor.page;
  await page.goto('/');
});
afterEach(() => visitor.close());

const field = (label: string) => page.getByLabel(label);
const values = async () => JSON.parse((await page.locator('output').textContent())!) as Record<string, string>;
/** Of the focused field. */
const caret = () => page.evaluate('document.activeElement.selectionStart') as Promise<number>;

describe('number input', () => {
  it('formats while typing, gives a plain value, is empty when zero', async () => {
    await field('stake').pressSequentially('0');
    expect(await field('stake').inputValue()).toBe('');
    await field('stake').pressSequentially('12345');
    expect(await field('stake').inputValue()).toBe('12,345');
    expect((await values())['stake']).toBe('12345');
    await field('stake').pressSequentially('-.e가');
    expect(await field('stake').inputValue()).toBe('12,345');
  });

  it('clamps to the maximum while typing and to the minimum when left', async () => {
    await field('stake').pressSequentially('10000001');
    expect(await field('stake').inputValue()).toBe('1,000,000');
    expect((await values())['clamped']).toBe('max');
    await field('stake').fill('3');
    await page.keyboard.press('Tab');
    expect(await field('stake').inputValue()).toBe('10');
    expect(await values()).toMatchObject({ stake: '10', clamped: 'min' });
  });

  it('keeps the caret behind the typed digit when separators come and go', async () => {
    await field('stake').fill('123456');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('9');
    expect(await field('stake').inputValue()).toBe('1,000,000');
    await field('stake').fill('12345');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('9');
    expect([await field('stake').inputValue(), await caret()]).toEqual(['192,345', 2]);
    await page.keyboard.press('Backspace');
    expect([await field('stake').inputValue(), await caret()]).toEqual(['12,345', 1]);
    await page.keyboard.press('Delete');
    expect([await field('stake').inputValue(), await caret()]).toEqual(['1,345', 1]);
  });

  it('arrows step by one tick, with Alt by ten', async () => {
    await field('price').focus();
    await page.keyboard.press('ArrowUp');
    expect((await values())['price']).toBe('98214.7');
    await page.keyboard.press('Alt+ArrowDown');
    expect((await values())['price']).toBe('98213.7');
  });

  it('takes a pasted "1,234.56 USDT" and cuts what is finer than allowed', async () => {
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate("navigator.clipboard.writeText('₩ 1,234.56 USDT')");
    await field('price').selectText();
    await page.keyboard.press('Control+V');
    expect(await values()).toMatchObject({ price: '1234.5' });
  });

  it('shows a value that comes from outside and keeps what is unfinished meanwhile', async () => {
    await field('price').fill('12.');
    expect(await field('price').inputValue()).toBe('12.');
    await page.getByRole('button', { name: 'from outside' }).click();
    expect(await field('price').inputValue()).toBe('61,800.2');
  });
});

describe('restricted text', () => {
  it('turns back to the previous valid text', async () => {
    await field('username').pressSequentially('abA!c');
    expect(await field('username').inputValue()).toBe('abc');
    await field('no special').pressSequentially('한a1!');
    expect(await field('no special').inputValue()).toBe('한a1');
  });

  it('lets a Korean input method finish, then turns back', async () => {
    await field('username').pressSequentially('ab');
    const session = await visitor.context.newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ㅎ', selectionStart: 1, selectionEnd: 1 });
    await session.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 });
    await session.send('Input.insertText', { text: '한' });
    expect((await values())['name']).toBe('ab');
    expect(await field('username').inputValue()).toBe('ab');
    await field('no special').focus();
    await session.send('Input.imeSetComposition', { text: '한', selectionStart: 1, selectionEnd: 1 });
    await session.send('Input.insertText', { text: '한' });
    expect((await values())['plain']).toBe('한');
  });
});

describe('phone', () => {
  it('puts its hyphens by the two masks and keeps the caret', async () => {
    await field('phone').pressSequentially('01048217730');
    expect(await field('phone').inputValue()).toBe('010-4821-7730');
    await field('phone').fill('');
    await field('phone').pressSequentially('0212345678');
    expect(await field('phone').inputValue()).toBe('02-1234-5678');
    await page.keyboard.press('Home');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    expect([await field('phone').inputValue(), await caret()]).toEqual(['02-234-5678', 2]);
  });
});

it('has no serious axe finding', async () => {
  expect(await axe(page)).toEqual([]);
  expect(visitor.faults).toEqual([]);
});
