// Giving up a brand in the back office: its code typed, another person's yes, and both pages stand at a brand that is there.
import { neutral } from '@maru/sites/neutral.ts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newOperator } from '../../apps/server/testing/operator.ts';
import { axe, overflowPx, type Visit, type Visitor } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const floor = openServerAndBrowser();

async function beginNuri(): Promise<void> {
  const nuri = { ...neutral, id: 3, code: 'nuri', name: { ko: '누리', en: 'Nuri' }, hosts: ['nuri.test'] };
  const { pool, sites } = floor.server.context;
  await pool.query('INSERT INTO site_site (id, code, config, opened_at) VALUES (3, $1, $2, NULL)', [nuri.code, JSON.stringify(nuri)]);
  await expect.poll(() => sites.byCode('nuri')?.id).toBe(3);
  await expect.poll(() => floor.server.engines.status().find(({ site }) => site === 3)?.ready).toBe(true);
}

/** Somebody who was at work at the new brand last. */
async function enterAt(path: string, look: Visit = {}): Promise<Visitor> {
  const { token } = await newOperator(floor.server.context);
  const visitor = await floor.visit(look);
  const session = { 'maru.admin.access': token, 'maru.admin.refresh': 'none', 'maru.admin.expiry': String(Date.now() + 3_600_000) };
  await visitor.page.addInitScript(
    `if (origin !== 'null') { Object.assign(sessionStorage, ${JSON.stringify(session)}); localStorage.setItem('maru.admin.site', 'nuri'); }`,
  );
  await visitor.page.goto(path);
  await visitor.page.locator('#floor h1').waitFor();
  return visitor;
}

/** Names that the switcher offers. */
async function brandsOf(page: Page): Promise<string[]> {
  await page
    .getByRole('button', { name: /사이트/ })
    .first()
    .click();
  await page.getByRole('option').first().waitFor();
  const names = await page.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  return names;
}

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
