// The installed app (issue "Futures complete", 4): each site under its own name and icon; offline it says so and keeps no answer of the API.
import { get } from 'node:http';
import { expect, it } from 'vitest';
import { openServerAndBrowser } from '../server-and-browser.ts';

const exchange = openServerAndBrowser();

/** fetch would put the address's own Host. */
function ask(host: string, path: string): Promise<{ type: string | undefined; text: string }> {
  return new Promise((done, fail) => {
    get(exchange.server.url + path, { headers: { host } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => (text += part));
      reply.on('end', () => done({ type: reply.headers['content-type'], text }));
    }).on('error', fail);
  });
}

it.each([
  ['maru', 'localhost', '마루', '/icons/maru'],
  ['hanok', 'hanok.localhost', '한옥', '/icons/hanok'],
])('%s is installed under its own name, colours and icons', async (_code, host, name, icon) => {
  const manifest = JSON.parse((await ask(host, '/manifest.webmanifest')).text) as { icons: { src: string }[] };
  expect(manifest).toMatchObject({ name, short_name: name, start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ src }) => src)).toEqual([`${icon}-192.png`, `${icon}-512.png`, `${icon}-maskable-512.png`]);
  for (const { src } of manifest.icons) expect((await ask(host, src)).type).toBe('image/png');
  expect((await ask(host, '/login')).text).toContain(`<link rel="apple-touch-icon" href="${icon}-180.png">`);
});

it('keeps hashed files and the offline page, never an answer of the API, and a browser would install it', async () => {
  const visitor = await exchange.visit({ width: 390, withWorker: true });
  try {
    const { page, context } = visitor;
    await page.goto('/login');
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await page.reload({ waitUntil: 'load' });
    const devtools = await context.newCDPSession(page);
    // A private window is never installable; nothing else may stand in the way.
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);

    const kept = async () =>
      (await page.evaluate(
        `caches.keys().then((names) => Promise.all(names.map((n) => caches.open(n).then((c) => c.keys())))).then((all) => all.flat().map((r) => new URL(r.url).pathname))`,
      )) as string[];
    // A file is kept behind its answer.
    await expect.poll(kept).toContainEqual(expect.stringMatching(/^\/assets\//));
    await expect.poll(kept).toContain('/offline.html');
    expect((await kept()).filter((path) => path !== '/offline.html' && !path.startsWith('/assets/'))).toEqual([]);

    // Scripts come behind the first paint: what is under way when the network goes fails under the worker's name.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.goto('/');
    await page.getByRole('heading', { name: '연결이 없어요' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('link', { name: /다시 열기/ }).click();
    await page.locator('main').waitFor();
    await expect.poll(() => page.title()).toBe('마루');
    // What the page that was left still asked for without a network is no fault of it.
    expect(visitor.faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  } finally {
    await visitor.close();
  }
});
