// API keys on screen: made, its secret shown once, used by a bot, seen as used, revoked, wide and dark in English, narrow and light in Korean.
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axe, logIn, overflowPx, type Visit } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();

async function ask(apiKey: string, secret: string): Promise<number> {
  const text = `timestamp=${Date.now()}`;
  const signature = createHmac('sha256', secret).update(text).digest('hex');
  const address = `${exchange.server.url}/fapi/v3/balance?${text}&signature=${signature}`;
  return (await fetch(address, { headers: { 'x-mbx-apikey': apiKey } })).status;
}

async function judge(page: Page): Promise<void> {
  expect(await axe(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);
}

const looks: Visit[] = [
  { width: 1440, theme: 'dark', language: 'en' },
  { width: 390, theme: 'theme-white', language: 'ko' },
];
it.each(looks)('a key’s whole life at %o', async (look) => {
  const visitor = await exchange.visit(look);
  const { page } = visitor;
  await logIn(page);
  await page.goto('/myinfo/api');
  await page.getByRole('heading', { name: /^(API 키|API keys)$/ }).waitFor();
  const make = () => page.getByRole('button', { name: /^(API 키 만들기|Make an API key)$/ });
  await judge(page);

  await make().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^(이름|Name)$/).fill('Grid bot');
  const submit = dialog.locator('button[type=submit]');
  await expect.poll(() => submit.isDisabled()).toBe(true);
  const password = dialog.getByLabel(/^(비밀번호|Your password)$/);
  await password.fill('not-mine-1');
  await dialog.getByLabel(/^(허용 IP|Addresses it works from)$/).fill('10.0.0.0/99');
  await submit.click();
  await dialog.getByText('10.0.0.0/99').waitFor();
  await judge(page);
  await dialog.getByLabel(/^(허용 IP|Addresses it works from)$/).fill('127.0.0.0/8');
  await submit.click();
  await dialog.getByText(/^(비밀번호가 맞지 않아요. 다시 확인해 주세요.|That is not your password. Please check it.)$/).waitFor();
  await judge(page);
  await password.fill('demo1234');
  await submit.click();
  await expect.poll(() => dialog.locator('code').count()).toBe(2);
  const [apiKey, secret] = await dialog.locator('code').allTextContents();
  await judge(page);
  expect(await ask(apiKey, secret)).toBe(200);
  await dialog.getByRole('button', { name: /^(옮겨 적었어요|I have kept it)$/ }).click();

  await page.reload();
  await page.getByText('Grid bot').waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByText(/· 127\.0\.0\.1/).waitFor();
  await judge(page);
  const revoke = /^(폐기|Revoke)$/;
  await page.getByRole('button', { name: revoke }).click();
  await page.getByRole('dialog').getByRole('button', { name: revoke }).click();
  await page.getByText(/^(아직 API 키가 없어요|No API keys yet)$/).waitFor();
  expect(await ask(apiKey, secret)).toBe(401);
  expect(visitor.faults).toEqual([]);
  await visitor.close();
});
