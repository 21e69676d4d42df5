// Starts the bench's server process and asks it questions.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isSmoke } from '../report.ts';
import type { ToldRound } from './games.ts';
import type { ServerMemory } from './memory.ts';
import type { ExchangeAsk, ExchangeReady } from './server.ts';

export interface BenchExchange extends ExchangeReady {
  /** CPU of the whole server process and of its main thread so far, its clock, all ms. */
  cpu(): Promise<{ cpuMs: number; threadMs: number; at: number }>;
  /** Whether every symbol's past candles are rows. */
  past(): Promise<{ isFilled: boolean }>;
  /** So many more members of the first site, as rows alone: nobody of them logs in. */
  crowd(count: number): Promise<unknown>;
  /** Of a server with games: so many funded players' tokens. */
  players(count: number): Promise<string[]>;
  /** Of a server with games: bets of all players from the `from`th on by turns, straight to the engine. */
  bet(bets: number, option: number, ordinal: number, from?: number): Promise<unknown>;
  told(): Promise<ToldRound[]>;
  /** The moment at which a round's rows were whole. */
  whenRows(bets: number, option: number, ordinal: number): Promise<{ at: number }>;
  memory(): Promise<ServerMemory>;
  /** Writes heap snapshots of all threads into a directory. */
  snapshot(dir: string, mark: string): Promise<unknown>;
  /** Newer tokens of the same members: one lives ten minutes. */
  renew(): Promise<{ tokens: string[] }>;
  lag(): Promise<{ lag: { site: number; behind: number; ageMs: number }[] }>;
  stop(): Promise<void>;
}

export async function openBenchExchange(members: number, has: 'games' | 'pages' | 'futures' = 'futures'): Promise<BenchExchange> {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('./server.ts', import.meta.url)), String(members), has], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // One question at a time; an end while one is open fails it.
  let asked = Promise.withResolvers<unknown>();
  child.on('message', (answer) => asked.resolve(answer));
  child.on('exit', (code, signal) => asked.reject(new Error(`the bench server ended (${signal ?? code})`)));
  child.on('error', (error) => asked.reject(error));
  asked.promise.catch(() => {});
  const next = async <T>(ask?: ExchangeAsk): Promise<T> => {
    if (ask) {
      asked = Promise.withResolvers<unknown>();
      asked.promise.catch(() => {});
      child.send(ask);
    }
    return (await asked.promise) as T;
  };
  const ready = await next<ExchangeReady>();
  return {
    ...ready,
    cpu: () => next({ type: 'cpu' }),
    past: () => next({ type: 'past' }),
    crowd: (count) => next({ type: 'crowd', count }),
    players: (count) => next({ type: 'players', count }),
    bet: (bets, option, ordinal, from = 0) => next({ type: 'bet', bets, option, ordinal, from }),
    told: () => next({ type: 'told' }),
    whenRows: (bets, option, ordinal) => next({ type: 'rows', bets, option, ordinal }),
    memory: () => next({ type: 'memory' }),
    snapshot: (dir, mark) => next({ type: 'snapshot', dir, mark }),
    renew: () => next({ type: 'renew' }),
    lag: () => next({ type: 'lag' }),
    async stop() {
      child.send({ type: 'stop' } satisfies ExchangeAsk);
      await once(child, 'exit');
    },
  };
}

/**
 * A fresh server fills its past candles first, once in its life: that is not what is measured. It does so between other work, so that on
 * a busy machine it looks idle before it is done.
 */
export async function settled(exchange: BenchExchange): Promise<void> {
  if (isSmoke) return;
  for (let i = 0; i < 120 && !(await exchange.past()).isFilled; i++) await sleep(500);
  for (let i = 0; i < 20; i++) {
    const before = await exchange.cpu();
    await sleep(1000);
    const after = await exchange.cpu();
    if (after.cpuMs - before.cpuMs < 0.1 * (after.at - before.at)) return;
  }
}
