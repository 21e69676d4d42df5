// Transfers with a change of currency over the whole server, and what a member's days are made of; a clock that the tests move.
import { HouseAccount, binaryWallet } from '@maru/engine/ledger/account.ts';
import { DAY_MS, HOUR_MS, dayAt } from '@maru/kit/contract/calendar.ts';
import type { DnwEntry, Equity } from '@maru/wallet/contract.ts';
import { reportDay } from '@maru/wallet/server/day-reports.ts';
import { hanok } from '@maru/sites/hanok.ts';
import { rateService } from '@maru/wallet/server/rates/rate-service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SiteConversion } from '@maru/wallet/contract.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestExchange, type TestMember, HANOK, openTestExchange } from './testing/test-exchange.ts';
import { stoppableClock } from './testing/stoppable-clock.ts';
import { BTC, market, ORDER } from './testing/two-members.ts';

const TRANSFER = '/api/dnw/transfer';
const clock = stoppableClock();
let exchange: TestExchange;
let hana: TestMember;
/** Demo members hold won as well: what that left in the house's purses before. */
let givenToOthers = 0;
beforeAll(async () => {
  exchange = await openTestExchange({ clock });
  hana = await exchange.member('hana', '10000', HANOK);
  givenToOthers = await wonOfHouse();
});
afterAll(() => exchange.stop());

const send = (from: string, to: string, point: string, more: Record<string, unknown> = {}, key?: string) =>
  hana.post(TRANSFER, { from, to, point, ...more }, key === undefined ? {} : { 'idempotency-key': key });
const points = async () => {
  const { FUTURES, USDT, BINARY } = (await hana.get('/api/wallet/my')).body.data;
  return [FUTURES.point, USDT.point, BINARY.point];
};
const house = (purse: number) => exchange.server.context.engine.query<number>(HANOK, 'ledger', purse);
async function wonOfHouse(): Promise<number> {
  const won = await Promise.all([HouseAccount.ConvertBinary, HouseAccount.BinaryFee, HouseAccount.BinaryDust].map(house));
  return won.reduce((sum, one) => sum + one, 0);
}
async function history(): Promise<DnwEntry[]> {
  await exchange.projected(HANOK);
  return (await hana.get('/api/dnw/list', { size: 100 })).body.data.content;
}

describe('a transfer into a wallet of another currency', () => {
  it('tells its terms, and gives what they say: both legs, the spread and the remainder, in one step (CNV-08)', async () => {
    const terms = (await hana.get('/api/dnw/conversion')).body.data;
    expect(terms).toMatchObject({ currency: 'KRW', decimals: 0, rate: '1382', spread: 100_000, most: '100000' });
    expect(terms).toMatchObject({ state: 'OPEN', opensAt: null, source: 'demo' });
    const { body } = await send('FUTURES', 'BINARY', '100.5', { rate: terms.rate });
    // 0.1 % of 100.5 is 0.1005; 100.3995 at 1,382 is 138,752.109 won; 138,752 of them take 100.399422.
    expect(body.data).toMatchObject({
      sent: { walletType: 'FUTURES', type: 'CO', point: '-100.399422', otherWalletType: 'BINARY', reason: 'CONVERSION' },
      received: { walletType: 'BINARY', type: 'CI', point: '138752', currency: 'KRW', otherWalletType: 'FUTURES' },
      conversion: { fee: '0.100500', dust: '0.000078', currency: 'USDT' },
    });
    expect(await points()).toEqual(['9899.500000', '0.000000', '138752']);
    const newest = (await history()).slice(0, 4);
    expect(body.data.entries).toEqual(newest);
    const lines = newest.map((e) => [e.walletType, e.type, e.reason, e.point, e.balance]);
    expect(lines).toEqual([
      ['BINARY', 'CI', 'CONVERSION', '138752', '138752'],
      ['FUTURES', 'CO', 'CONVERSION_DUST', '-0.000078', '9899.500000'],
      ['FUTURES', 'CO', 'CONVERSION_FEE', '-0.100500', '9899.500078'],
      ['FUTURES', 'CO', 'CONVERSION', '-100.399422', '9899.600578'],
    ]);
    const { dnwHistoryId } = body.data.received;
    const detail = (await hana.get('/api/dnw/entry', { dnwHistoryId })).body.data;
    expect(detail.entry).toEqual(body.data.received);
    expect(detail.postings).toMatchObject([
      { from: { kind: 'WALLET', walletType: 'FUTURES' }, to: { kind: 'HOUSE', purse: 'EXCHANGE' }, point: '100.399422', currency: 'USDT' },
      { to: { kind: 'HOUSE', purse: 'FEE' }, point: '0.100500' },
      { to: { kind: 'HOUSE', purse: 'DUST' }, point: '0.000078' },
      { from: { kind: 'HOUSE', purse: 'EXCHANGE' }, to: { kind: 'WALLET', walletType: 'BINARY' }, point: '138752', currency: 'KRW' },
    ]);
    const others = await exchange.member('other', '1', HANOK);
    expect((await others.get('/api/dnw/entry', { dnwHistoryId })).body.code).toBe('NOT_FOUND');
  });

  it('goes back the same way; won sum to zero, and so does USDT', async () => {
    const { body } = await send('BINARY', 'USDT', '1000');
    expect(body.data.received).toMatchObject({ walletType: 'USDT', type: 'CI', point: '0.722865' });
    expect(body.data.conversion).toEqual({ fee: '1', dust: '0', currency: 'KRW' });
    const own = await house(binaryWallet(hana.account));
    expect([own, own + (await wonOfHouse())]).toEqual([137_752, givenToOthers]);
  });

  it.each([
    ['CNV-07 a rate of the member’s own', { rate: '9999' }, '10', 409, 'RATE_CHANGED'],
    ['CNV-07 a fee of the member’s own', { fee: '0' }, '10', 400, 'UNKNOWN_FIELD'],
    ['less than one won', {}, '0.000001', 422, 'CONVERSION_TOO_SMALL'],
    ['more than there is', {}, '99000', 422, 'INSUFFICIENT_BALANCE'],
    ['more than the site changes at once', {}, '100000.000001', 422, 'CONVERSION_LIMIT'],
    ['finer than USDT', {}, '1.0000001', 400, 'BAD_PRECISION'],
  ])('refuses %s', async (_says, more, point, status, code) => {
    const before = await points();
    const answer = await send('FUTURES', 'BINARY', point, more);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await points()).toEqual(before);
  });

  it('won have no decimals, and a site without a rate changes nothing', async () => {
    expect((await send('BINARY', 'FUTURES', '1.5')).body.code).toBe('BAD_PRECISION');
    await setRates({ BKT: '1000' }, false);
    expect((await send('FUTURES', 'BINARY', '1')).body.code).toBe('RATE_NOT_KNOWN');
    expect((await hana.get('/api/dnw/conversion')).body.code).toBe('RATE_NOT_KNOWN');
    await setRates({ KRW: '1382', BKT: '1000' }, false);
    expect((await exchange.guest(HANOK).get('/api/dnw/conversion')).status).toBe(401);
  });

  it('sixty at once both ways create nothing', async () => {
    const total = async () => {
      const [futures, , binary] = await points();
      return Number(futures) + Number(binary) / 1382;
    };
    const before = await total();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? send('FUTURES', 'BINARY', '3') : send('BINARY', 'FUTURES', '4000'))),
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    expect(await total()).toBeLessThan(before);
    expect(Math.min(...(await points()).map(Number))).toBeGreaterThanOrEqual(0);
    const own = await house(binaryWallet(hana.account));
    expect(own + (await wonOfHouse())).toBe(givenToOthers);
    expect(await house(HouseAccount.Dust)).toBeGreaterThan(0);
  });
});

/** By the site's own hand, as two persons would; `isLater`: an hour and a moment ago, so that nothing moved since. */
async function setRates(rates: Record<string, string>, isLater = true): Promise<void> {
  const { sites, engine, services } = exchange.server.context;
  const { source: _source, ...conversion } = hanok.conversion as SiteConversion;
  sites.replace(sites.all().map((site) => (site.id === HANOK ? { ...site, rates, conversion } : site)));
  services.use(rateService).all(sites.byId(HANOK) as SiteConfig);
  if (isLater) {
    clock.skip(HOUR_MS + 1_000);
    // The old token has run out meanwhile.
    hana = { ...hana, ...exchange.as(hana, 'member') };
  }
  await engine.query(HANOK, 'hasPositions');
}

describe('GET /api/wallet/equity', () => {
  const equity = async () => (await hana.get('/api/wallet/equity')).body.data as Equity;
  const site = () => {
    const found = exchange.server.context.sites.byId(HANOK);
    if (found === undefined) throw new Error('no site');
    return found;
  };

  it('a day’s profit is what trading made since it began, unrealized included; money moved is none', async () => {
    await exchange.setMark(BTC, '60000.00', HANOK);
    const before = await equity();
    expect(before.today.profit).toBe('0.000000');
    await exchange.setLadder(BTC, [['59999.00', '5']], [['60000.00', '5']], HANOK);
    expect((await hana.post(ORDER, { ...market, quantity: '0.100' })).status).toBe(200);
    await exchange.setMark(BTC, '60500.00', HANOK);
    // 0.1 BTC, 500 USDT up, less the taker's fee of 2.4.
    const up = await equity();
    expect(up.today.profit).toBe('47.600000');
    expect(Number(up.equity) - Number(before.equity)).toBeCloseTo(47.6, 5);
    await send('FUTURES', 'USDT', '1000');
    await send('USDT', 'BINARY', '10');
    const moved = await equity();
    expect([moved.today.profit, moved.week.profit, moved.month.profit]).toEqual(['47.600000', '47.600000', '47.600000']);
    const cross = (await hana.get('/api/futures/futures_cross')).body.data;
    expect(Number(cross.realPoint) - Number(moved.futuresBase)).toBeCloseTo(47.6, 5);
  });

  it('the next day begins at what was reported as it began; both days stay in the month', async () => {
    await exchange.setMark(BTC, '60600.00', HANOK);
    clock.skip(DAY_MS);
    // The old token has run out meanwhile.
    hana = { ...hana, ...exchange.as(hana, 'member') };
    const today = dayAt(site().timeZone, clock.now());
    await reportDay(exchange.server.context, site(), today);
    await exchange.projected(HANOK);
    await exchange.setMark(BTC, '60550.00', HANOK);
    const { today: day, month, days } = await equity();
    expect(day.profit).toBe('-5.000000');
    expect(month.profit).toBe('52.600000');
    expect(days.map(({ profit }) => profit).slice(-2)).toEqual(['57.600000', '-5.000000']);
    expect(Number(day.ratio)).toBeLessThan(0);
    // A report that comes again changes nothing, and a site without positions is not reported.
    await reportDay(exchange.server.context, site(), today);
    await exchange.setMark(BTC, '60000.00', HANOK);
    expect((await equity()).days.length).toBe(days.length);
    // Rows that are not there yet would look like a loss.
    const late = vi.spyOn(exchange.server.context.projections, 'waitFor').mockResolvedValue(false);
    expect((await hana.get('/api/wallet/equity')).body.code).toBe('OVERLOADED');
    late.mockRestore();
  });

  it('a member that has nothing has no ratio; a guest gets nothing', async () => {
    const nobody = await exchange.member('nobody', '0', HANOK);
    expect((await nobody.get('/api/wallet/equity')).body.data).toMatchObject({
      equity: '0.000000',
      today: { profit: '0.000000', ratio: null },
    });
    expect((await exchange.guest(HANOK).get('/api/wallet/equity')).status).toBe(401);
  });
});

// Last, since hours pass in them: the engine's own clock does not go along.
describe('a rate that changes', () => {
  it('the same request moves once and gets its first answer, also after the rate has changed and after a crash', async () => {
    const first = await send('FUTURES', 'BINARY', '7', { rate: '1382' }, 'once');
    const after = await points();
    await setRates({ KRW: '1400.5', BKT: '1000' });
    expect((await send('FUTURES', 'BINARY', '7', { rate: '1382' }, 'once')).body.data).toEqual(first.body.data);
    await exchange.crash();
    expect((await send('FUTURES', 'BINARY', '7', { rate: '1382' }, 'once')).body.data).toEqual(first.body.data);
    expect(await points()).toEqual(after);
    expect((await send('FUTURES', 'BINARY', '8', {}, 'once')).body.code).toBe('REQUEST_REUSED');
  });

  it('CNV-10 a rate that was shown before and is no longer is refused with the new one', async () => {
    await setRates({ KRW: '1400.5', BKT: '1000' });
    const before = await points();
    const late = await send('FUTURES', 'BINARY', '7', { rate: '1382' });
    expect([late.status, late.body.code, late.body.data.rate]).toEqual([409, 'RATE_CHANGED', '1400.5']);
    expect(late.body.message).toContain('1,400.5');
    expect(await points()).toEqual(before);
    expect((await send('FUTURES', 'BINARY', '7', { rate: '1400.5' })).body.data.received.point).toBe('9793');
    await setRates({ KRW: '1382', BKT: '1000' });
  });

  it('1.3: a rate that moves by more than its hour allows halts conversions, in slices too, over a restart, and opens after it', async () => {
    await setRates({ KRW: '1382', BKT: '1000' });
    const before = await points();
    expect((await send('FUTURES', 'BINARY', '1000')).status).toBe(200);
    // Four slices of half the bound each: no one of them is far.
    const made: (string | undefined)[] = [];
    for (const KRW of ['1380.7', '1379.4', '1378.1', '1376.8']) {
      await setRates({ KRW, BKT: '1000' }, false);
      made.push((await send('BINARY', 'FUTURES', '1000')).body.code);
    }
    expect(made).toEqual([undefined, undefined, 'CONVERSION_HALTED', 'CONVERSION_HALTED']);
    // Not gained by any of it: what went there and came back is less than it was.
    await setRates({ KRW: '1379.4', BKT: '1000' }, false);
    const halted = await send('BINARY', 'FUTURES', '1379000');
    expect([halted.status, halted.body.data.percent, halted.body.message]).toEqual([409, '0.2', expect.stringContaining('멈췄어요')]);
    expect((await hana.get('/api/dnw/conversion')).body.data).toMatchObject({ state: 'MOVED', rate: '1379.4', source: 'hand' });
    await exchange.crash();
    await setRates({ KRW: '1379.4', BKT: '1000' }, false);
    expect((await send('BINARY', 'FUTURES', '1000')).body.code).toBe('CONVERSION_HALTED');
    clock.skip(HOUR_MS + 1_000);
    hana = { ...hana, ...exchange.as(hana, 'member') };
    const [, , won] = await points();
    expect((await send('BINARY', 'FUTURES', won)).status).toBe(200);
    // All that came with it, 0.2 % up at most and 0.1 % less each way.
    expect(Number((await points())[0])).toBeLessThan(Number(before[0]) + Number(before[2]) / 1376.8);
  });

  it('1.3: a rate by hand that nobody confirmed for three days, or out of its bounds, converts nothing and says so', async () => {
    const { sites } = exchange.server.context;
    const put = (part: object) =>
      sites.replace(
        sites
          .all()
          .map((site) => (site.id === HANOK ? { ...site, conversion: { ...(site.conversion as SiteConversion), ...part } } : site)),
      );
    put({ rateLeast: '1379.5' });
    expect((await send('FUTURES', 'BINARY', '1')).body.code).toBe('CONVERSION_RATE_RANGE');
    put({ rateLeast: '1300' });
    clock.skip(72 * HOUR_MS);
    hana = { ...hana, ...exchange.as(hana, 'member') };
    expect((await hana.get('/api/dnw/conversion')).body.data.state).toBe('OLD');
    expect((await send('FUTURES', 'BINARY', '1')).body.code).toBe('CONVERSION_RATE_OLD');
    await setRates({ KRW: '1382', BKT: '1000' });
  });
});
