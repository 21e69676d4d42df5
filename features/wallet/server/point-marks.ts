// The futures wallet moves with the mark: listening members with crossed positions are told theirs about once a second.
//
// So many a second and no more: where more listen each is told as often as its turn comes, and always what stands then.
import { MarginType } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { pointQueue } from '../contract.ts';
import { type AccountBalances, presentFutures } from './wallets.ts';

const Head = EventHeadWord;

const QUEUE = pointQueue.destination;
const LOOK_MS = 1_000;
/** Accounts that are read in a second, and in one question, so that no order waits behind it. */
export const [MOST_A_SECOND, SLICE] = [1_000, 50];

/** What this feature reads of the engine's live view. */
interface LiveAccount extends AccountBalances {
  account: number;
  known: boolean;
  positions: { symbol: number; marginType: number }[];
}

interface SiteMarks {
  /** Symbols whose mark moved since the last look. */
  marked: Set<number>;
  /** Symbols of crossed positions, of listening accounts; not there: to be read. */
  crossed: Map<number, ReadonlySet<number>>;
  /** Whose turn comes, oldest first. */
  waiting: Set<number>;
  /** The wallet as it was told last. */
  told: Map<number, string>;
}

export class PointMarks {
  readonly #context: AppContext;
  readonly #sites = new Map<number, SiteMarks>();
  #isLooking = false;

  constructor(context: AppContext) {
    this.#context = context;
  }

  take({ site, events: e }: EventBatch): void {
    const marks = this.#of(site);
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      if (e[i] === EventKind.MarkSet) marks.marked.add(e[i + Head.symbol]);
      else if (e[i] === EventKind.PositionChanged || e[i] === EventKind.PositionClosed) marks.crossed.delete(e[i + Head.account]);
    }
  }

  /** A wallet that was told by another way. */
  forget(site: number, account: number): void {
    this.#sites.get(site)?.told.delete(account);
  }

  /** Once a second; one look at a time. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const [site, marks] of this.#sites) this.#gather(site, marks);
      for (let left = MOST_A_SECOND; left > 0; ) {
        const next = [...this.#sites].find(([, { waiting }]) => waiting.size > 0);
        if (next === undefined) return;
        // To the end of the line: a site with a crowd takes no other's turn.
        const [site, marks] = next;
        this.#sites.delete(site);
        this.#sites.set(site, marks);
        left -= await this.#tellSome(site, marks, Math.min(SLICE, left));
      }
    } finally {
      this.#isLooking = false;
    }
  }

  /** Listening accounts that moved get in line; those that listen no more are forgotten. */
  #gather(site: number, marks: SiteMarks): void {
    if (marks.marked.size === 0) return;
    const { sockets, services } = this.#context;
    const directory = services.use(memberDirectory);
    const listening = new Set<number>();
    for (const member of sockets.listening(site, QUEUE)) {
      const account = directory.accountOf(site, member);
      if (account === undefined) continue;
      listening.add(account);
      const symbols = marks.crossed.get(account);
      if (symbols === undefined || [...symbols].some((symbol) => marks.marked.has(symbol))) marks.waiting.add(account);
    }
    marks.marked.clear();
    for (const known of [marks.crossed, marks.told, marks.waiting])
      for (const account of known.keys()) if (!listening.has(account)) known.delete(account);
  }

  /** Answers how many were read. */
  async #tellSome(site: number, marks: SiteMarks, most: number): Promise<number> {
    const next = [...marks.waiting].slice(0, most);
    for (const account of next) marks.waiting.delete(account);
    const { engine, sockets, services } = this.#context;
    const { accounts } = await engine.query<{ accounts: LiveAccount[] }>(site, 'live', next);
    for (const { account, known, positions, ...balances } of accounts) {
      const crossed = known ? positions.filter(({ marginType }) => marginType === MarginType.Crossed) : [];
      marks.crossed.set(account, new Set(crossed.map(({ symbol }) => symbol)));
      if (crossed.length === 0) continue;
      const wallet = presentFutures(balances);
      const text = `${wallet.realPoint} ${wallet.pnl}`;
      if (marks.told.get(account) === text) continue;
      marks.told.set(account, text);
      const member = services.use(memberDirectory).memberOf(site, account);
      if (member !== undefined) sockets.send(site, member, QUEUE, wallet);
    }
    return next.length;
  }

  #of(site: number): SiteMarks {
    let marks = this.#sites.get(site);
    if (marks === undefined)
      this.#sites.set(site, (marks = { marked: new Set(), crossed: new Map(), waiting: new Set(), told: new Map() }));
    return marks;
  }
}

/** While the server runs; answers how to stop. */
export function startPointMarks(context: AppContext): Pick<PointMarks, 'take' | 'forget'> & { stop(): void } {
  const marks = new PointMarks(context);
  const timer = setInterval(() => {
    marks.look().catch((error: unknown) => context.log.warn({ err: error }, 'wallets were not told as the mark moved'));
  }, LOOK_MS);
  timer.unref();
  return {
    take: (batch) => marks.take(batch),
    forget: (site, account) => marks.forget(site, account),
    stop: () => clearInterval(timer),
  };
}
