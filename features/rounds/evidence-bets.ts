// The bets of a round one after the other, in order of their numbers: their hash, their sums, and whether each is right.
//
// A round may have a hundred thousand of them, which come in pages: of a bet nothing is kept but what it adds to.
import { hexOfBytes, RunningSha256 } from '@maru/engine/draw/sha256.ts';
import { betLine, type EvidenceBet, type RoundEvidence } from './evidence.ts';
import type { EvidenceCheck } from './evidence-check.ts';
import { type Ending, endingOf, isBetRight, isOfRow } from './evidence-payout.ts';
import { units } from './evidence-result.ts';

/** What a record names as `betsHash`: that of `betsText`, bet by bet. */
export class BetsHash {
  readonly #hash = new RunningSha256();
  readonly #encoder = new TextEncoder();
  #isFirst = true;

  add(bet: EvidenceBet): void {
    this.#hash.add(this.#encoder.encode(`${this.#isFirst ? '' : '\n'}${betLine(bet)}`));
    this.#isFirst = false;
  }

  hex(): string {
    return hexOfBytes(this.#hash.digest());
  }
}

interface RowSums {
  bets: bigint;
  stake: bigint;
  paid: bigint;
}

/** The whole list of a record's bets: none twice, each one right, together the one that the record names. */
export class BetsWalk {
  readonly #record: RoundEvidence;
  readonly #hash = new BetsHash();
  readonly #rows: readonly RowSums[];
  /** Worked out once a market: a draw of a hundred thousand bets is drawn again once. */
  readonly #endings = new Map<string, Ending | undefined>();
  #last = -1n;
  #count = 0;
  #isRight = true;

  constructor(record: RoundEvidence) {
    this.#record = record;
    this.#rows = record.markets.map(() => ({ bets: 0n, stake: 0n, paid: 0n }));
  }

  get count(): number {
    return this.#count;
  }

  add(bet: EvidenceBet): void {
    this.#count++;
    this.#hash.add(bet);
    try {
      const id = units(bet.bet, 0);
      if (id <= this.#last || !isBetRight(this.#record, bet, (market) => this.#endingOf(market))) this.#isRight = false;
      this.#last = id;
      this.#sum(bet);
    } catch {
      // A field that is no number.
      this.#isRight = false;
    }
  }

  end(): EvidenceCheck {
    const { markets, betsHash, decimals } = this.#record;
    const places = Number(decimals);
    const areSumsMet = markets.every((row, i) => {
      const { bets, stake, paid } = this.#rows[i];
      return units(row.bets, 0) === bets && units(row.staked, places) === stake && units(row.paid, places) === paid;
    });
    return { name: 'bets', isRight: this.#isRight && areSumsMet && this.#hash.hex() === betsHash, figure: `${this.#count}` };
  }

  #endingOf(market: string): Ending | undefined {
    if (!this.#endings.has(market)) this.#endings.set(market, endingOf(this.#record, market));
    return this.#endings.get(market);
  }

  #sum(bet: EvidenceBet): void {
    const places = Number(this.#record.decimals);
    const row = this.#rows[this.#record.markets.findIndex((each) => isOfRow(bet, each))];
    if (row === undefined) return;
    row.bets += 1n;
    row.stake += units(bet.stake, places);
    row.paid += units(bet.paid, places);
  }
}
