// Members who play without pause: price rounds with money and with practice money, power ball and slot; each repeats a request under its own key until it is told its fate.
import { setTimeout as sleep } from 'node:timers/promises';
import { PatientClient } from './patient-client.ts';
import type { Random } from './random.ts';

/** What the server acknowledged: this bet or spin exists from now on, under its member's key. */
export interface AckedPlay {
  member: number;
  key: string;
  id: number;
}

export interface RoundLoadOptions {
  url: string;
  run: string;
  clients: number;
  players: number;
  random: Random;
  /** The server's time. */
  now(): number;
}

interface Told {
  tradeHistoryId: number;
  spinId: number;
}

interface Game {
  /** Place among the site's options, from 1. */
  tradeOptionId: number;
  durationMs: number;
  /** Bets while the round runs, or in the one before. */
  isInside: boolean;
  types: readonly string[];
}

const games: readonly Game[] = [
  { tradeOptionId: 1, durationMs: 30_000, isInside: false, types: ['UP', 'DOWN'] },
  { tradeOptionId: 1, durationMs: 30_000, isInside: false, types: ['UP', 'DOWN'] },
  { tradeOptionId: 5, durationMs: 30_000, isInside: false, types: ['UP', 'DOWN'] },
  { tradeOptionId: 2, durationMs: 60_000, isInside: false, types: ['UP', 'DOWN'] },
  { tradeOptionId: 17, durationMs: 60_000, isInside: true, types: ['PB_ODD', 'PB_EVEN', 'PB_UNDER', 'SUM_OVER', 'SUM_ODD'] },
  { tradeOptionId: 17, durationMs: 60_000, isInside: true, types: ['PB_ODD', 'PB_EVEN', 'PB_UNDER', 'SUM_OVER', 'SUM_ODD'] },
];
const WORD = 2 ** 32;
export const PLAYER_PASSWORD = 'a-long-passphrase';
/** Between two bets of one client. */
const PAUSE_MS = 100;
const [SPINS, PRACTICE, CANCELS, REPEATS] = [0.12, 0.2, 0.1, 0.1];
const [MONEY_PATH, PRACTICE_PATH] = ['/api/trade/history', '/api/trade/practice'];
const priceGames = games.filter(({ isInside }) => !isInside);

export class RoundLoad {
  readonly acked: AckedPlay[] = [];
  /** Practice bets: rows beside the books. */
  readonly practised: AckedPlay[] = [];
  /** Answers to a repeated key that named another bet: each is a doubled effect. */
  readonly contradictions: string[] = [];
  readonly refused = new Map<string, number>();
  cancelled = 0;
  readonly #options: RoundLoadOptions;
  readonly #client: PatientClient<Told>;
  readonly #until = new AbortController();
  #clients: Promise<void>[] = [];

  constructor(options: RoundLoadOptions) {
    this.#options = options;
    this.#client = new PatientClient(options.url, PLAYER_PASSWORD, options.random);
  }

  get sent(): number {
    return this.#client.sent;
  }

  start(): void {
    this.#clients = Array.from({ length: this.#options.clients }, (_, i) => this.#play(i));
  }

  /** Lets every client learn the fate of what it sent last. */
  async end(): Promise<void> {
    this.#until.abort();
    await Promise.all(this.#clients);
  }

  async #play(i: number): Promise<void> {
    const { players, random, run } = this.#options;
    const user = `player${1 + (i % players)}`;
    for (let n = 0; !this.#until.signal.aborted; n++) {
      const key = `${run}-${i}-${n}`;
      const pick = random();
      if (pick < SPINS) await this.#ask(user, '/api/slot', { point: this.#stake() }, key, 'spin');
      else if (pick < SPINS + PRACTICE) await this.#bet(user, key, priceGames, 'practice');
      else await this.#bet(user, key, games, 'bet');
      await sleep(random() * PAUSE_MS);
    }
  }

  #stake(): string {
    return (1 + Math.floor(this.#options.random() * 9_000_000) / 1_000_000).toFixed(6);
  }

  async #bet(user: string, key: string, among: readonly Game[], kind: 'bet' | 'practice'): Promise<void> {
    const { random, now } = this.#options;
    const game = among[Math.floor(random() * among.length)];
    const path = kind === 'bet' ? MONEY_PATH : PRACTICE_PATH;
    const ordinal = Math.floor(now() / game.durationMs) + (game.isInside ? 0 : 1);
    const type = game.types[Math.floor(random() * game.types.length)];
    const body = { point: this.#stake(), tradeRoundId: game.tradeOptionId * WORD + ordinal, type };
    const id = await this.#ask(user, `${path}/betting`, body, key, kind);
    if (id === undefined || random() > CANCELS) return;
    const { status } = await this.#client.settle(user, `${path}/cancel`, { id }, `${key}-x`);
    if (status === 200) this.cancelled++;
  }

  /** The id that was acknowledged; some are asked for again at once. */
  async #ask(user: string, path: string, body: object, key: string, kind: 'bet' | 'practice' | 'spin'): Promise<number | undefined> {
    const idOf = (data: Partial<Told>) => (kind === 'spin' ? data.spinId : data.tradeHistoryId);
    const { status, code, data } = await this.#client.settle(user, path, body, key);
    const id = idOf(data);
    if (status !== 200 || id === undefined) {
      this.refused.set(code, 1 + (this.refused.get(code) ?? 0));
      return undefined;
    }
    const acked = kind === 'practice' ? this.practised : this.acked;
    acked.push({ member: this.#client.members.get(user) ?? 0, key, id });
    if (this.#options.random() > REPEATS) return id;
    const again = await this.#client.settle(user, path, body, key);
    if (idOf(again.data) !== id) this.contradictions.push(`${key}: ${id}, then ${again.status} ${again.code} ${idOf(again.data)}`);
    return id;
  }
}
