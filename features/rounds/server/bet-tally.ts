// What a round's record says of its bets, added up as they come from their rows page by page: a hundred thousand are never held at once.
import { formatDecimal, rateText } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { pointDecimals } from '../currency.ts';
import type { EvidenceMarket } from '../evidence.ts';
import { BetsHash } from '../evidence-bets.ts';
import { evidenceBet, LEFT, type SettledBet } from './evidence-record.ts';
import { typeOf } from './round-text.ts';
import type { SiteOption } from './site-options.ts';

interface Sum {
  market: number;
  odds: number;
  ended: number;
  bets: number;
  staked: bigint;
  paid: bigint;
}

export class BetTally {
  readonly #site: SiteConfig;
  readonly #option: SiteOption;
  readonly #hash = new BetsHash();
  readonly #sums = new Map<string, Sum>();

  constructor(site: SiteConfig, option: SiteOption) {
    this.#site = site;
    this.#option = option;
  }

  /** In order of their numbers. */
  add(bet: SettledBet): void {
    const { market, odds, ended, stake, payout } = bet;
    this.#hash.add(evidenceBet(this.#site, this.#option, bet));
    const key = `${market}|${odds}|${ended}`;
    let sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, (sum = { market, odds, ended, bets: 0, staked: 0n, paid: 0n }));
    sum.bets += 1;
    sum.staked += BigInt(stake);
    sum.paid += BigInt(payout);
  }

  /** Paid by the round's result: what was sold or taken back had been paid before. */
  get paidAtEnd(): bigint {
    return [...this.#sums.values()].reduce((all, { ended, paid }) => (ended === 0 ? all + paid : all), 0n);
  }

  get hasSold(): boolean {
    return [...this.#sums.values()].some(({ ended }) => LEFT[ended as 0 | 1 | 2] === 'SOLD');
  }

  hash(): string {
    return this.#hash.hex();
  }

  /** Sums by market, odds and how bets left: an odds change between two bets makes two lines. */
  markets(): EvidenceMarket[] {
    const decimals = pointDecimals(this.#site.binaryCurrency);
    return [...this.#sums.values()]
      .sort((a, b) => a.market - b.market || a.odds - b.odds || a.ended - b.ended)
      .map(({ market, odds, ended, bets, staked, paid }) => ({
        market: typeOf(this.#option, market),
        odds: rateText(odds),
        how: LEFT[ended as 0 | 1 | 2],
        bets: String(bets),
        staked: formatDecimal(staked, decimals),
        paid: formatDecimal(paid, decimals),
      }));
  }
}
