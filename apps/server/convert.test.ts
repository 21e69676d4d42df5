// Conversions of coins over real HTTP: a price that is held, what it refuses, both legs in one step, and what the house goes to.
import { accountOf, Asset, HouseAccount, houseAccount, PostingReason, Purse, usdtWallet } from '@maru/engine/ledger/account.ts';
import { type CommandFields, CommandKind, encodeFields } from '@maru/engine/wire/command.ts';
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import { connectStomp } from '@maru/kit/server/testing/stomp.ts';
import type { DnwEntry } from '@maru/wallet/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { HANOK, MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';
import { toldMarket } from './testing/told-market.ts';

interface Quote {
  quoteId: number;
  from: string;
  to: string;
  give: string;
  endsAt: string;
  time: string;
}

const CONVERT = '/api/dnw/convert';
const [BTC, ETH] = [2, 3];
const clock = stoppableClock();
const market = toldMarket();
let exchange: TestExchange;
let alice: TestMember;
let serial = 0;

/** BTC at 100,000 and ETH at 4,000, in hundredths of a tick (0.01 USDT). */
function prices(btc = 100_000, eth = 4_000): void {
  market.state = 'live';
  for (const type of ['MARK', 'LAST'] as const) {
    market.price('BINANCE:BTCUSDT', type, btc * 10_000);
    market.price('BINANCE:ETHUSDT', type, eth * 10_000);
  }
}

beforeAll(async () => {
  exchange = await openTestExchange({ clock, market: market.feature });
  alice = await exchange.member('alice', '0');
  await give(alice, 'USDT', 50_000);
});
afterAll(() => exchange.stop());
beforeEach(() => prices());

const walletOf = (account: number, coin: string) =>
  coin === 'USDT' ? usdtWallet(account) : accountOf(account, coin === 'BTC' ? BTC : ETH, Purse.Available);
async function give({ account, site }: TestMember, coin: string, amount: number): Promise<void> {
  const asset = coin === 'USDT' ? Asset.Usdt : coin === 'BTC' ? BTC : ETH;
  const units = Math.round(amount * (coin === 'USDT' ? 1e6 : 1e8));
  await exchange.command(
    site,
    encodeTransfer({ debit: houseAccount(asset, Purse.External), credit: walletOf(account, coin), amount: units, reason: 0 }),
  );
}
async function step(fields: CommandFields, { account } = alice): Promise<void> {
  await exchange.command(MARU, encodeFields(account, -1, fields));
}
const ask = (from: string, to: string, point: string, by = alice) => by.post(`${CONVERT}/quote`, { from, to, point });
const quoted = async (from: string, to: string, point: string, by = alice): Promise<Quote> => {
  const { status, body } = await ask(from, to, point, by);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const convert = (body: Record<string, unknown>, by = alice, key = `c${++serial}`) => by.post(CONVERT, body, { 'idempotency-key': key });
const accept = ({ quoteId, from, to, give: point }: Quote, by = alice, key?: string) => convert({ quoteId, from, to, point }, by, key);
const points = async (by = alice) => {
  const { USDT, BTC: btc, ETH: eth } = (await by.get('/api/wallet/my')).body.data;
  return [USDT.point, btc.point, eth.point];
};
const heldByUs = (asset: number) =>
  Promise.all(
    [Purse.Exchange, Purse.Fee, Purse.Dust].map((purse) =>
      exchange.server.engines.query<number>(MARU, 'ledger', houseAccount(asset, purse)),
    ),
  );
const history = async (by = alice): Promise<DnwEntry[]> => {
  await exchange.projected();
  return (await by.get('/api/dnw/list', { typeStrs: 'CI,CO', size: 20 })).body.data.content;
};

describe('a conversion', () => {
  it('is quoted for ten seconds and done as it was quoted: two legs, the spread and the remainder (CNV-08)', async () => {
    const quote = await quoted('USDT', 'BTC', '1000');
    // 0.1 % of 1,000 is 1; 999 at 100,000 are 0.00999.
    expect(quote).toMatchObject({ from: 'USDT', to: 'BTC', give: '1000.000000', receive: '0.00999000', spread: '0.1' });
    expect(quote).toMatchObject({ rate: '0.00000999', mid: '0.00001', giveWorth: '1000.000000', receiveWorth: '999.000000' });
    expect(Date.parse(quote.endsAt) - Date.parse(quote.time)).toBeLessThanOrEqual(10_000);
    const before = await heldByUs(Asset.Usdt);
    const { status, body } = await accept(quote);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      sent: { walletType: 'USDT', type: 'CO', point: '-999.000000', otherWalletType: 'BTC', reason: 'CONVERSION' },
      received: { walletType: 'BTC', type: 'CI', point: '0.00999000', otherWalletType: 'USDT', currency: 'BTC' },
      conversion: { fee: '1.000000', dust: '0.000000', currency: 'USDT' },
    });
    // As both lists will have it: nothing is read after it.
    expect(body.data.line).toEqual((await alice.get(`${CONVERT}/list`)).body.data.content[0]);
    const told = body.data.entries;
    expect(await points()).toEqual(['49000.000000', '0.00999000', '0.00000000']);
    expect((await heldByUs(Asset.Usdt)).map((held, i) => held - before[i])).toEqual([999_000_000, 1_000_000, 0]);
    expect((await heldByUs(BTC))[0]).toBe(-999_000);
    expect(await history()).toEqual(told);
    expect((await history()).map(({ type, walletType, point }) => [type, walletType, point])).toEqual([
      ['CI', 'BTC', '0.00999000'],
      ['CO', 'USDT', '-1.000000'],
      ['CO', 'USDT', '-999.000000'],
    ]);
  });

  it('goes from any coin to any other by way of USDT, and there and back never gains', async () => {
    const over = await accept(await quoted('BTC', 'ETH', '0.005'));
    expect(over.body.data.received).toMatchObject({ walletType: 'ETH', type: 'CI', point: '0.12487500' });
    const back = await accept(await quoted('ETH', 'BTC', '0.124875'));
    expect(Number(back.body.data.received.point)).toBeLessThan(0.005);
    const { content, totalElements } = (await alice.get(`${CONVERT}/list`)).body.data;
    expect(totalElements).toBe(3);
    expect(content[0]).toMatchObject({ from: 'ETH', to: 'BTC', give: '0.12487500', spread: '0.1' });
    expect(content[0].tookMs).toBeGreaterThanOrEqual(0);
  });

  it('tells both wallets without being asked', async () => {
    const socket = await connectStomp(exchange.port, { token: alice.token });
    const heard = socket.subscribe('/user/queue/point');
    await socket.settle();
    const before = heard.length;
    const quote = await quoted('USDT', 'ETH', '400');
    await accept(quote);
    const told = (coin: string) =>
      (heard.slice(before).map(({ body }) => body) as { type: string; point: string }[]).filter(({ type }) => type === coin).at(-1)?.point;
    await expect.poll(() => told('ETH')).toBe('0.09990000');
    await expect.poll(() => told('USDT')).toBe('48600.000000');
    socket.end();
  });

  it('is done without a quote as the specification calls it, at the price of the moment; a rate from outside is no part of it (CNV-07)', async () => {
    const { body } = await convert({ from: 'USDT', to: 'BTC', point: '10' });
    expect(body.data.received).toMatchObject({ type: 'CI', point: '0.00009990' });
    const forged = await convert({ from: 'USDT', to: 'BTC', point: '10', rate: '9999', fee: '0' });
    expect([forged.status, forged.body.code]).toEqual([400, 'UNKNOWN_FIELD']);
  });

  it('is done once for a request, whatever the price is by then; another body under its key is refused', async () => {
    const quote = await quoted('USDT', 'BTC', '100');
    const first = await accept(quote, alice, 'once');
    prices(90_000);
    const again = await accept(quote, alice, 'once');
    expect(again.body.data.received).toEqual(first.body.data.received);
    expect(again.body.sequence).toBe(first.body.sequence);
    clock.skip(60_000);
    expect((await accept(quote, alice, 'once')).body.data.sent).toEqual(first.body.data.sent);
    expect((await convert({ from: 'USDT', to: 'BTC', point: '101' }, alice, 'once')).body.code).toBe('REQUEST_REUSED');
    // The quote is used up, under any other key too.
    expect((await accept(quote)).body.code).toBe('QUOTE_USED');
  });

  it.each(['with a quote', 'without'])('one request sent ten times at once is done once, and all are answered alike: %s', async (how) => {
    const dana = await exchange.member(how === 'without' ? 'danaaa' : 'dinaaa', '0');
    await give(dana, 'USDT', 1_000);
    const { quoteId } = await quoted('USDT', 'BTC', '100', dana);
    const body = { from: 'USDT', to: 'BTC', point: '100', ...(how === 'without' ? {} : { quoteId }) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => convert(body, dana, `at-once-${how.length}`)));
    expect(answers.map(({ status, body: told }) => [status, told.code])).toEqual(answers.map(() => [200, undefined]));
    for (const { body: told } of answers) {
      expect(told.sequence).toBe(answers[0].body.sequence);
      expect(told.data.sent).toEqual(answers[0].body.data.sent);
    }
    expect((await points(dana))[0]).toBe('900.000000');
  });

  it('fifty at once with one quote are one; fifty with their own never spend more than there is', async () => {
    const bob = await exchange.member('bobby', '0');
    await give(bob, 'USDT', 1_000);
    const quote = await quoted('USDT', 'BTC', '500', bob);
    const same = await Promise.all(Array.from({ length: 20 }, () => accept(quote, bob)));
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
    const all = await Promise.all(Array.from({ length: 30 }, () => convert({ from: 'USDT', to: 'BTC', point: '100' }, bob)));
    const done = all.filter(({ status }) => status === 200);
    expect(done).toHaveLength(5);
    expect(new Set(all.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['INSUFFICIENT_BALANCE']));
    expect((await points(bob))[0]).toBe('0.000000');
  });
});

describe('is refused', () => {
  it.each([
    ['NUM-06 spaces and a newline', { from: 'USDT', to: 'BTC', point: ' 100\n' }, 400, 'INVALID_FIELD', 'point'],
    ['nothing', { from: 'USDT', to: 'BTC', point: '0' }, 400, 'AMOUNT_NOT_POSITIVE', 'point'],
    ['a coin into itself', { from: 'BTC', to: 'BTC', point: '1' }, 400, 'WALLET_SAME', 'to'],
    ['the wallet of games', { from: 'USDT', to: 'BINARY', point: '100' }, 404, 'WALLET_NOT_USED', 'to'],
    ['a network of USDT', { from: 'TRON_USDT', to: 'BTC', point: '100' }, 404, 'WALLET_NOT_USED', 'from'],
    ['a finer amount than there is', { from: 'USDT', to: 'BTC', point: '100.0000001' }, 400, 'BAD_PRECISION', 'point'],
    ['less than the least', { from: 'USDT', to: 'BTC', point: '9.99' }, 422, 'CONVERT_LEAST', 'point'],
    ['more than the most', { from: 'USDT', to: 'BTC', point: '20000.01' }, 422, 'CONVERT_MOST', 'point'],
    ['more than there is', { from: 'BTC', to: 'USDT', point: '0.19' }, 422, 'INSUFFICIENT_BALANCE', 'point'],
    ['a quote of nobody', { from: 'USDT', to: 'BTC', point: '100', quoteId: 999_999_999 }, 404, 'QUOTE_UNKNOWN', 'quoteId'],
  ])('%s', async (_says, body, status, code, field) => {
    const before = await points();
    const answer = await convert(body);
    expect(answer.body.message).not.toContain('{');
    expect([answer.status, answer.body.code, answer.body.data?.field]).toEqual([status, code, field]);
    expect(await points()).toEqual(before);
  });

  it('of guests, and of another member’s quote', async () => {
    expect((await exchange.guest().post(CONVERT, { from: 'USDT', to: 'BTC', point: '10' })).status).toBe(401);
    const carol = await exchange.member('carol', '0');
    await give(carol, 'USDT', 1_000);
    const quote = await quoted('USDT', 'BTC', '100');
    expect((await accept(quote, carol)).body.code).toBe('QUOTE_UNKNOWN');
    // Its owner may use it, but not for more than it says.
    const more = await convert({ quoteId: quote.quoteId, from: 'USDT', to: 'BTC', point: '200' });
    expect(more.body.code).toBe('QUOTE_UNKNOWN');
    expect((await accept(quote)).status).toBe(200);
  });

  it('CNV-10 after its ten seconds, by the server and by the engine', async () => {
    const quote = await quoted('USDT', 'BTC', '100');
    clock.skip(10_001);
    const late = await accept(quote);
    expect([late.status, late.body.code]).toEqual([409, 'QUOTE_EXPIRED']);
  });

  it('where the price moved beyond the tolerance, to either side, and not within it', async () => {
    for (const moved of [100_101, 99_899]) {
      prices();
      const quote = await quoted('USDT', 'BTC', '100');
      prices(moved);
      expect((await accept(quote)).body).toMatchObject({ code: 'QUOTE_MOVED', data: { field: 'quoteId' } });
    }
    prices();
    const quote = await quoted('USDT', 'BTC', '100');
    prices(100_090);
    expect((await accept(quote)).body.data.received.point).toBe('0.00099900');
  });

  it('where the price is old or none is told, also after it was quoted', async () => {
    const quote = await quoted('USDT', 'BTC', '100');
    market.state = 'stale';
    expect((await accept(quote)).body).toMatchObject({ code: 'CONVERT_NO_PRICE', data: { coin: 'BTC' } });
    expect((await ask('USDT', 'ETH', '100')).body.code).toBe('CONVERT_NO_PRICE');
    const coins = (await alice.get(`${CONVERT}/coins`)).body.data as { walletType: string; state: string }[];
    expect(coins.map(({ walletType, state }) => [walletType, state]).slice(0, 3)).toEqual([
      ['USDT', 'OPEN'],
      ['BTC', 'NO_PRICE'],
      ['ETH', 'NO_PRICE'],
    ]);
    market.state = 'live';
    // XRP is listed, but its market has told nothing.
    expect((await ask('USDT', 'XRP', '100')).body.code).toBe('CONVERT_NO_PRICE');
  });

  it('of locked coins, of a frozen member, and beyond what a day may be', async () => {
    const dave = await exchange.member('davey', '0');
    await step({ kind: CommandKind.CreditDeposit, deposit: 1, asset: BTC, amount: 1_000_000 }, dave);
    const locked = await convert({ from: 'BTC', to: 'USDT', point: '0.005' }, dave);
    expect([locked.status, locked.body.code]).toEqual([422, 'BALANCE_LOCKED']);
    await step({ kind: CommandKind.UnlockDeposit, deposit: 1 }, dave);
    expect((await convert({ from: 'BTC', to: 'USDT', point: '0.005' }, dave)).status).toBe(200);
    await step({ kind: CommandKind.SetAccountFlags, flags: 32 }, dave);
    expect((await convert({ from: 'BTC', to: 'USDT', point: '0.001' }, dave)).body.code).toBe('ACCOUNT_FROZEN');
    const erin = await exchange.member('erina', '0');
    await give(erin, 'USDT', 200_000);
    const done = [];
    for (let k = 0; k < 6; k++) done.push((await convert({ from: 'USDT', to: 'ETH', point: '20000' }, erin)).body.code ?? 'OK');
    expect(done).toEqual(['OK', 'OK', 'OK', 'OK', 'OK', 'CONVERT_DAY']);
    expect(((await erin.get(`${CONVERT}/coins`)).body.data as { dayLeft: string }[])[0].dayLeft).toBe('0');
  });

  it('a bonus with open turnover stays in USDT, what is beside it goes', async () => {
    const gina = await exchange.member('ginaa', '0');
    await give(gina, 'USDT', 50);
    const grants = { debit: HouseAccount.Promo, credit: HouseAccount.Grant, amount: 100_000_000, reason: PostingReason.Adjustment };
    await exchange.command(MARU, encodeTransfer(grants));
    const owner = await exchange.operator();
    const name = { ko: '쿠폰', en: 'Coupon' };
    const expiresAt = new Date(clock.now() + DAY_MS).toISOString();
    const coupon = { promoCode: 'HELD-COINS', name, point: '5', quota: 3, turnover: 30, expiresAt };
    expect((await owner.post('/api/admin/coupon/create', coupon)).status).toBe(200);
    expect((await gina.post('/api/coupon/use', { promoCode: 'HELD-COINS', walletType: 'USDT' })).status).toBe(200);
    const whole = await convert({ from: 'USDT', to: 'BTC', point: '55' }, gina);
    expect(whole.body).toMatchObject({ code: 'CONVERT_BONUS', data: { field: 'point', held: '5' } });
    const codes = await Promise.all([1, 2, 3].map(() => convert({ from: 'USDT', to: 'BTC', point: '25' }, gina)));
    expect(codes.map(({ body }) => body.code ?? 'OK').toSorted()).toEqual(['CONVERT_BONUS', 'OK', 'OK']);
  });

  it('where the house would be short of more than its cap, and not on the way back', async () => {
    const { pool } = exchange.server.context;
    const frank = await exchange.member('frank', '0');
    await give(frank, 'USDT', 30_000);
    await give(frank, 'BTC', 0.1);
    const held = (await heldByUs(BTC))[0];
    // So much as it is short of now, and 1,000 USDT more.
    await pool.query('UPDATE wallet_convert_coin SET cap = $1 WHERE site_id = 1 AND asset = $2', [-held * 1_000 + 1_000_000_000, BTC]);
    expect((await ask('USDT', 'BTC', '2000', frank)).body).toMatchObject({ code: 'CONVERSION_CAP', data: { field: 'to' } });
    const two = await Promise.all([1, 2, 3].map(() => quoted('USDT', 'BTC', '900', frank)));
    const codes = (await Promise.all(two.map((quote) => accept(quote, frank)))).map(({ body }) => body.code ?? 'OK');
    // Each was within it when it was quoted: the engine lets one through.
    expect(codes.toSorted()).toEqual(['CONVERSION_CAP', 'CONVERSION_CAP', 'OK']);
    expect((await convert({ from: 'BTC', to: 'USDT', point: '0.05' }, frank)).status).toBe(200);
    await pool.query('UPDATE wallet_convert_coin SET cap = 200000000000 WHERE site_id = 1 AND asset = $1', [BTC]);
  });

  it('where operators paused a coin, and at a site that has no second one', async () => {
    const { pool } = exchange.server.context;
    const quote = await quoted('USDT', 'ETH', '100');
    await pool.query("UPDATE wallet_convert_coin SET paused = 'SAFETY' WHERE site_id = 1 AND asset = $1", [ETH]);
    expect((await accept(quote)).body).toMatchObject({ code: 'CONVERT_PAUSED', data: { coin: 'ETH' } });
    await pool.query('UPDATE wallet_convert_coin SET paused = NULL WHERE site_id = 1 AND asset = $1', [ETH]);
    const hana = await exchange.member('hanna', '0', HANOK);
    expect((await ask('USDT', 'BTC', '100', hana)).body).toMatchObject({ code: 'WALLET_NOT_USED', data: { field: 'to' } });
  });
});

it('every asset sums to nothing, and the house says what it earned and exchanged', async () => {
  interface Line {
    asset: number;
    members: number;
    site: number;
    transit: number;
    outside: number;
  }
  const sums = await exchange.server.engines.query<Line[]>(MARU, 'holdings');
  const sumOf = (assets: number[]) =>
    sums
      .filter(({ asset }) => assets.includes(asset))
      .reduce((sum, line) => sum + line.members + line.site + line.transit + line.outside, 0);
  // Games are played in USDT here, so these two are one to the ledger.
  expect([sumOf([Asset.Usdt, Asset.Binary]), sumOf([BTC]), sumOf([ETH])]).toEqual([0, 0, 0]);
  await exchange.projected();
  const owner = await exchange.operator();
  const { proof } = (await owner.get('/api/admin/wallet/house_sheet', { days: '1' })).body.data;
  expect(proof).toEqual({ state: 'EQUAL', differences: [] });
  expect(await exchange.server.engines.query<number>(MARU, 'ledger', HouseAccount.Fee)).toBeGreaterThan(0);
});
