// Conversions around a death: a quote that was taken ends in one way alone, is done at most once and never forgotten, however long nobody looked.
import { accountOf, Asset, houseAccount, Purse, usdtWallet } from '@maru/engine/ledger/account.ts';
import { HOUR_MS } from '@maru/kit/contract/calendar.ts';
import { encodeTransfer } from '@maru/kit/server/encode-transfer.ts';
import { finishQuotes } from '@maru/wallet/server/convert/finish-quotes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { MARU, openTestExchange, type TestExchange, type TestMember } from './testing/test-exchange.ts';
import { toldMarket } from './testing/told-market.ts';

const CONVERT = '/api/dnw/convert';
const BTC = 2;
const clock = stoppableClock();
const market = toldMarket();
let exchange: TestExchange;
let alice: TestMember;

beforeAll(async () => {
  exchange = await openTestExchange({ clock, market: market.feature });
  market.price('BINANCE:BTCUSDT', 'MARK', 1_000_000_000);
  alice = await exchange.member('alice', '0');
  const transfer = { debit: houseAccount(Asset.Usdt, Purse.External), credit: usdtWallet(alice.account), amount: 10_000e6, reason: 0 };
  await exchange.command(MARU, encodeTransfer(transfer));
});
afterAll(() => exchange.stop());

const pool = () => exchange.server.context.pool;
const body = { from: 'USDT', to: 'BTC', point: '100' };
const convert = (key: string, more: object = {}) => alice.post(CONVERT, { ...body, ...more }, { 'idempotency-key': key });
const bitcoins = () => exchange.server.engines.query<number>(MARU, 'ledger', accountOf(alice.account, BTC, Purse.Available));
const newest = async () =>
  (
    await pool().query<{ id: number; state: string; seq: number | null; fault: string | null }>(
      'SELECT quote_id::float8 AS id, state, seq::float8 AS seq, fault FROM wallet_quote ORDER BY quote_id DESC LIMIT 1',
    )
  ).rows[0];
/** As if whoever took it had died before it noted what came of it. */
const forgetEnd = (id: number, more = '') =>
  pool().query(`UPDATE wallet_quote SET state = 'TAKEN', seq = NULL, fault = NULL, done_ms = NULL ${more} WHERE quote_id = $1`, [id]);
/** Of 100 USDT. */
const ONE = 99_900;

it('done and not noted: it is found, by the job and by the member who asks again, and nothing moves', async () => {
  const first = await convert('a');
  expect(first.status).toBe(200);
  const { id, seq } = await newest();
  await forgetEnd(id);
  // How long it took is forgotten with its end.
  first.body.data.line.tookMs = 0;
  expect((await convert('a')).body).toEqual(first.body);
  expect(await newest()).toMatchObject({ state: 'DONE', seq });
  await forgetEnd(id);
  clock.skip(31_000);
  await finishQuotes(exchange.server.context);
  expect(await newest()).toMatchObject({ state: 'DONE', seq });
  expect(await bitcoins()).toBe(ONE);
});

it('taken and never heard of: nobody sends it again while it may still come; past its end it is refused for ever', async () => {
  const { quoteId } = (await alice.post(`${CONVERT}/quote`, body)).body.data;
  await pool().query(
    `UPDATE wallet_quote SET state = 'TAKEN', taken_ms = $2,
       request_key = encode(sha256(convert_to('b', 'UTF8')), 'hex') WHERE quote_id = $1`,
    [quoteId, clock.now()],
  );
  expect((await convert('b', { quoteId })).status).toBe(503);
  await finishQuotes(exchange.server.context);
  expect((await newest()).state).toBe('TAKEN');
  // The engine's clock is the machine's: its end is made one that is over for it too.
  await pool().query('UPDATE wallet_quote SET ends_ms = quoted_ms - 3600000 WHERE quote_id = $1', [quoteId]);
  clock.skip(31_000);
  await finishQuotes(exchange.server.context);
  expect(await newest()).toMatchObject({ state: 'REFUSED', fault: 'QUOTE_EXPIRED' });
  expect((await convert('b', { quoteId })).body.code).toBe('QUOTE_EXPIRED');
  expect(await bitcoins()).toBe(ONE);
});

it('the server dies as it is pressed: afterwards it was done once, or never, and the same answer is told', async () => {
  const going = convert('c').catch(() => undefined);
  await exchange.crash();
  await going;
  market.price('BINANCE:BTCUSDT', 'MARK', 1_000_000_000);
  clock.skip(31_000);
  const again = await convert('c');
  const held = await bitcoins();
  // Taken before the death and not done, it is over; never taken, it is done now.
  if (again.status === 200) expect(held).toBe(2 * ONE);
  else expect([again.body.code, held]).toEqual(['QUOTE_EXPIRED', ONE]);
  const third = await convert('c');
  expect([third.status, third.body.code, third.body.sequence]).toEqual([again.status, again.body.code, again.body.sequence]);
  expect(await bitcoins()).toBe(held);
});

it('where the engine has forgotten its key, the ledger knows it', async () => {
  const before = await bitcoins();
  expect((await convert('d')).status).toBe(200);
  const { id, seq } = await newest();
  await exchange.projected();
  // Under another number nobody remembers a request of it; its time is of the same clock as the ledger's.
  await forgetEnd(id, ', quote_id = DEFAULT, taken_ms = taken_ms - 600000, ends_ms = ends_ms + 600000');
  clock.skip(13 * HOUR_MS);
  await finishQuotes(exchange.server.context);
  expect(await newest()).toMatchObject({ state: 'DONE', seq });
  expect(await bitcoins()).toBe(before + ONE);
});
