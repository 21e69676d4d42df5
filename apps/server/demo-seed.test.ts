// The demo: two sites, two members each with 10,000 USDT from the promotion purse, once, however often the server starts.
import { HouseAccount } from '@maru/engine/ledger/account.ts';
import { hanok } from '@maru/sites/hanok.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpExchange } from './testing/http-exchange.ts';
import { type TestExchange, HANOK, MARU, openTestExchange } from './testing/test-exchange.ts';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await openTestExchange();
});
afterAll(() => exchange.stop());

const hosts = ['localhost', 'hanok.localhost'];
async function logIn(host: string, username: string) {
  const { status, body } = await httpExchange(exchange.port, 'POST', '/api/login', JSON.stringify({ username, password: 'demo1234' }), {
    host,
  });
  expect(status).toBe(200);
  return { host, authorization: `Bearer ${body.data.accessToken}` };
}
const futuresPoint = async (headers: Record<string, string>) =>
  (await httpExchange(exchange.port, 'GET', '/api/wallet/my', undefined, headers)).body.data.FUTURES.point;
/** Two members with 11,000 USDT each, and 100,000 for what operators give by hand. */
const promo = (site: number) => exchange.server.engines.query<number>(site, 'ledger', HouseAccount.Promo);

describe('demo seed', () => {
  it('demo1 and demo2 of both sites log in with 10,000 USDT, and /api/me shows it', async () => {
    for (const host of hosts) {
      for (const username of ['demo1', 'demo2']) {
        const headers = await logIn(host, username);
        expect(await futuresPoint(headers)).toBe('10000.000000');
        const me = (await httpExchange(exchange.port, 'GET', '/api/me', undefined, headers)).body.data;
        expect(me).toMatchObject({ username, wallet: { FUTURES: { point: '10000.000000', currency: 'USDT' } } });
      }
    }
  });

  it('the money is a ledger transfer that both sides show', async () => {
    expect([await promo(MARU), await promo(HANOK)]).toEqual([-122_000_000_000, -122_000_000_000]);
    await exchange.projected();
    const { body } = await httpExchange(exchange.port, 'GET', '/api/wallet/ledger', undefined, await logIn('localhost', 'demo1'));
    expect(body.data.content).toMatchObject([
      { reason: 'DEMO_FUNDING', amount: '10000.000000', balance: '10000.000000', walletType: 'FUTURES' },
    ]);
  });

  it('a second start, also after a crash, adds nothing and lists no symbol again', async () => {
    const seq = () => exchange.server.engines.status().map((site) => site.seq);
    const before = seq();
    await exchange.restart();
    await exchange.crash();
    expect(seq()).toEqual(before);
    expect(await futuresPoint(await logIn('localhost', 'demo1'))).toBe('10000.000000');
    expect([await promo(MARU), await promo(HANOK)]).toEqual([-122_000_000_000, -122_000_000_000]);
  });

  it('a site that opens later has its members with it, and a stop between changes nothing', async () => {
    const { signUp: _codes, ...plain } = hanok;
    const dami = { ...plain, id: 3, code: 'dami', hosts: ['dami.test'], symbols: hanok.symbols.slice(0, 2) };
    await exchange.server.context.pool.query('INSERT INTO site_site (id, code, config) VALUES (3, $1, $2)', [
      dami.code,
      JSON.stringify(dami),
    ]);
    await expect.poll(() => exchange.server.context.sites.byHost('dami.test', 0)?.code).toBe('dami');
    expect(await futuresPoint(await logIn('dami.test', 'demo2'))).toBe('10000.000000');
  });

  it('wallets that exist on the site are all there in their own decimals, and the BINARY one holds what games are tried with', async () => {
    const { body } = await httpExchange(exchange.port, 'GET', '/api/wallet/my', undefined, await logIn('localhost', 'demo1'));
    expect(body.data.BTC).toEqual({ type: 'BTC', currency: 'BTC', point: '0.00000000', gameWaitPoint: '0.00000000' });
    expect(body.data.USDT).toEqual({ type: 'USDT', currency: 'USDT', point: '0.000000', gameWaitPoint: '0.000000' });
    // Made with the member wherever the site uses it (decisions.md), in the site's own currency.
    expect(body.data.BINARY).toEqual({ type: 'BINARY', currency: 'USDT', point: '1000.000000', gameWaitPoint: '0.000000' });
    const theirs = await httpExchange(exchange.port, 'GET', '/api/wallet/my', undefined, await logIn('hanok.localhost', 'demo1'));
    expect(theirs.body.data.BINARY).toEqual({ type: 'BINARY', currency: 'KRW', point: '1382000', gameWaitPoint: '0' });
  });
});
