// Sends each ended funding interval to every site that lists the symbol: once, after a restart too, and again while the engine cannot
// settle it yet (rules 8.5, 16). That it happens once is the engine's own rule; this only asks.
import { CommandKind, encodeCommand } from '@maru/engine/wire/command.ts';
import { EVENT_WORDS, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { rejections, type RejectName } from '@maru/engine/reject.ts';
import type { FundingView } from '@maru/engine/view-risk.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { EnginePort } from '@maru/kit/server/engine-port.ts';
import type { ClosedFunding } from './funding-samples.ts';

const { CommandRejected } = EventWord;

/** Why a settlement is not tried again: it is done, or the rules charge nothing. */
const FINAL: ReadonlySet<string> = new Set<RejectName>(['FUNDING_SETTLED_ALREADY', 'MARKET_CLOSED', 'SYMBOL_UNKNOWN']);
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

export interface FundingScheduleParts {
  engine: Pick<EnginePort, 'submit' | 'query'>;
  sites(): readonly Pick<SiteConfig, 'id' | 'symbols'>[];
  closed(symbol: string): ClosedFunding | undefined;
  now(): number;
  log(message: string, facts: object): void;
}

/** What is still to be done for one symbol of one site. */
interface Due {
  fundingTime: number;
  tryAt: number;
  waitMs: number;
}

export class FundingSchedule {
  readonly #parts: FundingScheduleParts;
  readonly #done = new Map<string, number>();
  readonly #due = new Map<string, Due>();

  constructor(parts: FundingScheduleParts) {
    this.#parts = parts;
  }

  /** Call every second; sends what is due. */
  async look(): Promise<void> {
    const { sites, closed } = this.#parts;
    for (const site of sites()) {
      for (const [index, name] of site.symbols.entries()) {
        const funding = closed(name);
        if (funding !== undefined) await this.#settle(site.id, index, name, funding);
      }
    }
  }

  async #settle(site: number, symbol: number, name: string, funding: ClosedFunding): Promise<void> {
    const { now, engine, log } = this.#parts;
    const key = `${site}:${symbol}`;
    const { fundingTime, rate } = funding;
    if ((this.#done.get(key) ?? 0) >= fundingTime) return;
    let due = this.#due.get(key);
    if (due === undefined || due.fundingTime !== fundingTime) {
      if (await this.#isSettled(site, symbol, fundingTime)) return void this.#done.set(key, fundingTime);
      due = { fundingTime, tryAt: 0, waitMs: RETRY_MS };
      this.#due.set(key, due);
      if (funding.basis === 'thin') log('fewer than half of the funding samples: the rate is 0', { site, symbol: name, ...funding });
    }
    if (now() < due.tryAt) return;
    const record = encodeCommand({
      kind: CommandKind.SettleFunding,
      time: 0,
      account: -1,
      symbol,
      keyHi: 0,
      keyLo: 0,
      body: 0,
      rate,
      fundingTime,
    });
    const refused = rejectionIn((await engine.submit(site, record)).events);
    if (refused === undefined || FINAL.has(refused)) {
      this.#done.set(key, fundingTime);
      this.#due.delete(key);
      if (refused !== 'FUNDING_SETTLED_ALREADY') log('funding', { site, symbol: name, ...funding, refused });
      return;
    }
    due.tryAt = now() + due.waitMs;
    due.waitMs = Math.min(MAX_RETRY_MS, due.waitMs * 2);
  }

  /** Another process, or this one before its restart, may have done it. */
  async #isSettled(site: number, symbol: number, fundingTime: number): Promise<boolean> {
    const states = await this.#parts.engine.query<FundingView[]>(site, 'funding');
    return (states.find((s) => s.symbol === symbol)?.lastTime ?? 0) >= fundingTime;
  }
}

function rejectionIn(events: Float64Array): RejectName | undefined {
  for (let at = 0; at < events.length; at += EVENT_WORDS) {
    if (events[at] === EventKind.CommandRejected) return rejections.get(events[at + CommandRejected.code])?.name;
  }
  return undefined;
}
