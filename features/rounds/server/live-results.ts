// Results of a round on their way to members' sockets: gathered while its bets are paid in slices, told once its last one is.
//
// One message a member and round, so that a member with twenty bets hears of them once. All of it is durable when it comes here; who is
// away when it is told finds it in the rows.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { BetFacts } from './present-round.ts';

/** Told between two turns of the event loop, in bets, a message being worth some: a few milliseconds, so that calls are not kept waiting. */
const SLICE = 1_200;
const MESSAGE_WORTH = 4;

export interface ResultsToTell {
  readonly site: SiteConfig;
  /** The event that ended the round. */
  readonly seq: number;
  readonly index: number;
  readonly time: number;
}
type Tell = (member: number, bets: readonly BetFacts[], told: ResultsToTell) => void;
type Gathered = Map<number, BetFacts[]>;

interface Due {
  readonly told: ResultsToTell;
  readonly members: Gathered;
  readonly rest: Iterator<[number, BetFacts[]]>;
}

export class LiveResults {
  readonly #tell: Tell;
  /** By site and round. */
  readonly #gathered = new Map<string, Gathered>();
  readonly #due: Due[] = [];
  #isTelling = false;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  note(site: number, member: number, bet: BetFacts): void {
    const key = keyOf(site, bet.option, bet.ordinal);
    let round = this.#gathered.get(key);
    if (round === undefined) this.#gathered.set(key, (round = new Map()));
    const bets = round.get(member);
    if (bets === undefined) round.set(member, [bet]);
    else bets.push(bet);
  }

  /** The round's last bet is paid. */
  finish(option: number, ordinal: number, told: ResultsToTell): void {
    const key = keyOf(told.site.id, option, ordinal);
    const round = this.#gathered.get(key);
    if (round === undefined) return;
    this.#gathered.delete(key);
    this.#due.push({ told, members: round, rest: round.entries() });
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#tellSome();
  }

  /** Before the member is told of something newer: whoever resumes from that would miss these. */
  tellNow(site: number, member: number): void {
    for (const due of this.#due) if (due.told.site.id === site) this.#tellOne(due, member);
  }

  /** Answers what it was worth. */
  #tellOne({ told, members }: Due, member: number): number {
    const bets = members.get(member);
    if (bets === undefined) return 0;
    members.delete(member);
    this.#tell(member, bets, told);
    return MESSAGE_WORTH + bets.length;
  }

  readonly #tellSome = (): void => {
    for (let budget = SLICE; budget > 0; ) {
      const [next] = this.#due;
      if (next === undefined) {
        this.#isTelling = false;
        return;
      }
      const { done, value } = next.rest.next();
      if (done === true) this.#due.shift();
      else budget -= this.#tellOne(next, value[0]);
    }
    setImmediate(this.#tellSome);
  };
}

const keyOf = (site: number, option: number, ordinal: number) => `${site}|${option}|${ordinal}`;
