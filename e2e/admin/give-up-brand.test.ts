// A brand begun and given up in the back office: asked for, another person's yes, its launch list without a reload; and back again.
import { neutral } from '@maru/sites/neutral.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { axe, overflowPx, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';
import { turnTo } from './menu-steps.ts';

const exchange = openServerAndBrowser();

async function beginNuri(): Promise<void> {
  const nuri = { ...neutral, id: 30, code: 'nuri', name: { ko: '누리', en: 'Nuri' }, hosts: ['nuri.test'] };
  const { pool, sites } = exchange.server.context;
  await pool.query('INSERT INTO site_site (id, code, config, opened_at) VALUES (30, $1, $2, NULL)', [nuri.code, JSON.stringify(nuri)]);
  await expect.poll(() => sites.byCode('nuri')?.id).toBe(30);
  await expect.poll(() => exchange.server.engines.status().find(({ site }) => site === 30)?.ready).toBe(true);
}

/** Somebody who was at work at the new brand last. */
async function enterAt(path: string, look: Visit = {}): Promise<Visitor> {
  const { token } = await newOperator(exchange.server.context);
  const visitor = await exchange.visit(look);
  const session = { 'maru.admin.access': token, 'maru.admin.refresh': 'none', 'maru.admin.expiry': String(Date.now() + 3_600_000) };
  await visitor.page.addInitScript(
    `if (origin !== 'null') { Object.assign(sessionStorage, ${JSON.stringify(session)}); localStorage['maru.admin.site'] ??= 'nuri'; }`,
  );
  await visitor.page.goto(path);
  await visitor.page.locator('#page h1').waitFor();
  return visitor;
}

/** Names that the switcher offers. */
async function brandsOf(page: Page): Promise<string[]> {
  await page
    .getByRole('button', { name: /사이트 고르기|Choose a site/ })
    .first()
    .click();
  await page.getByRole('option').first().waitFor();
  const names = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return names;
}

/** What a brand is asked for with, up to the reason. */
async function fillBrand(dialog: Locator, code: string): Promise<void> {
  const fields = { 'Name (Korean)': '솔', 'Name (English)': 'Sol', Code: code, Hosts: 'sol.test, www.sol.test' };
  for (const [label, text] of Object.entries(fields)) {
    await dialog.getByText(`Still empty: ${label}`).waitFor();
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await dialog.getByLabel('Choose its wallets now', { exact: true }).last().click();
  await dialog.getByLabel('BTC', { exact: true }).click();
  await dialog.getByLabel('Enter its company now', { exact: true }).last().click();
  const company = {
    'Representative · Korean': '한솔',
    'Representative · English': 'Sol Han',
    'Address · Korean': '서울특별시 중구 을지로 1',
    'Address · English': '1 Eulji-ro, Seoul',
    'Registration number': '321-54-09876',
  };
  for (const [label, text] of Object.entries(company)) {
    await dialog.getByText('Still empty', { exact: false }).waitFor();
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await dialog.getByLabel('Mail from').fill('no-reply@sol.test');
  await dialog.getByLabel('Reason').fill('another brand');
}

it('a new brand: filled on a phone, a code that is taken is shown where it stands, a second person reads it in words, both open its launch list without a reload', async () => {
  const [asker, decider] = await Promise.all([
    enterAt('/admin/brands', { width: 390, theme: 'dark', language: 'en' }),
    enterAt('/admin/approvals', { language: 'en' }),
  ]);
  const { page } = asker;
  for (const one of [page, decider.page]) await one.evaluate('window.stays = true');
  await page.getByRole('button', { name: 'New brand' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Ask for approval' });
  await fillBrand(dialog, 'hanok');
  expect([await axe(page), await overflowPx(page)]).toEqual([[], 0]);
  await send.click();
  // The field is far above the button: it is brought before one's eyes.
  await dialog.getByText('A brand has this code already.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('hanok');
  await dialog.getByLabel('Code', { exact: true }).fill('sol');
  await send.click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open approvals' }).click();
  await page.getByText('You asked for it yourself').waitFor();

  await decider.page.getByRole('heading', { name: 'New brand Sol (sol)' }).waitFor();
  const rows = async () => (await decider.page.locator('tbody tr').allInnerTexts()).map((text) => text.split('\t').join(' '));
  const wanted = ['Products none USDT futures', 'Hosts none sol.test, www.sol.test', 'Template none Neutral', 'Wallets none USDT, BTC'];
  await expect.poll(rows).toEqual(expect.arrayContaining([...wanted, 'Representative · English none Sol Han']));
  await decider.page.getByRole('button', { name: 'Take it' }).click();
  await decider.page.getByRole('button', { name: 'Approve', exact: true }).click();
  for (const one of [page, decider.page]) {
    await one.getByRole('button', { name: 'Open the launch list of Sol' }).click();
    await one.getByRole('heading', { name: 'Sol', exact: true }).waitFor();
    await one.getByText('Legal documents', { exact: true }).last().waitFor();
  }
  for (const one of [page, decider.page]) expect(await one.evaluate('[window.stays, location.pathname]')).toEqual([true, '/admin/launch']);
  expect([await axe(page), await overflowPx(page), await axe(decider.page)]).toEqual([[], 0, []]);
  expect(await brandsOf(decider.page)).toContainEqual(expect.stringContaining('Sol'));
  // No host leads to it yet: the editor says so, and shows what it can.
  await turnTo(decider.page, '/admin/brand');
  await decider.page.getByText('Its pages cannot be shown before it opens').waitFor();
  await decider.page.getByRole('radio', { name: 'Mail', exact: true }).click();
  await decider.page.frameLocator('iframe').getByText('407183').first().waitFor();
  expect([asker.faults, decider.faults]).toEqual([[], []]);
  await Promise.all([asker.close(), decider.close()]);
});

it('the code must be typed; after another’s yes both pages leave the brand without a reload, and no switcher has it', async () => {
  await beginNuri();
  const [asker, decider, phone] = await Promise.all([
    enterAt('/admin/launch'),
    enterAt('/admin/approvals'),
    enterAt('/admin/launch', { width: 390, theme: 'dark', language: 'en' }),
  ]);
  await phone.page.getByRole('button', { name: 'Give up the brand' }).click();
  await phone.page.getByRole('dialog').getByLabel('Type its code nuri to confirm').waitFor();
  expect([await axe(phone.page), await overflowPx(phone.page)]).toEqual([[], 0]);
  await phone.close();

  const { page } = asker;
  await page.getByRole('button', { name: '브랜드 접기' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: '승인 요청' });
  await dialog.getByLabel('사유').fill('열지 않기로 했어요');
  await expect.poll(() => send.isDisabled()).toBe(true);
  await dialog.getByLabel('확인을 위해 코드 nuri를 적어 주세요').fill('nur');
  await dialog.getByText('코드가 달라요').waitFor();
  await dialog.getByLabel('확인을 위해 코드 nuri를 적어 주세요').fill('nuri');
  expect(await axe(page)).toEqual([]);
  await send.click();
  await page.getByRole('dialog').getByRole('link').click();
  await page.getByText('내가 요청해서 승인할 수 없어요').waitFor();

  await decider.page.getByText('열지 않기로 했어요').first().waitFor();
  await decider.page.getByRole('button', { name: '내가 맡기' }).click();
  await decider.page.getByRole('button', { name: '승인하기' }).click();
  for (const one of [decider.page, page]) {
    await one.getByText('지금은 마루 화면이에요', { exact: false }).first().waitFor();
    await expect.poll(() => brandsOf(one)).not.toContainEqual(expect.stringContaining('누리'));
  }
  expect(await axe(page)).toEqual([]);
  expect([asker.faults, decider.faults]).toEqual([[], []]);
  await Promise.all([asker.close(), decider.close()]);
});
