// Practice money beside bets for money, over the whole server: the same strike, close and result whatever the feed does; nothing of it in
// the books; every bet settled or given back once, also over a crash.
import type { TradeBet, TradeRound } from '@maru/rounds/contract.ts';
import type { PracticeBet, PracticePurse } from '@maru/rounds/practice-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestMember, MARU } from './testing/test-exchange.ts';
import { BTC, openRoundStage, type RoundStage } from './testing/round-stage.ts';

const PRACTICE = '/api/trade/practice';
const PRICE = 6_000_000;
const MONEY = 1;
/** A second R.5 on BTC, which nobody bets on with money: its number in the list. */
let twin = 0;
let stage: RoundStage;
let alice: TestMember;
let carol: TestMember;

beforeAll(async () => {
  stage = await openRoundStage();
  await stage.change(({ rounds }) => {
    const { options } = rounds!;
    twin = options.push({ ...options[0] });
  });
  alice = await stage.player('alice');
  carol = await stage.player('carol');
});
afterAll(async () => {
  await stage.exchange.stop();
  stage.time.stop();
});

const refresh = () => {
  alice = stage.fresh(alice);
  carol = stage.fresh(carol);
};
const purse = async (): Promise<PracticePurse> => (await carol.get(PRACTICE)).body.data;
const past = async (): Promise<PracticeBet[]> => (await carol.get(`${PRACTICE}/history`, { size: 100 })).body.data.content;
const placed = async ({ tradeRoundId }: TradeRound, type: string, point = '10', key = `${tradeRoundId}-${type}`): Promise<PracticeBet> => {
  const { body } = await carol.post(`${PRACTICE}/betting`, { point, tradeRoundId, type }, { 'idempotency-key': key });
  expect([body.status, body.code]).toEqual(['success', undefined]);
  return body.data;
};
const ended = ({ tradeHistoryId }: TradeBet) =>
  expect.poll(async () => (await past()).find((bet) => bet.tradeHistoryId === tradeHistoryId)?.status);
const betting = async (option: number): Promise<TradeRound> => {
  refresh();
  return (await stage.current(option)).betting;
};

/** Numbers that look random and are the same every time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** What the feed may do before a boundary: a tick as old as it may be or a moment older, none, a jump confirmed or not, a halt. */
const moods = ['fresh', 'same', 'oldest', 'tooOld', 'none', 'jump', 'confirmed', 'halted', 'fresh', 'fresh'] as const;

async function boundary(at: number, mood: (typeof moods)[number], before: number, step: number): Promise<number> {
  const { market } = stage;
  market.index = 0;
  const isJump = mood === 'jump' || mood === 'confirmed';
  const price = mood === 'same' ? before : isJump ? Math.round(before * (step > 0 ? 1.06 : 0.94)) : before + step;
  const age = { oldest: 2_000, tooOld: 2_001 }[mood as string] ?? 300;
  if (mood === 'confirmed') market.index = price;
  if (mood !== 'none') {
    // What stands before a jump is fresh too.
    if (isJump) market.tick(BTC, before, at - age - 50);
    market.tick(BTC, price, at - age);
  }
  if (mood === 'halted') market.state = 'halted';
  await stage.pass(at, undefined);
  market.state = 'live';
  return mood === 'none' ? before : price;
}

const told = ({ point, odds, status, payout, profit, strike, closePrice, voidReason, startAt, endAt }: TradeBet) => ({
  point,
  odds,
  status,
  payout,
  profit,
  strike,
  closePrice,
  voidReason,
  startAt,
  endAt,
});

describe('rules 11.4 to 11.7, with money and without', () => {
  it('a round gives both the same strike, close and result, and so does one that nobody bet on with money', async () => {
    await stage.toNext();
    const pick = random(20_261_122);
    const pairs: { real: TradeBet; beside: PracticeBet; alone: PracticeBet }[] = [];
    let price = PRICE;
    for (let i = 0; i < 30; i++) {
      const [money, free] = [await betting(MONEY), await betting(twin)];
      expect(free.startAt).toBe(money.startAt);
      // What is over ends as the rows come: one round behind at the most, or its time to be settled is over.
      await expect.poll(async () => (await purse()).open.length).toBeLessThanOrEqual(8);
      for (const type of ['UP', 'DOWN'])
        pairs.push({
          real: await stage.bet(alice, money.tradeRoundId, type, '10'),
          beside: await placed(money, type),
          alone: await placed(free, type),
        });
      price = await boundary(Date.parse(money.startAt), moods[pick(moods.length)], price, pick(801) - 400);
    }
    await stage.pass(Date.parse(pairs.at(-1)?.real.endAt ?? ''), price + 7);
    refresh();
    for (const { real, beside, alone } of pairs.slice(-2)) {
      await stage.settled(alice, real).not.toBe(0);
      for (const bet of [beside, alone]) await ended(bet).not.toBe(0);
    }
    await expect.poll(async () => (await purse()).open).toEqual([]);
    const money = new Map(
      (await alice.get('/api/trade/history/list', { size: 100 })).body.data.content.map((bet: TradeBet) => [bet.tradeHistoryId, bet]),
    );
    const free = new Map(await everyPast());
    const reasons = new Set<string | null>();
    for (const { real, beside, alone } of pairs) {
      const wanted = told(money.get(real.tradeHistoryId) as TradeBet);
      reasons.add(wanted.status === 3 ? wanted.voidReason : `${wanted.status}`);
      expect(told(free.get(beside.tradeHistoryId) as PracticeBet)).toEqual(wanted);
      expect(told(free.get(alone.tradeHistoryId) as PracticeBet)).toEqual(wanted);
    }
    // The feed did what it could.
    expect([...reasons].sort()).toEqual(expect.arrayContaining(['1', '2', 'FEED_GAP', 'HALTED', 'PRICE_JUMP', 'TIE']));
    // What came back is what was paid: nothing made, nothing lost.
    const paid = [...free.values()].reduce((sum, { profit }) => sum + Math.round(Number(profit) * 1e6), 0);
    expect(Math.round(Number((await purse()).point) * 1e6)).toBe(10_000_000_000 + paid);
  });

  async function everyPast(): Promise<[number, PracticeBet][]> {
    const all: PracticeBet[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await carol.get(`${PRACTICE}/history`, { size: 50, ...(cursor && { cursor }) });
      all.push(...body.data.content);
      cursor = body.data.next;
    }
    return all.map((bet) => [bet.tradeHistoryId, bet]);
  }
});

describe('the books', () => {
  /** All that a site keeps of money and rounds, and how far its journal has come. */
  async function books(): Promise<unknown> {
    const { context, engines } = stage.exchange.server;
    await stage.exchange.projected();
    const { rows } = await context.pool.query<{ t: string }>(
      `SELECT table_name AS t FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'site_id'
         AND table_name ~ '^(rounds_(bet|round|evidence|waiting)|wallet_|futures_|slot_|account_limit|partner_)' ORDER BY 1`,
    );
    const hashes = rows.map(async ({ t }) => {
      const text = `SELECT count(*)::int AS n, md5(coalesce(string_agg(r, '|' ORDER BY r), '')) AS h FROM (SELECT to_jsonb(x)::text AS r FROM ${t} x) y`;
      return [t, (await context.pool.query(text)).rows[0]];
    });
    const wallets = await Promise.all([alice, carol].map(async (member) => (await member.get('/api/wallet/my')).body.data));
    const site = engines.status().find((status) => status.site === MARU);
    return { seq: site?.seq, rows: Object.fromEntries(await Promise.all(hashes)), wallets, sum: await stage.ledgerSum() };
  }

  it('know nothing of practice: no command, no row, no money, no pool, nobody else’s list', async () => {
    await stage.toNext();
    const round = await betting(twin);
    const before = await books();
    const bet = await placed(round, 'UP', '1000');
    const back = await placed(round, 'DOWN', '500');
    expect((await carol.post(`${PRACTICE}/cancel`, { id: back.tradeHistoryId })).status).toBe(200);
    expect((await stage.round(round.tradeRoundId)).pool).toEqual({ up: '0.000000', down: '0.000000', upCount: 0, downCount: 0 });
    await stage.pass(Date.parse(round.startAt), PRICE);
    await stage.pass(Date.parse(round.endAt), PRICE + 50);
    refresh();
    await ended(bet).toBe(1);
    const [others, real, winners, evidence] = await Promise.all([
      alice.get('/api/trade/history/recent_all_history', { tradeOptionId: twin }),
      carol.get('/api/trade/history/list'),
      alice.get('/api/trade/history/top_winners'),
      alice.get('/api/trade/round/evidence', { tradeRoundId: round.tradeRoundId }),
    ]);
    expect([others.body.data, real.body.data.content, real.body.data.days, evidence.body.code]).toEqual([[], [], [], 'EVIDENCE_NOT_YET']);
    expect(winners.body.data.filter(({ isMe }: { isMe: boolean }) => !isMe)).toEqual([]);
    expect(await books()).toEqual(before);
  });
});

describe('a crash', () => {
  it('leaves an open bet to be settled once: by the ticks that were seen, or given back where nobody watched', async () => {
    await stage.toNext();
    const seen = await betting(twin);
    const bet = await placed(seen, 'UP', '100', 'kept');
    await stage.pass(Date.parse(seen.startAt), PRICE);
    await stage.pass(Date.parse(seen.endAt), PRICE + 5);
    refresh();
    await ended(bet).toBe(1);
    const { point } = await purse();
    // As it stood a moment before the settlement was written: its transaction is all or nothing.
    const { pool } = stage.exchange.server.context;
    await pool.query('UPDATE rounds_practice_bet SET status = 0, payout = NULL, settled_ms = NULL WHERE bet_id = $1', [bet.tradeHistoryId]);
    await pool.query('UPDATE rounds_practice_purse SET balance = balance - 195000000 WHERE account = $1', [carol.account]);
    const unseen = await betting(twin);
    const lost = await placed(unseen, 'DOWN', '200');
    await stage.exchange.crash();
    await stage.time.goTo(Date.parse(unseen.endAt) + 1_000);
    refresh();
    await ended(bet).toBe(1);
    await ended(lost).toBe(3);
    expect(await purse()).toMatchObject({ point, gameWaitPoint: '0.000000', open: [] });
    expect((await past()).find(({ tradeHistoryId }) => tradeHistoryId === bet.tradeHistoryId)).toMatchObject({ closePrice: '60000.05' });
    // Asked again it is the first bet still.
    expect(await placed(seen, 'UP', '100', 'kept')).toEqual(bet);
    await stage.exchange.crash();
    refresh();
    await stage.toNext();
    expect((await purse()).point).toBe(point);
  });
});
