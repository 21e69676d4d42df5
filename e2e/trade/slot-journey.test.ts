// The slot as a member meets it: a spin and its lines, its place among one's own, a seal opened, and the check of all opened spins on the device.
import { decideRequest } from '../../apps/server/testing/decide-request.ts';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { httpExchange } from '../../apps/server/testing/http-exchange.ts';
import { GameProviderStandIn } from '../../apps/server/testing/game-provider.ts';
import { operatorToken } from '../../apps/server/testing/operator.ts';
import { axe, dress, logIn, overflowPx } from '../browser.ts';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();
const money = (text: string | null) => Number((text ?? '').replaceAll(/[^\d.]/g, ''));

test('spins, opens the seal and finds every spin right; on a phone the button is at hand', async () => {
  const { page, faults, close } = await exchange.visit();
  await logIn(page);
  await page.goto('/slot');
  await page.getByTestId('game').getByText('96.5576%').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: '하러 가기' }).click();
  const recent = page.getByTestId('recent-spins');
  await recent.getByText('돌리면 릴이 선 모습 그대로 여기에 남아요').waitFor();
  await expect.poll(() => page.getByTestId('pay-lines').getByRole('listitem').count()).toBe(5);
  const [spin, available, spins] = ['spin', 'available', 'spins'].map((id) => page.getByTestId(id));
  await page.getByTestId('pay-table').getByText('모두 더한 환수율').waitFor();
  await expect.poll(async () => money(await available.textContent())).toBeGreaterThan(100);
  const before = money(await available.textContent());
  await page.getByLabel('금액').fill('2');
  await page.getByRole('heading', { name: '마루 릴' }).click();
  await expect.poll(() => spin.isEnabled()).toBe(true);
  // A key held down, or pressed twice, is one spin, however long its answer takes.
  let answer = () => {};
  const pressed = new Promise<void>((done) => {
    answer = done;
  });
  await page.route(/\/api\/slot(\?|$)/, (route) => pressed.then(() => route.continue()));
  await page.keyboard.press('Space');
  await page.keyboard.press('Space');
  answer();
  await spins.getByText('1번째 시드 · 1번').waitFor();
  await expect.poll(() => spins.getByText('봉인됨').count()).toBe(1);
  const outcome = async () => (await page.getByTestId('outcome').getByRole('status').textContent()) ?? '';
  await expect.poll(outcome).toMatch(/받았어요|맞는 줄이 없어요/);
  // Beneath the reels it stands as it fell.
  await expect.poll(() => recent.getByRole('listitem').count()).toBe(1);
  const said = await outcome();
  const won = said.includes('받았어요') ? money(said) : 0;
  await expect.poll(async () => money(await available.textContent())).toBeCloseTo(before - 2 + won, 2);
  await page.getByRole('button', { name: '공정성' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('다음에 쓸 내 시드').fill('my-own-luck');
  await drawer.getByRole('button', { name: '새 시드로 바꾸고 봉인 열기' }).click();
  await drawer.getByText('my-own-luck').waitFor();
  // What was sealed is shown beside its seal, to be hashed by whoever likes.
  await drawer.getByText('열린 서버 시드').waitFor();
  const [seed, seal] = await drawer.locator('form dd').allTextContents();
  expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(seal);
  await drawer.getByRole('button', { name: '이 기기에서 모두 검증' }).click();
  await drawer.getByText('1회 모두 맞아요').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await spins.getByText('검증됨').waitFor();
  expect(await axe(page)).toEqual([]);
  // A stake beyond the wallet is told, with the way to the transfer.
  const { pool } = exchange.server.context;
  await pool.query(`UPDATE site_site SET config = jsonb_set(config, '{slot,maxStake}', '"1000000"') WHERE id = 1`);
  const most = async () => (await (await page.request.get('/api/slot/list')).json()).data[0].maxPoint as string;
  await expect.poll(most).toBe('1000000');
  await dress(page, { theme: 'dark', language: 'en' });
  await page.reload();
  await spin.waitFor();
  await page.getByLabel('Stake').fill('5000');
  await page.getByText('Not enough in the binary wallet').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Transfer' }).getAttribute('href')).toBe('/dnw/transfer');
  expect(await axe(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByTestId('dock').getByTestId('spin').waitFor();
  expect(await overflowPx(page)).toBe(0);
  expect(await axe(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

/** An operator's calls, with a session of its own. */
async function desk() {
  const authorization = `Bearer ${await operatorToken(exchange.server.context)}`;
  const port = Number(new URL(exchange.server.url).port);
  const headers = { host: 'localhost', authorization };
  return {
    get: (path: string, query: object = {}) =>
      httpExchange(port, 'GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`, undefined, headers),
    post: (path: string, body: unknown) => httpExchange(port, 'POST', path, JSON.stringify(body), headers),
  };
}

test('a provider of games is shown once two operators have named it, and opens in a tab of its own by a token', async () => {
  const { page, faults, close } = await exchange.visit();
  await logIn(page);
  await page.goto('/slot');
  await page.getByTestId('game').waitFor();
  const providers = async () => (await (await page.request.get('/api/slot/houses')).json()).data as unknown[];
  expect(await providers()).toEqual([]);
  await expect.poll(() => page.getByTestId('houses').count()).toBe(0);
  const provider = new GameProviderStandIn(0);
  const asked = await (await desk()).post('/api/admin/site/providers', { ...provider.account(), reason: '게임사 계약' });
  await decideRequest(await desk(), asked.body.data.requestId);
  await expect.poll(providers).toEqual([{ provider: provider.name }]);
  await page.reload();
  const card = page.getByTestId('house');
  await card.getByText(provider.name).waitFor();
  expect(await axe(page)).toEqual([]);
  await page
    .context()
    .route('https://games.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>games</title>' }));
  const opened = page.context().waitForEvent('page');
  await card.getByRole('button', { name: '게임 열기' }).click();
  const tab = await opened;
  await expect.poll(() => tab.url()).toMatch(/^https:\/\/games\.example\/\?site=maru&token=[\w-]{43}&language=ko&lobby=http/);
  expect(await tab.evaluate('window.opener === null')).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflowPx(page)).toBe(0);
  expect(faults).toEqual([]);
  await close();
});
