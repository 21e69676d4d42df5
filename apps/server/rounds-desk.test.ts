// The back office of rounds over the whole server: terms under the guard, pauses, new games without a restart, lists; time is held, ticks are told.
import type { DeskOption } from '@maru/rounds/admin-contract.ts';
import type { DeskRound, LiveGame } from '@maru/rounds/desk-contract.ts';
import { checkEvidence } from '@maru/rounds/evidence-check.ts';
import type { TradeRound } from '@maru/rounds/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTest, readSources } from '../../tools/tidy/sources.ts';
import { CommandHeadWord, CommandKind } from '@maru/engine/wire/command.ts';
import { HEADER_WORDS } from '@maru/engine/wire/command-kind.ts';
import { createFeatures } from './features.ts';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './testing/test-exchange.ts';
import { heldTime } from './testing/held-time.ts';
import { pagesRead, settleTables } from './testing/looked-up.ts';
import { fieldsOf } from './testing/made-requests.ts';
import { operatorRoutes, OperatorWalk } from './testing/operator-walk.ts';
import { toldMarket } from './testing/told-market.ts';

const CommandHead = CommandHeadWord;

const BTC = 'BINANCE:BTCUSDT';
const BETTING = '/api/trade/history/betting';
const OPTIONS = '/api/admin/rounds/options';
const R5S = 1;
const P1 = 17;
/** Those of the exchange itself. */
const standing = new Set(['operator', 'site', 'outbox', 'member', 'account', 'partner', 'futures', 'wallet', 'market']);

const time = heldTime(Math.ceil(Date.now() / 300_000) * 300_000);
const market = toldMarket();
type Desk = Pick<TestMember, 'get' | 'post'>;
let exchange: TestExchange;
let desk: Desk;
let second: Desk;
let alice: TestMember;

beforeAll(async () => {
  const more = createFeatures().filter(({ name }) => !standing.has(name));
  exchange = await openTestExchange({ clock: time.clock, engineWorker: time.engineWorker, market: market.feature, more });
  // Futures, binary and power ball.
  await exchange.server.context.pool.query(`UPDATE site_site SET config = jsonb_set(config, '{type}', '56') WHERE id = $1`, [MARU]);
  [desk, second, alice] = await Promise.all([exchange.operator(), exchange.operator(), exchange.member('alice')]);
  expect((await alice.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '5000' })).status).toBe(200);
});
afterAll(() => exchange.stop());
// By itself: what failed to start must not leave its time to the files after it.
afterAll(() => time.stop());

const data = async <T>(answer: Promise<{ body: { data: T } }>): Promise<T> => (await answer).body.data;
const optionAt = async (tradeOptionId: number): Promise<DeskOption> => {
  const { options } = await data<{ options: DeskOption[] }>(desk.get(OPTIONS));
  return options[tradeOptionId - 1];
};
const change = async (by: Desk, tradeOptionId: number, terms: object, odds: object = {}) => {
  const { terms: now, print } = await optionAt(tradeOptionId);
  const body = { tradeOptionId, print, terms: { ...now, ...terms, odds: { ...now.odds, ...odds } }, reason: '조건을 다듬어요' };
  return by.post('/api/admin/rounds/option', body);
};
const taken = (tradeOptionId: number) => expect.poll(async () => (await optionAt(tradeOptionId)).termState);
const roundsOf = (tradeOptionId: number) =>
  data<{ running: TradeRound; betting: TradeRound }>(alice.get('/api/trade/game/current', { tradeOptionId }));
const bet = (round: TradeRound, type: string, point = '10') => alice.post(BETTING, { point, tradeRoundId: round.tradeRoundId, type });

const decide = async (id: number) => {
  await second.post('/api/admin/approval/claim', { id });
  const { print } = await data<{ print: string }>(second.get('/api/admin/approval', { id }));
  return second.post('/api/admin/approval/decide', { id, isApproved: true, print });
};
const boundaryTaken = async (at: number) =>
  (await exchange.server.context.pool.query('SELECT 1 FROM rounds_boundary WHERE symbol = $1 AND at_ms >= $2', [BTC, at])).rowCount !== 0;
async function passBoundary(at: number, price: number): Promise<void> {
  market.index = price;
  market.tick(BTC, price, at - 300);
  await time.goTo(at + 200);
  await expect.poll(() => boundaryTaken(at)).toBe(true);
}

describe('terms of a game', () => {
  it('11.6, 12.3: odds that leave the house nothing are refused by their field, with what would do; nothing changes', async () => {
    await expect.poll(() => market.isHeard(BTC)).toBe(true);
    await taken(R5S).toBe('LIVE');
    const tooMuch = await change(desk, R5S, {}, { UP: '1.99' });
    expect([tooMuch.status, tooMuch.body.code, tooMuch.body.data, tooMuch.body.message]).toEqual([
      422,
      'ROUND_ODDS_RANGE',
      expect.objectContaining({ field: 'terms.odds.UP', most: '1.98' }),
      'UP 배당 1.99은 쓸 수 없어요. 1.5에서 1.98 사이여야 해요.',
    ]);
    const unguarded = await change(desk, P1, {}, { PB_ODD: '2' });
    expect([unguarded.body.code, unguarded.body.message]).toEqual([
      'ROUND_ODDS_GUARD',
      'PB_ODD 배당 2은 쓸 수 없어요. 확률 × 배당이 1예요. 1보다 작아야 하고, 1.99999999까지 쓸 수 있어요.',
    ]);
    const refusals = [
      [R5S, { minPoint: '0' }, 'ROUND_LIMITS', 'terms.minPoint'],
      [R5S, { maxPoint: '0.5' }, 'ROUND_LIMITS', 'terms.maxPoint'],
      [R5S, { maxSidePoint: '1.0000001' }, 'BAD_PRECISION', 'terms.maxSidePoint'],
      [R5S, { cutoffSeconds: 30 }, 'ROUND_LIMITS', 'terms.cutoffSeconds'],
      [R5S, { saleFee: '0.6' }, 'ROUND_LIMITS', 'terms.saleFee'],
      [P1, { isEarlySale: true }, 'INVALID_FIELD', 'terms.isEarlySale'],
      [P1, { hours: { days: '1111111', from: '09:00', to: '18:00' } }, 'INVALID_FIELD', 'terms.hours'],
      [R5S, { hours: { days: '1111100', from: '09:00', to: '18:00' } }, 'APPROVAL_REQUIRED', undefined],
      [R5S, {}, 'SITE_SAME', undefined],
    ] as const;
    for (const [option, terms, code, field] of refusals) {
      const { body } = await change(desk, option, terms);
      expect([body.code, body.data?.field]).toEqual([code, field]);
    }
    expect((await change(desk, R5S, {}, { PB_ODD: '1.9' })).body.code).toBe('INVALID_BET_TYPE');
    expect((await optionAt(R5S)).terms.odds).toEqual({ UP: '1.95', DOWN: '1.95' });
  });

  it('a small change holds from the first round whose betting has not opened, and says which; accepted bets keep their odds', async () => {
    const open = await roundsOf(R5S);
    const early = (await bet(open.betting, 'UP')).body.data;
    const { status, body } = await change(desk, R5S, {}, { UP: '1.92' });
    expect([status, body.data.termState]).toEqual([200, 'WAITING']);
    await taken(R5S).toBe('COMING');
    const { holdsFrom } = await optionAt(R5S);
    expect(holdsFrom).toMatchObject({ tradeRoundId: open.betting.tradeRoundId + 1, betOpenAt: open.betting.startAt });
    // The very round that takes bets keeps its odds to its end.
    expect((await bet(open.betting, 'UP')).body.data.odds).toBe('1.95');
    await time.goTo(Date.parse(open.betting.startAt) + 1_000);
    await taken(R5S).toBe('LIVE');
    expect((await bet((await roundsOf(R5S)).betting, 'UP')).body.data.odds).toBe('1.92');
    const kept = await data<{ content: { tradeHistoryId: number; odds: string }[] }>(alice.get('/api/trade/history/list'));
    expect(kept.content.find(({ tradeHistoryId }) => tradeHistoryId === early.tradeHistoryId)?.odds).toBe('1.95');
  });

  it('ADM-05: a large one waits for another person, and is not applied to a game that has moved meanwhile', async () => {
    const asked = await change(desk, R5S, { maxPoint: '5000' });
    expect([asked.status, asked.body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
    expect((await optionAt(R5S)).terms.maxPoint).toBe('1000');
    expect((await decide(asked.body.data.requestId)).status).toBe(200);
    expect((await optionAt(R5S)).terms.maxPoint).toBe('5000');
    const again = await change(desk, R5S, { maxPoint: '9000' });
    expect((await change(desk, R5S, { cutoffSeconds: 6 })).status).toBe(200);
    expect((await decide(again.body.data.requestId)).body.code).toBe('ROUND_OPTION_MOVED');
    const stale = await desk.post('/api/admin/rounds/option', {
      tradeOptionId: R5S,
      print: 'before',
      terms: (await optionAt(R5S)).terms,
      reason: '예전 화면에서',
    });
    expect(stale.body.code).toBe('ROUND_OPTION_MOVED');
  });
});

describe('pausing and adding', () => {
  it('a pause is of rounds whose betting has not opened: the open one takes bets and is settled by its price', async () => {
    const { betting } = await roundsOf(R5S);
    const placed = (await bet(betting, 'UP')).body.data;
    const paused = await desk.post('/api/admin/rounds/option/pause', { tradeOptionId: R5S, isPlay: false, reason: '점검해요' });
    expect([paused.status, paused.body.data.terms.isPlay]).toEqual([200, false]);
    await taken(R5S).toBe('COMING');
    expect((await bet(betting, 'DOWN')).status).toBe(200);
    await passBoundary(Date.parse(betting.startAt), 6_000_000);
    const next = { ...betting, tradeRoundId: betting.tradeRoundId + 1 };
    expect((await bet(next, 'UP')).body.code).toBe('ROUND_OPTION_PAUSED');
    await exchange.projected();
    const { games } = await data<{ games: LiveGame[] }>(desk.get('/api/admin/rounds/live'));
    const game = games.find(({ tradeOptionId }) => tradeOptionId === R5S);
    const running = game?.rounds.find(({ round }) => round.tradeRoundId === betting.tradeRoundId);
    expect([game?.isPlay, running?.round.phase, running?.bets]).toEqual([false, 'RUNNING', 3]);
    await passBoundary(Date.parse(betting.endAt), 6_000_500);
    await expect
      .poll(async () => {
        const { content } = await data<{ content: { tradeHistoryId: number; status: number }[] }>(alice.get('/api/trade/history/list'));
        return content.find(({ tradeHistoryId }) => tradeHistoryId === placed.tradeHistoryId)?.status;
      })
      .toBe(1);
    const again = { tradeOptionId: R5S, isPlay: true, reason: '다시 열어요' };
    expect((await desk.post('/api/admin/rounds/option/pause', again)).status).toBe(200);
    expect((await desk.post('/api/admin/rounds/option/pause', again)).body.code).toBe('SITE_SAME');
    await taken(R5S).toBe('COMING');
  });

  it('a new game takes the next place, wants a second person, and is played without a restart; places are never used again', async () => {
    const { options } = await data<{ options: DeskOption[] }>(desk.get(OPTIONS));
    const { terms } = options[1];
    const add = (game: string, stock?: string) =>
      desk.post('/api/admin/rounds/option/add', { game, ...(stock && { stock }), terms, reason: '새 게임을 더해요' });
    expect((await add('B1', BTC)).body.code).toBe('ROUND_SYMBOL');
    expect((await add('R1', BTC)).body.code).toBe('ROUND_OPTION_TWICE');
    const asked = await add('R2', 'BINANCE:SOLUSDT');
    expect(asked.body.code).toBe('APPROVAL_REQUIRED');
    expect((await decide(asked.body.data.requestId)).status).toBe(200);
    const added = options.length + 1;
    await taken(added).toBe('LIVE');
    expect(await optionAt(added)).toMatchObject({ tradeOptionId: added, code: 'R2', stock: 'BINANCE:SOLUSDT' });
    expect((await bet((await roundsOf(added)).betting, 'UP')).status).toBe(200);
    // Undone, the edition before lacks it; its place stays.
    const { edition } = await data<{ edition: number }>(desk.get('/api/admin/site'));
    await desk.post('/api/admin/site/undo', { edition, reason: '되돌려 봐요' });
    expect(await optionAt(added)).toMatchObject({ code: 'R2', stock: 'BINANCE:SOLUSDT' });
    const moved = await desk.post('/api/admin/site/draft', { edition, changes: { rounds: { options: [] } } });
    expect([moved.body.code, moved.body.data.field]).toEqual(['SITE_FIELD', 'rounds.options.0']);
  });
});

describe('what operators see', () => {
  it('rounds of the moment with stakes by side, what the house stands to lose, and its purses', async () => {
    const { betting } = await roundsOf(2);
    for (const [type, point] of [
      ['UP', '100'],
      ['UP', '50'],
      ['DOWN', '30'],
    ])
      expect((await bet(betting, type, point)).status).toBe(200);
    await exchange.projected();
    const live = await data<{ games: LiveGame[]; escrow: string; open: { bets: number } }>(desk.get('/api/admin/rounds/live'));
    const round = live.games.find(({ tradeOptionId }) => tradeOptionId === 2)?.rounds.find(({ bets }) => bets > 0);
    expect(round).toMatchObject({
      bets: 3,
      staked: '180.000000',
      worst: '-112.500000',
      markets: [
        { type: 'UP', bets: 2, stake: '150.000000', pays: '292.500000' },
        { type: 'DOWN', bets: 1, stake: '30.000000', pays: '58.500000' },
      ],
    });
    expect(Number(live.escrow)).toBeGreaterThanOrEqual(180);
  });

  it('past rounds by game, state and reason, one with whose bets it had, its evidence, a file with a reason, a member’s bets', async () => {
    const list = (query: Record<string, string | number>) =>
      data<{ content: DeskRound[]; totalElements: number }>(desk.get('/api/admin/rounds/list', query));
    const { content } = await list({ tradeOptionId: R5S, state: 'WON' });
    const [settled] = content.filter(({ strike }) => strike === '60000.00');
    expect(settled).toMatchObject({
      result: 'UP',
      closePrice: '60005.00',
      bets: 3,
      staked: '30.000000',
      paid: '38.400000',
      kept: '-8.400000',
    });
    expect((await list({ tradeOptionId: R5S, voidReason: 'TIE' })).totalElements).toBe(0);
    expect((await list({ state: 'OPEN' })).content.every(({ status, paid }) => status === 0 && paid === null)).toBe(true);
    const read = await data<{ round: DeskRound; bets: { content: { playerId: number; type: string }[] } }>(
      desk.get('/api/admin/rounds/round', { tradeRoundId: settled.tradeRoundId }),
    );
    expect(read.bets.content.map(({ playerId }) => playerId)).toEqual([alice.member, alice.member, alice.member]);
    const evidence = () => desk.get('/api/admin/rounds/evidence', { tradeRoundId: settled.tradeRoundId });
    await expect.poll(async () => (await evidence()).status).toBe(200);
    expect(checkEvidence((await evidence()).body.data).filter(({ isRight }) => !isRight)).toEqual([]);
    const file = await data<{ csv: string; rows: number }>(desk.post('/api/admin/rounds/export', { state: 'WON', reason: '월말 점검' }));
    expect([file.rows, file.csv.split('\r\n').length]).toEqual([content.length, content.length + 1]);
    const own = await data<{ content: unknown[]; waiting: string; open: number }>(
      desk.get('/api/admin/rounds/member', { playerId: alice.member }),
    );
    expect(own).toMatchObject({ open: expect.any(Number), currency: 'USDT' });
    expect(Number(own.waiting)).toBeGreaterThanOrEqual(180);
  });

  it('a bet by its number, which is looked up and not read out of all that there are', async () => {
    const { pool } = exchange.server.context;
    const { rows } = await pool.query<{ id: number }>('SELECT min(bet_id) AS id FROM rounds_bet WHERE site_id = $1', [MARU]);
    await pool.query(
      `INSERT INTO rounds_bet (site_id, account, bet_id, option, ordinal, market, stake, odds, placed_seq, placed_ms, strike)
       SELECT $1, 1000000 + n % 5000, 900000000000 + n, 40 + n % 20, n / 20, 0, 1, 1, n, n, 0 FROM generate_series(1, 120000) n`,
      [MARU],
    );
    await settleTables(pool, 'rounds_bet');
    const find = (number: number) => desk.get('/api/admin/find', { number });
    expect(await pagesRead(pool, 'rounds_bet', () => find(900_000_030_000))).toBeLessThan(200);
    const own = { kind: 'BET', site: 'maru', number: String(rows[0].id), playerId: alice.member, username: 'alice' };
    expect((await find(rows[0].id)).body.data).toContainEqual(own);
    await pool.query('DELETE FROM rounds_bet WHERE account >= 1000000');
  });
});

describe('no operator sets a result', () => {
  const routes = operatorRoutes(createFeatures());
  /** Fields by which one could be named. `voidReason` narrows the file of rounds. */
  const naming = /^(result|outcome|winner|verdict|strike|close|closePrice|seed|entropy|balls|payout|isVoid|settle\w*|resettle|reopen)$/;
  /** Kinds that decide, touch or end bets and rounds; what operators' changes become is SetRoundOption and SetDrawOdds. */
  const deciding: readonly number[] = [
    CommandKind.PlaceBet,
    CommandKind.CancelBet,
    CommandKind.SellBet,
    CommandKind.SettleRound,
    CommandKind.RevealDraw,
    CommandKind.CommitDraw,
    CommandKind.CommitSlot,
    CommandKind.SpinSlot,
  ];

  it('no request of any operator’s route has a field to name one by', () => {
    expect(routes.length).toBeGreaterThan(100);
    expect(
      routes.flatMap(({ name, body }) =>
        fieldsOf(body)
          .filter((field) => naming.test(field))
          .map((field) => `${name}.${field}`),
      ),
    ).toEqual([]);
  });

  it('two files settle and draw, and no operator’s handler has either within its reach', () => {
    const sources = readSources().filter(({ path }) => !isTest(path));
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const settling = sources.filter(({ path, text }) => !path.startsWith('engine/') && /CommandKind\.(SettleRound|RevealDraw)/.test(text));
    const paths = settling.map(({ path }) => path).filter((path) => /^(features|kit|apps)\//.test(path) && !path.includes('/testing/'));
    expect(paths.toSorted()).toEqual(['features/rounds/server/draws.ts', 'features/rounds/server/settle-driver.ts']);
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) if (target && !typeOnly && byPath.has(target)) visit(target);
    };
    const handlers = sources.filter(({ path, text }) => path !== 'kit/server/operator-call.ts' && text.includes('handleOperator('));
    expect(handlers.length).toBeGreaterThan(30);
    for (const { path } of handlers) visit(path);
    expect(paths.filter((path) => reached.has(path))).toEqual([]);
  });

  it('every operator’s route, several times, with second persons agreeing: rounds, bets, odds and evidence stay; then the price decides', async () => {
    const { pool, engine } = exchange.server.context;
    const [settled] = (await data<{ content: DeskRound[] }>(desk.get('/api/admin/rounds/list', { tradeOptionId: R5S, state: 'WON' })))
      .content;
    const minute = Math.ceil(time.clock.now() / 60_000) * 60_000;
    await time.goTo(minute + 1_000);
    // Prices at a boundary are written a moment later: they belong to what stood before.
    await expect.poll(() => boundaryTaken(minute)).toBe(true);
    const { betting } = await roundsOf(2);
    const draw = (await roundsOf(P1)).betting;
    const up = (await bet(betting, 'UP')).body.data;
    expect([(await bet(betting, 'DOWN', '7')).status, (await bet(draw, 'PB_ODD')).status]).toEqual([200, 200]);
    const ordinals = [settled, betting, draw].map(({ tradeRoundId }) => tradeRoundId % 2 ** 32);
    const state = async () => {
      await exchange.projected();
      const rows = async (table: string) =>
        (
          await pool.query(
            `SELECT to_jsonb(x) AS row FROM ${table} x WHERE site_id = $1 AND ordinal = ANY($2) ORDER BY to_jsonb(x)::text`,
            [MARU, ordinals],
          )
        ).rows;
      const tables = ['rounds_round', 'rounds_bet', 'rounds_draw', 'rounds_entropy', 'rounds_evidence'];
      return {
        rows: Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rows(table)]))),
        boundaries: (await pool.query('SELECT * FROM rounds_boundary ORDER BY symbol, at_ms')).rows,
        seals: (await pool.query('SELECT day, seal, sealed FROM rounds_day_seed ORDER BY day')).rows,
        open: await engine.query(MARU, 'openRounds'),
        bets: await engine.query(MARU, 'roundBets', alice.account, -1),
        evidence: (await exchange.guest().get('/api/trade/round/evidence', { tradeRoundId: settled.tradeRoundId })).body.data,
      };
    };
    const before = await state();
    const sent: number[] = [];
    engine.onBatch(({ commands }) => {
      for (let at = 0; at < commands.length; at += HEADER_WORDS + commands[at + CommandHead.further]) sent.push(commands[at]);
    });
    const walk = new OperatorWalk(exchange);
    const game = await optionAt(2);
    const ids = [up.tradeHistoryId, betting.tradeRoundId, settled.tradeRoundId, alice.member, 1];
    const hints = {
      id: ids,
      tradeRoundId: [betting.tradeRoundId, settled.tradeRoundId, draw.tradeRoundId],
      tradeOptionId: [2, P1, R5S],
      playerId: [alice.member],
      playerIds: [[alice.member]],
      futuresOptionId: [1],
      print: [game.print],
      terms: [{ ...game.terms, odds: { UP: '1.5', DOWN: '1.98' } }],
      changes: [{ rounds: { options: [] } }, { regions: { closed: ['KR'], productsOff: {} } }],
      edition: [(await data<{ edition: number }>(desk.get('/api/admin/site'))).edition],
      username: [`walker-${betting.tradeRoundId}`],
      recipient: ['walker@maru.example', '01012345678'],
    };
    // The product taken away with a second person's yes, then every way twice.
    const { edition } = await data<{ edition: number }>(desk.get('/api/admin/site'));
    await desk.post('/api/admin/site/draft', { edition, changes: { type: 8 } });
    expect((await desk.post('/api/admin/site/publish', { edition })).body.code).toBe('APPROVAL_REQUIRED');
    expect(await walk.agreeToAll()).toBeGreaterThan(0);
    await walk.all(routes, hints, 2, 4);
    // A brand is made, and what holds for all of them changed, by operators of all brands alone; this one is of its own.
    const ofAllBrands = ['setBackupHours', 'saveDeskSettings', 'createBrand', 'giveUpBrand', 'saveBank', 'saveHoliday', 'removeHoliday'];
    expect(walk.unreached()).toEqual(ofAllBrands);
    expect([...walk.answers.keys()].toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
    expect(await state()).toEqual(before);
    expect(sent.filter((kind) => deciding.includes(kind))).toEqual([]);
    expect(sent.length).toBeGreaterThan(10);
    // The product off, the games paused, the member shut out: what was open is settled by the price all the same, at the odds accepted.
    expect(exchange.server.context.sites.byId(MARU)?.type).toBe(8);
    await passBoundary(Date.parse(betting.startAt), 6_000_000);
    await passBoundary(Date.parse(betting.endAt), 6_000_500);
    const rowOf = async (id: number) =>
      (await pool.query('SELECT status, odds::text, payout::text FROM rounds_bet WHERE site_id = $1 AND bet_id = $2', [MARU, id])).rows[0];
    await expect.poll(() => rowOf(up.tradeHistoryId)).toEqual({ status: 1, odds: '195000000', payout: '19500000' });
  });
});
