// A whole server over a fresh database for tests of calls: real HTTP, sockets, engine, journal and projections; a market that stands still.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EventKind } from '@maru/engine/wire/event.ts';
import { HouseAccount, futuresWallet, PostingReason } from '@maru/engine/ledger/account.ts';
import { symbolNamed } from '@maru/engine/market/symbols.ts';
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { rejections } from '@maru/engine/reject.ts';
import type { Role } from '@maru/kit/contract/role.ts';
import type { Clock } from '@maru/kit/server/clock.ts';
import type { DatabaseAddress } from '@maru/kit/server/database.ts';
import type { ServerFeature } from '@maru/kit/server/feature.ts';
import { refuseSecondConnections } from '@maru/kit/server/testing/one-connection.ts';
import { marketMigrations } from '@maru/market/server/migrations.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { httpExchange, type HttpAnswer } from './http-exchange.ts';
import { exchangeFeatures } from './exchange-features.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { openSignUp } from './open-sign-up.ts';
import { operatorToken } from './operator.ts';

export const MARU = 1;
export const HANOK = 2;
const hosts: Readonly<Record<number, string>> = { [MARU]: 'localhost', [HANOK]: 'hanok.localhost' };

export interface TestMember {
  site: number;
  member: number;
  account: number;
  token: string;
  get(path: string, query?: Record<string, string | number>, headers?: Record<string, string>): Promise<HttpAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
}

export interface ExchangeOptions {
  clock?: Clock;
  /** New members get demo money. */
  hasDemoMoney?: boolean;
  /** The first site takes coins in. */
  hasDeposits?: boolean;
  /** Which, where it is no demo's. */
  depositCoins?: readonly string[];
  env?: Record<string, string>;
  /** Where the server finds its database, given the real one; a wire that tests can cut. */
  through?(address: DatabaseAddress): Promise<DatabaseAddress>;
  /** Its engine's thread, where that keeps another time. */
  engineWorker?: URL;
  /** Its projector's thread, where that can be ended alone. */
  projectorWorker?: URL;
  /** In place of the market that stands still, and features beside the usual ones. */
  market?: ServerFeature;
  more?: readonly ServerFeature[];
}

export interface TestExchange {
  readonly server: TestServer;
  readonly port: number;
  /** A new member with so many USDT in the futures wallet. */
  member(username: string, usdt?: string, site?: number): Promise<TestMember>;
  guest(site?: number): Pick<TestMember, 'get' | 'post'>;
  /** A new operator with these rights, all of them when absent, at one site. */
  /** `site` null: of all sites. */
  operator(rights?: readonly string[], site?: number | null): Promise<Pick<TestMember, 'get' | 'post'>>;
  /** Whoever has this token. */
  callerOf(token: string, site?: number): Pick<TestMember, 'get' | 'post'>;
  /** The same person with a token of another role. */
  as(member: TestMember, role: Role): Pick<TestMember, 'get' | 'post'>;
  /** Journals one command; throws the name of the rejection. */
  /** More USDT for its futures. */
  fund(member: TestMember, usdt: string): Promise<void>;
  command(site: number, record: Float64Array): Promise<number>;
  setMark(code: string, price: string, site?: number): Promise<void>;
  setLadder(code: string, bids: [string, string][], asks: [string, string][], site?: number): Promise<void>;
  setSwitch(code: string | undefined, bits: number, site?: number): Promise<void>;
  /** Everything applied so far is in SQL. */
  projected(site?: number): Promise<void>;
  /** Ends the engine as a crash would, the rest in order, and starts again on the same database. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const quiet = {
  MARU_SIGNUP_RATE: '6000:1000',
  MARU_LOGIN_RATE: '6000:1000',
  MARU_ORDER_RATE: '10000:10000',
  MARU_CALL_RATE: '10000:10000',
};

/** No market runs, but the projector fills its tables: funding is settled there. */
const marketTables: ServerFeature = { name: 'market', errors: {}, routes: [], migrations: marketMigrations };

export async function openTestExchange(options: ExchangeOptions = {}): Promise<TestExchange> {
  const server = await startTestServer({
    clock: options.clock,
    hasDemoMoney: options.hasDemoMoney,
    hasDeposits: options.hasDeposits,
    depositCoins: options.depositCoins,
    through: options.through,
    engineWorker: options.engineWorker,
    projectorWorker: options.projectorWorker,
    env: { ...quiet, ...options.env },
    features: exchangeFeatures(options.market ?? marketTables, options.more),
    hasMarket: false,
    // Ten calls at once that each want two connections wait for each other for ever: no test exchange lets one pass.
    started: ({ context }) => void refuseSecondConnections(context),
  });
  await openSignUp(server.context);
  return new RunningExchange(server);
}

class RunningExchange implements TestExchange {
  readonly server: TestServer;
  #phone = 1000;

  constructor(server: TestServer) {
    this.server = server;
  }

  get port(): number {
    return Number(new URL(this.server.url).port);
  }

  guest(site = MARU): Pick<TestMember, 'get' | 'post'> {
    return this.#caller(site, undefined);
  }

  as({ site, member, account }: TestMember, role: Role): Pick<TestMember, 'get' | 'post'> {
    const { sessions } = this.server.context;
    return this.#caller(site, sessions.issue({ site, member, account, username: 'other', role, family: 'test' }).accessToken);
  }

  callerOf(token: string, site = MARU): Pick<TestMember, 'get' | 'post'> {
    return this.#caller(site, token);
  }

  async operator(rights?: readonly string[], site: number | null = MARU): Promise<Pick<TestMember, 'get' | 'post'>> {
    return this.#caller(
      site ?? MARU,
      await operatorToken(this.server.context, { ...(site !== null && { site }), ...(rights && { rights }) }),
    );
  }

  async member(username: string, usdt = '10000', site = MARU): Promise<TestMember> {
    const phone = `010-5555-${++this.#phone}`;
    const guest = this.#caller(site, undefined);
    const form = { username, password: 'a-long-passphrase', name: 'Kim', nick: `n_${username}`, phone, email: `${username}@example.com` };
    const joined = await guest.post('/api/player', form);
    if (joined.status !== 200) throw new Error(`sign-up: ${JSON.stringify(joined.body)}`);
    const login = await guest.post('/api/login', { username, password: form.password });
    const member = joined.body.data.id as number;
    const account = this.server.context.services.use(memberDirectory).accountOf(site, member) as number;
    await this.#fund(site, account, usdt);
    const token = login.body.data.accessToken as string;
    return { site, member, account, token, ...this.#caller(site, token) };
  }

  fund({ site, account }: TestMember, usdt: string): Promise<void> {
    return this.#fund(site, account, usdt);
  }

  async #fund(site: number, account: number, usdt: string): Promise<void> {
    const amount = parseDecimal(usdt, 6) as number;
    if (amount === 0) return;
    const debit = HouseAccount.Promo;
    const head = { time: 0, account: -1, symbol: -1, keyHi: 0, keyLo: 0, body: 0 };
    await this.command(
      site,
      encodeCommand({
        ...head,
        kind: CommandKind.Transfer,
        debit,
        credit: futuresWallet(account),
        amount,
        reason: PostingReason.Adjustment,
      }),
    );
  }

  async command(site: number, record: Float64Array): Promise<number> {
    const { events, seq } = await this.server.engines.submit(site, record);
    if (events[0] === EventKind.CommandRejected) throw new Error(rejections.get(events[6])?.name ?? String(events[6]));
    return seq;
  }

  async setMark(code: string, price: string, site = MARU): Promise<void> {
    const { tickDecimals } = symbolNamed(code);
    const mark = parseDecimal(price, tickDecimals + 2) as number;
    await this.command(
      site,
      encodeCommand({ ...this.#head(site, code), kind: CommandKind.SetMark, mark, index: mark, last: mark, valid: 1 }),
    );
  }

  async setLadder(code: string, bids: [string, string][], asks: [string, string][], site = MARU): Promise<void> {
    const { tickDecimals, lotDecimals } = symbolNamed(code);
    const words = (levels: [string, string][]) =>
      levels.flatMap(([price, quantity]) => [parseDecimal(price, tickDecimals) as number, parseDecimal(quantity, lotDecimals) as number]);
    await this.command(
      site,
      encodeCommand({ ...this.#head(site, code), kind: CommandKind.SetLadder, bids: words(bids), asks: words(asks) }),
    );
  }

  async setSwitch(code: string | undefined, bits: number, site = MARU): Promise<void> {
    await this.command(site, encodeCommand({ ...this.#head(site, code), kind: CommandKind.SetSwitch, bits }));
  }

  async projected(site = MARU): Promise<void> {
    const seq = this.server.engines.status().find((s) => s.site === site)?.seq ?? 0;
    if (!(await this.server.context.projections.waitFor(site, seq, 120_000))) throw new Error(`projections did not reach ${seq}`);
  }

  crash(): Promise<void> {
    return this.server.restart({ crash: true });
  }

  restart(): Promise<void> {
    return this.server.restart();
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  /** Of a site that a test added. */
  #hostOf(site: number): string {
    return this.server.context.sites.byId(site)?.hosts[0] ?? 'unknown.test';
  }

  #head(site: number, code: string | undefined) {
    const symbol = code === undefined ? -1 : (this.server.context.sites.byId(site)?.symbols.indexOf(code) ?? -1);
    return { time: 0, account: -1, symbol, keyHi: 0, keyLo: 0, body: 0 };
  }

  #caller(site: number, token: string | undefined): Pick<TestMember, 'get' | 'post'> {
    const auth: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const call = (method: string, path: string, body: string | undefined, more: Record<string, string> = {}) =>
      httpExchange(this.port, method, path, body, { host: hosts[site] ?? this.#hostOf(site), ...auth, ...more });
    return {
      get: (path, query = {}, headers) => {
        const text = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])).toString();
        return call('GET', text === '' ? path : `${path}?${text}`, undefined, headers);
      },
      post: (path, body, headers) => call('POST', path, typeof body === 'string' ? body : JSON.stringify(body ?? {}), headers),
    };
  }
}
