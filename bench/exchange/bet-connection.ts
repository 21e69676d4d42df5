// One connection that bets back to back, one bet of each of its members after the other, on whichever round is open.
import { type Answered, CallLine, headOf } from './call-line.ts';
import { lcg } from './figures.ts';

const BET = '/api/trade/history/betting';
/** Rounds of five minutes on three symbols: places of the usual list (sites/rounds.ts). */
export const BET_OPTIONS: readonly number[] = [3, 7, 9];
export const DURATION_MS = 300_000;
const CUTOFF_MS = 10_000;
const ORDINALS = 2 ** 32;

/** Until the betting of the present round closes. */
export const leftMs = (now: number): number => DURATION_MS - CUTOFF_MS - (now % DURATION_MS);

export class BetConnection {
  readonly #line: CallLine;
  readonly #heads: readonly string[];
  readonly #random: () => number;
  #next = 0;

  constructor(url: URL, tokens: readonly string[], seed: number) {
    this.#line = new CallLine(url);
    this.#heads = tokens.map((token) => headOf(url, BET, token));
    this.#random = lcg(seed);
  }

  next(): Promise<Answered> {
    const head = this.#heads[this.#next++ % this.#heads.length];
    const option = BET_OPTIONS[Math.floor(this.#random() * BET_OPTIONS.length)];
    const tradeRoundId = (option + 1) * ORDINALS + Math.floor(Date.now() / DURATION_MS) + 1;
    const type = this.#random() < 0.5 ? 'UP' : 'DOWN';
    const point = 1 + Math.floor(this.#random() * 50);
    return this.#line.call(head, `{"point":"${point}","tradeRoundId":${tradeRoundId},"type":"${type}"}`);
  }

  close(): void {
    this.#line.close();
  }
}
