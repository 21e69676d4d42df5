// An exchange for games in won: the second demo site with rounds, power ball and slot, time held and ticks told by hand.
import { DAY_MS, SEOUL_AHEAD_MS } from '@maru/kit/contract/calendar.ts';
import type { TradeRound } from '@maru/rounds/contract.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { slotFeature } from '@maru/slot/server/feature.ts';
import { expect } from 'vitest';
import type { HttpAnswer } from './http-exchange.ts';
import { type TestExchange, type TestMember, HANOK, openTestExchange } from './test-exchange.ts';
import { heldTime } from './held-time.ts';
import { toldMarket } from './told-market.ts';

const BTC = 'BINANCE:BTCUSDT';
const HALF_MINUTE = 30_000;
export const PRICE_ROUND = 1;
export const POWER_BALL = 17;
export const BETTING = '/api/trade/history/betting';

export type Caller = Pick<TestMember, 'get' | 'post'>;
type Poster = Pick<TestMember, 'post'>;

export class WonGames {
  // Noon in Seoul: no test runs over midnight by chance.
  readonly time = heldTime(Math.floor((Date.now() + SEOUL_AHEAD_MS) / DAY_MS) * DAY_MS + DAY_MS / 2 - SEOUL_AHEAD_MS);
  readonly #market = toldMarket();
  exchange!: TestExchange;
  guest!: Caller;

  async open(): Promise<void> {
    const { clock, engineWorker } = this.time;
    const env = { MARU_TRUSTED_PROXIES: '127.0.0.1', MARU_COUNTRY_HEADER: 'x-country' };
    this.exchange = await openTestExchange({ env, clock, engineWorker, market: this.#market.feature, more: [roundsFeature, slotFeature] });
    const settings = {
      type: 56,
      // A rate that may not move needs no spread.
      conversion: { spread: 0, maxMove: 0 },
      slot: { isPlay: true, minStake: '1000', maxStake: '100000' },
      regions: { closed: ['KP'], productsOff: { SG: 48 } },
    };
    const { pool } = this.exchange.server.context;
    await pool.query('UPDATE site_site SET config = config || $2::jsonb WHERE id = $1', [HANOK, JSON.stringify(settings)]);
    this.guest = this.exchange.guest(HANOK);
  }

  /** A changed row is live within seconds. */
  async isLive(): Promise<void> {
    await expect.poll(async () => (await this.guest.get('/api/trade/option/list')).body.data?.totalElements).toBe(19);
    await expect.poll(() => this.#market.isHeard(BTC)).toBe(true);
  }

  async close(): Promise<void> {
    await this.exchange.stop();
    this.time.stop();
  }

  now = (): number => this.time.clock.now();

  /** With a new token: held time outlives the old one. */
  fresh = (member: TestMember): TestMember => ({ ...member, ...this.exchange.as(member, 'member') });

  /** A member with 1,000 USDT's worth of won to play with, and as many USDT beside it. */
  player = async (username: string): Promise<TestMember> => {
    const member = await this.exchange.member(username, '2000', HANOK);
    expect((await member.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: '1000' })).status).toBe(200);
    return member;
  };

  wallet = async (member: TestMember) => (await member.get('/api/wallet/my')).body.data.BINARY;

  betting = async (tradeOptionId: number): Promise<TradeRound> =>
    (await this.guest.get('/api/trade/game/current', { tradeOptionId })).body.data.betting;

  bet = async (member: Poster, point: string, headers = {}, type = 'UP'): Promise<HttpAnswer> => {
    const { tradeRoundId } = await this.betting(type.startsWith('PB') ? POWER_BALL : PRICE_ROUND);
    return member.post(BETTING, { point, tradeRoundId, type }, headers);
  };

  draw = (member: Poster, point: string, headers = {}): Promise<HttpAnswer> => this.bet(member, point, headers, 'PB_ODD');

  spin = (member: Poster, point: string, headers = {}): Promise<HttpAnswer> => member.post('/api/slot', { point }, headers);

  /** What each way to stake answers: a bet on a round, on a draw, a spin. */
  codes = async (member: Poster, point: string, headers = {}): Promise<string[]> => {
    const found: string[] = [];
    for (const play of [this.bet, this.draw, this.spin]) {
      const { status, body } = await play(member, point, headers);
      found.push(`${status} ${body.code ?? 'taken'}`);
    }
    return found;
  };

  /** To just after a boundary, where the round after it takes bets. */
  toNext = async (): Promise<void> => {
    const at = (Math.floor(this.now() / HALF_MINUTE) + 1) * HALF_MINUTE;
    await this.#pass(at, 6_000_000);
    await this.time.goTo(at + 1_000);
  };

  settle = async ({ tradeRoundId, startAt }: TradeRound, close: number): Promise<void> => {
    await this.#pass(Date.parse(startAt), 6_000_000);
    await this.#pass(Date.parse(startAt) + HALF_MINUTE, close);
    await expect.poll(async () => (await this.guest.get('/api/trade/game/round', { tradeRoundId })).body.data.status).not.toBe(0);
  };

  /** Over a boundary with a fresh tick of this price. */
  async #pass(at: number, price: number): Promise<void> {
    this.#market.tick(BTC, price, at - 300);
    await this.time.goTo(at + 200);
    const text = 'SELECT 1 FROM rounds_boundary WHERE symbol = $1 AND at_ms >= $2';
    await expect.poll(async () => (await this.exchange.server.context.pool.query(text, [BTC, at])).rowCount).not.toBe(0);
  }
}
