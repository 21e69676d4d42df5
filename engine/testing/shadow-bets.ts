// I16 and I14 of timed rounds, judged on the events alone: a bet is settled once or given back once, by its round's ticks or draw, exactly.
import { BetStatus, type EngineEvent, EventKind, RoundResult } from '../wire/event.ts';
import { unpackDraw, wins } from '../rounds/power-ball.ts';

type Of<K> = Extract<EngineEvent, { kind: K }>;
type Placed = Of<typeof EventKind.BetPlaced>;

export class BetShadow {
  readonly open = new Map<number, Placed>();
  readonly #over = new Set<number>();
  readonly #settled = new Map<string, Of<typeof EventKind.RoundSettled>>();
  readonly #closes = new Map<string, number>();

  /** Takes the events of one command; returns what broke. */
  take(events: readonly EngineEvent[]): string[] {
    const broken: string[] = [];
    for (const e of events) {
      if (e.kind === EventKind.RoundOpened) this.#closes.set(key(e), e.closesAt);
      if (e.kind === EventKind.BetPlaced) this.#placed(e, broken);
      if (e.kind === EventKind.BetCancelled || e.kind === EventKind.BetSold) this.#end(e, broken);
      if (e.kind === EventKind.RoundSettled) {
        if (this.#settled.has(key(e))) broken.push(`I16 round ${key(e)} settled twice`);
        this.#settled.set(key(e), e);
      }
      if (e.kind === EventKind.BetSettled) this.#paid(e, broken);
    }
    return broken;
  }

  #placed(e: Placed, broken: string[]): void {
    if (this.open.has(e.betId) || this.#over.has(e.betId)) broken.push(`I16 bet id ${e.betId} used twice`);
    if (e.time >= (this.#closes.get(key(e)) ?? 0)) broken.push(`I16 bet ${e.betId} taken after the cut-off`);
    if (this.#settled.has(key(e))) broken.push(`I16 bet ${e.betId} on the settled round ${key(e)}`);
    this.open.set(e.betId, e);
  }

  #end(e: { betId: number; option: number; ordinal: number }, broken: string[]): Placed | undefined {
    const bet = this.open.get(e.betId);
    if (bet === undefined || key(bet) !== key(e))
      broken.push(`I16 bet ${e.betId} ended, and it is ${this.#over.has(e.betId) ? 'over' : 'unknown'}`);
    this.open.delete(e.betId);
    this.#over.add(e.betId);
    return bet;
  }

  #paid(e: Of<typeof EventKind.BetSettled>, broken: string[]): void {
    const bet = this.#end(e, broken);
    const round = this.#settled.get(key(e));
    if (bet === undefined || round === undefined) {
      broken.push(`I16 bet ${e.betId} paid without a result`);
      return;
    }
    const status = statusOf(bet, round);
    const won = (BigInt(bet.stake) * BigInt(bet.odds)) / 100_000_000n;
    const payout = status === BetStatus.Won ? won : status === BetStatus.Void ? BigInt(bet.stake) : 0n;
    if (e.status !== status || BigInt(e.payout) !== payout || e.odds !== bet.odds || e.stake !== bet.stake)
      broken.push(`I16 bet ${e.betId} ended as ${e.status} with ${e.payout}, by its round ${status} with ${payout}`);
  }
}

const key = (e: { option: number; ordinal: number }) => `${e.option}:${e.ordinal}`;

function statusOf(bet: Placed, round: Of<typeof EventKind.RoundSettled>): number {
  if (round.result === RoundResult.Void || round.result === RoundResult.Tie) return BetStatus.Void;
  if (round.result === RoundResult.Drawn) return wins(bet.market, unpackDraw(round.close)) ? BetStatus.Won : BetStatus.Lost;
  const strike = round.result === RoundResult.EachBet ? bet.strike : round.strike;
  if (round.close === strike) return BetStatus.Void;
  return round.close > strike === (bet.market === 0) ? BetStatus.Won : BetStatus.Lost;
}
