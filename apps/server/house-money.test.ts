// The house's money on the whole server: what was earned in two currencies equals the ledger, gifts are no deposits, and a rate is no inflow (issue 13, 1.7).
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import type { CurrencyFlow } from '@maru/wallet/desk-contract.ts';
import type { HouseSheet } from '@maru/wallet/house-sheet-contract.ts';
import { FLOW } from '@maru/wallet/server/desk/money-flow.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK } from './testing/test-exchange.ts';
import { type Caller, PRICE_ROUND, WonGames } from './testing/won-games.ts';

const games = new WonGames();
let exchange: TestExchange;
let vera: TestMember;
let operator: Caller;

/** USDT that came from outside, or left. */
async function deposit(member: TestMember, usdt: number): Promise<void> {
  const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
  const external = HouseAccount.External;
  const [debit, credit] = usdt > 0 ? [external, futuresWallet(member.account)] : [futuresWallet(member.account), external];
  const reason = usdt > 0 ? PostingReason.Deposit : PostingReason.Withdrawal;
  await exchange.command(HANOK, encodeCommand({ ...head, debit, credit, amount: Math.abs(usdt) * 1e6, reason }));
}

beforeAll(async () => {
  await games.open();
  ({ exchange } = games);
});
afterAll(() => games.close());

it('a member deposits, withdraws, converts, bets and spins; one bet stays open', async () => {
  await games.isLive();
  operator = await exchange.operator(undefined, HANOK);
  vera = await games.player('vera_money');
  await deposit(vera, 700);
  await deposit(vera, -250);
  await games.toNext();
  const round = await games.betting(PRICE_ROUND);
  for (const [type, point] of [
    ['UP', '3000'],
    ['DOWN', '7000'],
  ])
    expect((await games.bet(vera, point, {}, type)).status).toBe(200);
  for (let n = 0; n < 5; n++) expect((await games.spin(vera, '2000')).status).toBe(200);
  await games.settle(round, 6_000_500);
  await games.toNext();
  // Left open: its stake waits.
  expect((await games.bet(games.fresh(vera), '5000')).status).toBe(200);
  await exchange.projected(HANOK);
});

const held = (purse: number) => exchange.server.context.engine.query<number>(HANOK, 'ledger', purse);
const memberFile = async () => (await operator.get('/api/admin/wallet/member', { playerId: vera.member })).body.data;
const flows = async (): Promise<CurrencyFlow[]> => (await operator.get('/api/admin/wallet/flow', { days: '7' })).body.data.flows;

it('the house’s sheet is what its purses hold, in each currency: games, conversions, gifts, deposits and open stakes', async () => {
  const { sheets, proof } = (await operator.get('/api/admin/wallet/house_sheet', { days: '30' })).body.data;
  expect(proof).toEqual({ state: 'EQUAL', differences: [] });
  const total = (currency: string) => {
    const { lines, total: sums } = sheets.find((each: HouseSheet) => each.currency === currency) as HouseSheet;
    return Object.fromEntries(lines.map((line, at) => [line, Number(sums.amounts[at])]));
  };
  const [usdt, krw] = [total('USDT'), total('KRW')];
  expect((krw['ROUNDS'] ?? 0) + (krw['POWERBALL'] ?? 0) + (krw['SLOT'] ?? 0)).toBe(await held(HouseAccount.Rounds));
  expect(krw['OPEN_STAKES']).toBe(5000);
  expect([krw['EXCHANGED'], usdt['EXCHANGED'] * 1e6]).toEqual([
    await held(HouseAccount.ConvertBinary),
    await held(HouseAccount.ConvertUsdt),
  ]);
  expect(usdt['DEPOSITS']).toBe(-450);
  expect(usdt['BONUSES']).toBeLessThanOrEqual(-2000);
});

it('is for those who may see the ledger, in days that there are', async () => {
  const clerk = await exchange.operator(['member.read'], HANOK);
  expect((await clerk.get('/api/admin/wallet/house_sheet', {})).body.code).toBe('NO_PERMISSION');
  for (const query of ['startDate=2026-13-01', 'startDate=2020-01-01&endDate=2026-01-01', 'endDate=2026-02-30x'])
    expect((await operator.get(`/api/admin/wallet/house_sheet?${query}`)).body.code).toBe('INVALID_FIELD');
});

it('deposits and gifts are told apart, on the site’s page and the member’s', async () => {
  const [usdt, krw] = await flows();
  expect([usdt.currency, krw.currency]).toEqual(['USDT', 'KRW']);
  expect([usdt.into, usdt.out, usdt.net, usdt.taken].map(Number)).toEqual([700, 250, 450, 0]);
  expect(Number(usdt.given)).toBeGreaterThanOrEqual(2000);
  expect([krw.into, krw.out, krw.given].map(Number)).toEqual([0, 0, 0]);
  const { figures } = await memberFile();
  expect([figures.deposited, figures.gifts].map(Number)).toEqual([450, 2000]);
});

it('a member’s total is its own page’s, games’ wallet and open stakes too; a rate that moves is nobody’s deposit', async () => {
  const own = async () => (await games.fresh(vera).get('/api/wallet/equity')).body.data.equity;
  const { figures, wallets } = await memberFile();
  expect(wallets.find(({ type }: { type: string }) => type === 'BINARY').currency).toBe('KRW');
  expect(figures.assets).toBe(await own());
  const before = await flows();
  const { pool, sites } = exchange.server.context;
  await pool.query(`UPDATE site_site SET config = jsonb_set(config, '{rates,KRW}', '"700"') WHERE id = $1`, [HANOK]);
  await expect.poll(() => (sites.byId(HANOK) as { rates: Record<string, string> }).rates['KRW']).toBe('700');
  const after = (await memberFile()).figures;
  expect(Number(after.assets)).toBeGreaterThan(Number(figures.assets));
  expect([after.deposited, after.gifts, after.exchanged]).toEqual([figures.deposited, figures.gifts, figures.exchanged]);
  expect(await flows()).toEqual(before);
});

it('the flow of some days is read from those days alone, however long the ledger is', async () => {
  const client = await exchange.server.context.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${FLOW}`, [
      HANOK,
      Date.now(),
      'Asia/Seoul',
      7,
      '1 day',
      'day',
    ]);
    // Known before anything is read, and of the kind that the index has: which index a small table takes is its own affair.
    expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toMatch(/[ (]time_ms >= \(\(EXTRACT\(epoch FROM '2/);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
