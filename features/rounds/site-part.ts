// What rounds know of a site: its games and their odds.

/** A game of timed rounds. Its place in the list is its id for ever; what is no longer offered stays with `isPlay` off. */
export interface SiteRoundOption {
  /** R.5 to P5: what it is of, and how long. */
  code: string;
  /** Of a price round; absent: a draw. */
  symbol?: string;
  isPlay: boolean;
  /** Before the round's start; absent: `usualCutoffMs`. */
  cutoffMs?: number;
  /** Of a price round, stake included, in 10^-8. */
  oddsUp?: number;
  oddsDown?: number;
  /** Of a draw, by market. A market left out keeps the table's odds; 0 takes it off. */
  drawOdds?: Record<string, number>;
  /** Amounts of the BINARY wallet's currency as decimal text: of one bet, of one member's round, of a side. */
  minStake: string;
  maxStake: string;
  maxRoundStake: string;
  maxSideExposure: string;
  /** Bets while it runs, at the price they meet. */
  isInRound?: boolean;
  isEarlySale?: boolean;
  /** Of an early sale, both 10^-8: what the house keeps of the value, and the price's standard deviation in one second. */
  saleFee?: number;
  saleVolatility?: number;
  /** Of a price round, within those of its symbol, by the site's clock: days from Monday on ("1" where a session begins), HH:MM. */
  hours?: { days: string; from: string; to: string };
}

export interface RoundsPart {
  /** Timed rounds, as far as `type` has them. `hasEndAlarm`: the end of a bet is heard. `hasPractice` false: no practice money. */
  rounds?: { options: SiteRoundOption[]; hasEndAlarm?: boolean; hasPractice?: boolean };
}

declare module '@maru/kit/contract/site-config.ts' {
  interface SiteConfig extends RoundsPart {}
}
