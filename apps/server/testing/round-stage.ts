// An exchange for timed rounds: time held, ticks told by hand, one site with every product; what tests of rounds do again and again.
import { everyAccount } from '@maru/engine/ledger/account.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { SiteRoundOption } from '@maru/rounds/contract.ts';
import type { TradeBet, TradeRound } from '@maru/rounds/contract.ts';
import { roundsFeature } from '@maru/rounds/server/feature.ts';
import { isOffered, siteOptions } from '@maru/rounds/server/site-options.ts';
import { termsOf } from '@maru/rounds/server/site-sync.ts';
import { expect } from 'vitest';
import { type TestExchange, type TestMember, MARU, openTestExchange } from './test-exchange.ts';
import { type HeldTime, heldTime } from './held-time.ts';
import { type ToldMarket, toldMarket } from './told-market.ts';

export const BTC = 'BINANCE:BTCUSDT';
export const BETTING = '/api/trade/history/betting';
/** R.5 on BTC: the first row of the demo's options. */
export const HALF_MINUTE = 30_000;
const PRICE = 6_000_000;

export interface BinaryWallet {
  point: string;
  gameWaitPoint: string;
}

export class RoundStage {
  readonly exchange: TestExchange;
  readonly time: HeldTime;
  readonly market: ToldMarket;

  constructor(exchange: TestExchange, time: HeldTime, market: ToldMarket) {
    this.exchange = exchange;
    this.time = time;
    this.market = market;
  }

  now(): number {
    return this.time.clock.now();
  }

  /** A member with so many USDT in the BINARY wallet, and nothing elsewhere. */
  async player(username: string, usdt = '5000'): Promise<TestMember> {
    const member = await this.exchange.member(username, usdt);
    const { status } = await member.post('/api/dnw/transfer', { from: 'FUTURES', to: 'BINARY', point: usdt });
    expect(status).toBe(200);
    return member;
  }

  /** The same member with a new token: held time outlives the old one in a few rounds. */
  fresh(member: TestMember): TestMember {
    return { ...member, ...this.exchange.as(member, 'member') };
  }

  async wallet(member: TestMember): Promise<BinaryWallet> {
    const { point, gameWaitPoint } = (await member.get('/api/wallet/my')).body.data.BINARY;
    return { point, gameWaitPoint };
  }

  async current(tradeOptionId = 1): Promise<{ running: TradeRound; betting: TradeRound; opensAt: string | null }> {
    return (await this.exchange.guest().get('/api/trade/game/current', { tradeOptionId })).body.data;
  }

  async round(tradeRoundId: number): Promise<TradeRound> {
    return (await this.exchange.guest().get('/api/trade/game/round', { tradeRoundId })).body.data;
  }

  async bet(member: TestMember, tradeRoundId: number, type: string, point: string): Promise<TradeBet> {
    const { body } = await member.post(BETTING, { point, tradeRoundId, type });
    expect([body.status, body.code]).toEqual(['success', undefined]);
    return body.data;
  }

  /** To just after the next boundary of a length: the round after is taking bets. */
  async toNext(length = HALF_MINUTE, symbol = BTC, price = PRICE): Promise<void> {
    // A site's changed rows are live within seconds.
    await expect.poll(() => this.market.isHeard(symbol)).toBe(true);
    const at = (Math.floor(this.now() / length) + 1) * length;
    await this.pass(at, price, symbol);
    await this.time.goTo(at + 1_000);
  }

  /** Over a boundary with one fresh tick before it, or without. */
  async pass(at: number, price: number | undefined, symbol = BTC): Promise<void> {
    if (price !== undefined) this.market.tick(symbol, price, at - 300);
    await this.time.goTo(at + 200);
    await expect.poll(() => this.#isTaken(at, symbol)).toBe(true);
  }

  async #isTaken(at: number, symbol: string): Promise<boolean> {
    const { rowCount } = await this.exchange.server.context.pool.query('SELECT 1 FROM rounds_boundary WHERE symbol = $1 AND at_ms >= $2', [
      symbol,
      at,
    ]);
    return rowCount !== 0;
  }

  async bets(member: TestMember): Promise<TradeBet[]> {
    return (await member.get('/api/trade/history/list')).body.data.content;
  }

  settled(member: TestMember, { tradeHistoryId }: TradeBet) {
    return expect.poll(async () => (await this.bets(member)).find((bet) => bet.tradeHistoryId === tradeHistoryId)?.status);
  }

  /** The site's row as `change` leaves it, live in the engine too. */
  async change(change: (config: SiteConfig) => void): Promise<void> {
    const { pool } = this.exchange.server.context;
    const { rows } = await pool.query('SELECT config FROM site_site WHERE id = $1', [MARU]);
    const { config } = rows[0];
    change(config);
    await pool.query('UPDATE site_site SET config = $2 WHERE id = $1', [MARU, config]);
    await untilLive(this.exchange, config);
  }

  /** Every ledger account of the site together, house and outside included (invariant I1). */
  async ledgerSum(): Promise<number> {
    const { pool, engine } = this.exchange.server.context;
    const { rows } = await pool.query('SELECT max(account_no)::int AS last FROM account_member WHERE site_id = $1', [MARU]);
    const purses = everyAccount(rows[0].last + 1).map((ledger) => engine.query<number>(MARU, 'ledger', ledger));
    return (await Promise.all(purses)).reduce((sum, each) => sum + each, 0);
  }
}

/** `options`: what is otherwise of the site's options, by place; `start` in place of now. */
export async function openRoundStage(
  options: Readonly<Record<number, Partial<SiteRoundOption>>> = {},
  start = Date.now(),
): Promise<RoundStage> {
  const time = heldTime(Math.ceil(start / 300_000) * 300_000);
  const market = toldMarket();
  const exchange = await openTestExchange({
    clock: time.clock,
    engineWorker: time.engineWorker,
    market: market.feature,
    more: [roundsFeature],
  });
  const { pool } = exchange.server.context;
  // Futures, binary and power ball; at once, so that each option is set once.
  const { rows } = await pool.query('SELECT config FROM site_site WHERE id = $1', [MARU]);
  const config = { ...rows[0].config, type: 56 };
  config.rounds.options = config.rounds.options.map((row: object, option: number) => ({ ...row, ...options[option] }));
  await pool.query('UPDATE site_site SET config = $2 WHERE id = $1', [MARU, config]);
  await untilLive(exchange, config);
  return new RoundStage(exchange, time, market);
}

/** Changed rows are live within seconds. */
async function untilLive(exchange: TestExchange, config: SiteConfig): Promise<void> {
  while (!(await isLive(exchange, exchange.server.context.sites.byId(MARU), config))) await sleep(25);
}

/** The site is as it was written, and so are its options in the engine. */
async function isLive(exchange: TestExchange, site: SiteConfig | undefined, config: SiteConfig): Promise<boolean> {
  if (site?.type !== config.type || !isDeepStrictEqual(site.rounds, config.rounds)) return false;
  const views = await exchange.server.context.engine.query<{ option: number; flags: number; saleFee: number }[]>(MARU, 'roundOptions');
  const terms = new Map(views.map((view) => [view.option, view]));
  return siteOptions(site)
    .filter((option) => isOffered(site, option))
    .every((option) => {
      const { flags, saleFee } = termsOf(site, option);
      const live = terms.get(option.option);
      return live?.flags === flags && live.saleFee === saleFee;
    });
}
