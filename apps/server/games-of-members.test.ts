// Games over the whole server on a site whose BINARY wallet counts in won: a member's own limits, who may not play, and whose money is where.
import type { OwnLimit } from '@maru/account/contract.ts';
import { AccountFlag, CommandKind, encodeCommand, SHUT_FLAGS } from '@maru/engine/wire/command.ts';
import { HouseAccount, PostingReason } from '@maru/engine/ledger/account.ts';
import { DAY_MS, nextDay } from '@maru/kit/contract/calendar.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { TradeBet } from '@maru/rounds/contract.ts';
import { consentService } from '@maru/site/server/consents.ts';
import { heldBonusOf } from '@maru/wallet/admin-contract.ts';
import type { DnwEntry, Equity } from '@maru/wallet/contract.ts';
import type { CurrencyFlow, HouseGame } from '@maru/wallet/desk-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestExchange, type TestMember, HANOK } from './testing/test-exchange.ts';
import { BETTING, type Caller, PRICE_ROUND, WonGames } from './testing/won-games.ts';

const MINUTE = 60_000;
const LIMITS = '/api/user/limits';
const games = new WonGames();
const { bet, betting, codes, fresh, now, player, settle, spin, draw, time, toNext, wallet } = games;
let exchange: TestExchange;
let guest: Caller;

beforeAll(async () => {
  await games.open();
  ({ exchange, guest } = games);
});
afterAll(() => games.close());

const thrice = (code: string) => [code, code, code];

async function limit(member: TestMember, kind: string): Promise<OwnLimit> {
  const { content } = (await member.get(LIMITS)).body.data as { content: OwnLimit[] };
  return content.find((each) => each.kind === kind) as OwnLimit;
}
const set = async (member: TestMember, kind: string, value: string | null) => (await member.post(LIMITS, { kind, limit: value })).body;
async function setFlags(member: TestMember, flags: number): Promise<void> {
  const head = { time: 0, account: member.account, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
  await exchange.command(HANOK, encodeCommand({ ...head, kind: CommandKind.SetAccountFlags, flags }));
}

describe('own limits of games (docs/decisions/0024)', () => {
  let mina: TestMember;

  it('one sum over rounds, draws and slot; a refusal says the limit and what is left, in the wallet’s currency', async () => {
    await games.isLive();
    mina = await player('mina_games');
    expect(await limit(mina, 'GAME_STAKE')).toEqual({
      kind: 'GAME_STAKE',
      currency: 'KRW',
      limit: null,
      used: '0',
      until: null,
      next: null,
    });
    expect((await set(mina, 'GAME_STAKE', '5000')).data).toMatchObject({ limit: '5000', next: null });
    await toNext();
    expect((await bet(mina, '1500')).status).toBe(200);
    expect((await draw(mina, '1000')).status).toBe(200);
    expect((await spin(mina, '1000')).status).toBe(200);
    const refused = await bet(mina, '2000');
    expect([refused.status, refused.body.code, refused.body.data]).toMatchObject([
      422,
      'OWN_STAKE_LIMIT',
      { limit: '5000', left: '1500', unit: 'KRW' },
    ]);
    expect(refused.body.message).toBe('스스로 정한 하루 투자 한도(5,000 KRW)를 넘어요. 오늘은 1,500 KRW까지 더 투자할 수 있어요.');
    expect(await codes(mina, '2000')).toEqual(thrice('422 OWN_STAKE_LIMIT'));
    expect(await limit(mina, 'GAME_STAKE')).toMatchObject({ limit: '5000', used: '3500' });
  });

  it('tighter at once, looser after a day, and a crash forgets neither', async () => {
    const looser = (await set(mina, 'GAME_STAKE', '90000')).data;
    expect(looser).toMatchObject({ limit: '5000', next: { limit: '90000', at: new Date(now() + DAY_MS).toISOString() } });
    expect((await set(mina, 'GAME_LOSS', '50000')).data).toMatchObject({ limit: '50000', next: null });
    await exchange.crash();
    expect(await limit(mina, 'GAME_STAKE')).toMatchObject({ limit: '5000', used: '3500', next: looser.next });
    expect((await spin(mina, '2000')).body.code).toBe('OWN_STAKE_LIMIT');
    expect((await set(mina, 'GAME_STAKE', '4000')).data).toMatchObject({ limit: '4000', next: null });
    expect((await set(mina, 'GAME_STAKE', null)).data).toMatchObject({ limit: '4000', next: { limit: null } });
  });

  it('twenty stakes at once, by all three ways, pass no limit', async () => {
    const kim = await player('kim_games');
    await set(kim, 'GAME_STAKE', '5000');
    await toNext();
    const gateways = [bet, draw, spin];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => gateways[i % 3](kim, '1000')));
    expect(answers.filter(({ status }) => status === 200).length).toBe(5);
    expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['OWN_STAKE_LIMIT']));
    expect(await limit(kim, 'GAME_STAKE')).toMatchObject({ used: '5000' });
  });

  it('what is open counts as lost until it is settled', async () => {
    const owen = await player('owen_games');
    await set(owen, 'GAME_LOSS', '3000');
    await toNext();
    const round = await betting(PRICE_ROUND);
    expect((await bet(owen, '2000')).status).toBe(200);
    expect(await limit(owen, 'GAME_LOSS')).toMatchObject({ used: '-2000' });
    const refused = await bet(owen, '2000');
    expect(refused.body).toMatchObject({ code: 'OWN_LOSS_LIMIT', data: { limit: '3000', left: '1000', unit: 'KRW' } });
    await settle(round, 6_000_500);
    expect(await limit(owen, 'GAME_LOSS')).toMatchObject({ used: '1900' });
    await toNext();
    expect((await bet(fresh(owen), '4000')).status).toBe(200);
  });

  it('time of play counts from the day’s first bet; the next day begins anew', async () => {
    const tina = await player('tina_games');
    await set(tina, 'GAME_TIME', '30');
    expect(await limit(tina, 'GAME_TIME')).toMatchObject({ currency: null, limit: '30', used: '0', until: null });
    await toNext();
    expect((await spin(tina, '1000')).status).toBe(200);
    const until = new Date(now() + 30 * MINUTE).toISOString();
    expect(await limit(tina, 'GAME_TIME')).toMatchObject({ used: '0', until });
    await time.goTo(now() + 30 * MINUTE);
    await toNext();
    expect(await limit(fresh(tina), 'GAME_TIME')).toMatchObject({ used: '30', until });
    expect(await codes(fresh(tina), '1000')).toEqual(thrice('403 OWN_TIME_LIMIT'));
    const refused = await spin(fresh(tina), '1000');
    expect(refused.body.data).toEqual({
      limit: '30',
      left: '0',
      until: new Date(nextDay('Asia/Seoul', now())).toISOString(),
      unit: 'KRW',
    });
    expect(refused.body.message).toContain('30분');
    await time.goTo(nextDay('Asia/Seoul', now()));
    await toNext();
    expect(await codes(fresh(tina), '1000')).toEqual(thrice('200 taken'));
    mina = fresh(mina);
    expect(await limit(mina, 'GAME_STAKE')).toMatchObject({ limit: '4000', used: '0' });
  });

  it('operators see them and have no call that sets them', async () => {
    const operator = await exchange.operator(undefined, HANOK);
    const file = (await operator.get('/api/admin/member', { playerId: mina.member })).body.data;
    expect(file.ownLimits).toEqual([
      { kind: 'GAME_LOSS', currency: 'KRW', limit: '50000' },
      { kind: 'GAME_STAKE', currency: 'KRW', limit: '4000' },
    ]);
    expect((await operator.post(LIMITS, { kind: 'GAME_STAKE', limit: '9000' })).status).toBe(401);
  });

  it('each waits for itself: a raised stake limit neither delays nor hastens a loss limit that waits', async () => {
    const wanda = await player('wanda_games');
    for (const [kind, value] of Object.entries({ GAME_LOSS: '5000', GAME_STAKE: '8000' })) await set(wanda, kind, value);
    const loss = (await set(wanda, 'GAME_LOSS', '9000')).data;
    expect(loss).toMatchObject({ limit: '5000', next: { limit: '9000', at: new Date(now() + DAY_MS).toISOString() } });
    await time.goTo(now() + MINUTE);
    const stake = (await set(wanda, 'GAME_STAKE', null)).data;
    expect(stake).toMatchObject({ limit: '8000', next: { limit: null, at: new Date(now() + DAY_MS).toISOString() } });
    expect(await limit(wanda, 'GAME_LOSS')).toEqual(loss);
  });

  it.each([
    ['GAME_LOSS', '0'],
    ['GAME_STAKE', '10.5'],
    ['GAME_TIME', '4'],
    ['GAME_TIME', '1441'],
    ['GAME_TIME', '7.5'],
  ])('%s of %s is no limit', async (kind, value) => {
    expect(await set(mina, kind, value)).toMatchObject({ code: 'INVALID_FIELD', data: { field: 'limit' } });
  });
});

describe('who may not play: no bet, no draw, no spin', () => {
  let rosa: TestMember;
  beforeAll(async () => {
    rosa = await player('rosa_games');
  });

  it('a guest', async () => {
    await toNext();
    expect(await codes(guest, '1000')).toEqual(thrice('401 LOGIN_REQUIRED'));
  });

  it.each([
    ['who shut itself out (SLT-06)', AccountFlag.SelfExcluded, '403 SELF_EXCLUDED'],
    ['whose partner account may not invest', AccountFlag.MayNotInvest, '403 PARTNER_MAY_NOT_INVEST'],
    ['who is frozen', AccountFlag.Frozen, '403 ACCOUNT_FROZEN'],
    ['who is leaving', AccountFlag.Leaving, '403 ACCOUNT_FROZEN'],
  ])('one %s; the money it has can leave unless it is shut, and its bets are settled', async (_says, flag, code) => {
    await setFlags(rosa, flag);
    expect(await codes(rosa, '1000')).toEqual(thrice(code));
    const out = await rosa.post('/api/dnw/transfer', { from: 'BINARY', to: 'FUTURES', point: '1382' });
    expect(out.status).toBe((flag & SHUT_FLAGS) !== 0 ? 403 : 200);
    await setFlags(rosa, 0);
    expect(await codes(rosa, '1000')).toEqual(thrice('200 taken'));
  });

  it('one in a country without the games, or not served at all', async () => {
    expect(await codes(rosa, '1000', { 'x-country': 'SG' })).toEqual(thrice('403 PRODUCT_OFF'));
    expect(await codes(rosa, '1000', { 'x-country': 'KP' })).toEqual(thrice('451 REGION_CLOSED'));
    expect(await codes(rosa, '1000', { 'x-country': 'KR' })).toEqual(thrice('200 taken'));
  });

  it('one who owes its consent', async () => {
    const { pool, services } = exchange.server.context;
    const bind = async (isBinding: boolean) => {
      const change = 'UPDATE site_document SET needs_consent = $2, effective_at = $3 WHERE site_id = $1 AND kind = $4';
      await pool.query(change, [HANOK, isBinding, new Date(0), 'risk']);
      await services.use(consentService).read(HANOK);
    };
    await bind(true);
    expect(await codes(rosa, '1000')).toEqual(thrice('403 CONSENT_NEEDED'));
    await bind(false);
    expect(await codes(rosa, '1000')).toEqual(thrice('200 taken'));
  });

  it('one whom an operator blocked: its log-in is over', async () => {
    const sven = await player('sven_games');
    const operator = await exchange.operator(undefined, HANOK);
    const blocked = await operator.post('/api/admin/member/status', { playerId: sven.member, status: 'DENY', reason: 'a test of it' });
    expect(blocked.status).toBe(200);
    for (const code of await codes(sven, '1000')) expect(code).toMatch(/^40[13] /);
  });

  it('anybody, on a site without the bit (BIN-13, SLT-02)', async () => {
    // In the row: what stands in memory alone, the next look at the rows would take back.
    const setType = async (type: number) => {
      const { pool } = exchange.server.context;
      await pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [HANOK, JSON.stringify({ type })]);
      await expect.poll(() => exchange.server.context.sites.byId(HANOK)?.type).toBe(type);
    };
    const una = await player('una_games');
    const { tradeRoundId, tradeOptionId } = await betting(PRICE_ROUND);
    const { tradeHistoryId } = (await una.post(BETTING, { point: '1000', tradeRoundId, type: 'UP' })).body.data;
    await exchange.projected(HANOK);
    await setType(8);
    // What she holds stays to be seen.
    const held = await una.get('/api/trade/history/current_for_option', { tradeOptionId });
    expect(held.body.data).toMatchObject([{ tradeHistoryId }]);
    const tries = [
      await una.post(BETTING, { point: '1000', tradeRoundId, type: 'UP' }),
      await spin(una, '1000'),
      await guest.get('/api/slot/list'),
    ];
    expect(tries.map(({ status, body }) => `${status} ${body.code}`)).toEqual(thrice('403 PRODUCT_OFF'));
    await setType(56);
    expect((await spin(una, '1000')).status).toBe(200);
  });
});

describe('money of games', () => {
  let vera: TestMember;
  const equity = async (): Promise<Equity> => (await vera.get('/api/wallet/equity')).body.data;
  const entries = async (): Promise<DnwEntry[]> => {
    await exchange.projected(HANOK);
    return (await vera.get('/api/dnw/list', { walletType: 'BINARY', size: 100 })).body.data.content;
  };

  it('an open stake is still the member’s: it waits, counts in the total, and is no loss of the day', async () => {
    vera = await player('vera_games');
    const before = await equity();
    await toNext();
    const round = await betting(PRICE_ROUND);
    const placed: TradeBet = (await bet(vera, '1001')).body.data;
    expect(placed).toMatchObject({ point: '1001', expectPoint: '1951' });
    expect(await wallet(vera)).toMatchObject({ currency: 'KRW', point: '1380999', gameWaitPoint: '1001' });
    expect(await equity()).toMatchObject({ equity: before.equity, today: before.today });
    expect(await limit(vera, 'LOSS')).toMatchObject({ used: '0.000000' });
    await settle(round, 6_000_500);
    // 1001 x 1.95 is 1951.95: nothing rounds in the member's favour.
    expect(await wallet(vera)).toMatchObject({ point: '1382950', gameWaitPoint: '0' });
  });

  it('a day’s result is the sum of what ended in it, beside trading’s, and no deposit', async () => {
    vera = fresh(vera);
    await toNext();
    const round = await betting(PRICE_ROUND);
    await bet(vera, '3000', {}, 'DOWN');
    await settle(round, 6_000_500);
    const spun = [await spin(vera, '1000'), await spin(vera, '2000')].map(({ body }) => Number(body.data.profit));
    await exchange.projected(HANOK);
    const won = 950 - 3000 + spun.reduce((sum, each) => sum + each, 0);
    const { today, days } = await equity();
    const worth = (krw: number) => Math.floor((krw * 1_000_000) / 1382);
    expect(Math.round(Number(days.at(-1)?.games) * 1_000_000)).toBe(worth(won));
    expect(today.profit).toBe(days.at(-1)?.games);
    // The calendar's day, and the lists it opens: by the day that each ended.
    const { day: date } = days.at(-1)!;
    const month = (await vera.get('/api/wallet/profit/days', { month: date.slice(0, 7) })).body.data;
    expect(month).toEqual({ month: date.slice(0, 7), currency: 'KRW', days: [{ day: date, futures: '0.000000', games: String(won) }] });
    const startDate = new Date(nextDay('Asia/Seoul', now()) - DAY_MS).toISOString();
    const endDate = new Date(nextDay('Asia/Seoul', now())).toISOString();
    const bets = (await vera.get('/api/trade/history/list', { dateOf: 'END', startDate, endDate, statusStrs: '1,2,3' })).body.data;
    const spins = (await vera.get('/api/slot/history', { startDate, endDate })).body.data;
    const sumOf = (rows: { profit: string }[]) => rows.reduce((sum, { profit }) => sum + Number(profit), 0);
    expect(sumOf(bets.content) + sumOf(spins.content)).toBe(won);
    expect(sumOf(bets.days) + sumOf(spins.days)).toBe(won);
    expect((await vera.get('/api/slot/history', { endDate: startDate })).body.data).toMatchObject({
      content: [],
      days: [],
      totalElements: 0,
    });
    expect(Number((await wallet(vera)).point)).toBe(1_382_000 + won);
    // Futures' own limit and figures know nothing of it.
    expect(await limit(vera, 'LOSS')).toMatchObject({ used: '0.000000' });
    expect((await vera.get('/api/wallet/profit')).body.data).toEqual({ profit: '0.000000', sequence: expect.any(Number) });
  });

  it('every line says what it was, and the lines of the wallet add up to it', async () => {
    const lines = await entries();
    expect(lines.reduce((sum, { point }) => sum + Number(point), 0)).toBe(Number((await wallet(vera)).point));
    const played = lines.filter(({ type }) => type === 'C').map(({ reason, point }) => `${reason} ${Math.sign(Number(point))}`);
    expect(played.filter((line) => line.startsWith('ROUND'))).toEqual(['ROUND_STAKE -1', 'ROUND_PAYOUT 1', 'ROUND_STAKE -1']);
    expect(played.filter((line) => line === 'SLOT_STAKE -1').length).toBe(2);
    const stake = lines.find(({ reason }) => reason === 'ROUND_STAKE') as DnwEntry;
    expect((await vera.get('/api/dnw/entry', { dnwHistoryId: stake.dnwHistoryId })).body.data.postings).toEqual([
      {
        from: { kind: 'WALLET', walletType: 'BINARY' },
        to: { kind: 'HOUSE', purse: 'STAKES' },
        point: '3000',
        currency: 'KRW',
        reason: 'ROUND_STAKE',
      },
    ]);
    const { content } = (await vera.get('/api/dnw/list', { walletType: 'BINARY', typeStrs: 'C', size: 100 })).body.data;
    expect(content).toEqual(lines.filter(({ type }) => type === 'C'));
    expect(await exchange.server.context.engine.query<number>(HANOK, 'ledger', HouseAccount.RoundsEscrow)).toBeGreaterThanOrEqual(0);
  });

  it('a bonus is worked off by trading alone: no bet, spin, refund or move makes it lighter (rules: bonus money)', async () => {
    const head = { kind: CommandKind.Transfer, time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 } as const;
    const [debit, credit] = [HouseAccount.Promo, HouseAccount.Grant];
    await exchange.command(HANOK, encodeCommand({ ...head, debit, credit, amount: 50_000_000, reason: PostingReason.Adjustment }));
    const operator = await exchange.operator(['coupon.*', 'approval.*'], HANOK);
    const coupon = { promoCode: 'PLAY-50', name: { ko: '놀이', en: 'Play' }, point: '50', quota: 1, turnover: 10 };
    const expiresAt = new Date(now() + DAY_MS).toISOString();
    expect((await operator.post('/api/admin/coupon/create', { ...coupon, expiresAt })).status).toBe(200);
    const zoe = await exchange.member('zoe_games', '0', HANOK);
    // Won are no bonus: a coupon counts in USDT.
    expect((await zoe.post('/api/coupon/use', { promoCode: 'PLAY-50', walletType: 'BINARY' })).body.code).toBe('WALLET_NOT_USED');
    expect((await zoe.post('/api/coupon/use', { promoCode: 'PLAY-50', walletType: 'USDT' })).status).toBe(200);
    const { services, sites } = exchange.server.context;
    const held = async () => {
      await exchange.projected(HANOK);
      return services.use(heldBonusOf)(sites.byId(HANOK) as SiteConfig, zoe.account);
    };
    expect(await held()).toBe(50_000_000);
    expect((await zoe.post('/api/dnw/transfer', { from: 'USDT', to: 'BINARY', point: '50' })).status).toBe(200);
    await toNext();
    const round = await betting(PRICE_ROUND);
    const { tradeHistoryId } = (await bet(zoe, '10000')).body.data as TradeBet;
    for (const type of ['UP', 'DOWN']) await bet(zoe, '10000', {}, type);
    expect((await zoe.post('/api/trade/history/cancel', { id: tradeHistoryId })).status).toBe(200);
    await spin(zoe, '10000');
    await settle(round, 6_000_500);
    const left = (await wallet(fresh(zoe))).point;
    expect((await fresh(zoe).post('/api/dnw/transfer', { from: 'BINARY', to: 'USDT', point: left })).status).toBe(200);
    expect(await held()).toBe(50_000_000);
  });

  it('what the house kept, by product, is what its purse holds', async () => {
    await exchange.projected(HANOK);
    const operator = await exchange.operator(undefined, HANOK);
    const { currency, products } = (await operator.get('/api/admin/wallet/games', { days: '7' })).body.data;
    expect([currency, products.map(({ product }: HouseGame) => product)]).toEqual(['KRW', ['ROUNDS', 'POWERBALL', 'SLOT']]);
    for (const { product, plays, staked, paid, kept } of products as HouseGame[]) {
      // Nobody told a tick after the cut-off of a draw, so theirs are void.
      expect(plays > 0).toBe(product !== 'POWERBALL');
      expect(Number(staked) - Number(paid)).toBe(Number(kept));
    }
    const kept = products.reduce((sum: number, each: HouseGame) => sum + Number(each.kept), 0);
    expect(await exchange.server.context.engine.query<number>(HANOK, 'ledger', HouseAccount.Rounds)).toBe(kept);
    const flow = (await operator.get('/api/admin/wallet/flow', { days: '7' })).body.data;
    // No stake, no conversion and no gift is a deposit.
    expect(flow.flows.map(({ net }: CurrencyFlow) => Number(net))).toEqual([0, 0]);
  });

  it('more than there is: in the wallet’s own currency', async () => {
    const most = Number((await wallet(vera)).point).toLocaleString('en-US');
    for (const answer of [
      await vera.post('/api/dnw/transfer', { from: 'BINARY', to: 'FUTURES', point: '9999999' }),
      await vera.post('/api/dnw/transfer', { from: 'BINARY', to: 'FUTURES', point: '99999999999999999' }),
    ])
      expect([answer.body.code, answer.body.message]).toEqual([
        'INSUFFICIENT_BALANCE',
        `잔액이 부족해요. 지금 쓸 수 있는 금액은 ${most} KRW예요.`,
      ]);
    expect((await spin(vera, '100000')).status).toBe(200);
  });
});
