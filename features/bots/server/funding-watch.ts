// Tells streams when funding of their account was settled: an account's figures say that a balance moved, not why.
import { EVENT_WORDS, EventHeadWord, EventKind } from '@maru/engine/wire/event.ts';
import type { EnginePort } from '@maru/kit/server/engine-port.ts';

const Head = EventHeadWord;

/** Where the engine's facts are heard. */
export type EngineBatches = Pick<EnginePort, 'onBatch'>;

export interface FundingWatch {
  /** Answers how to stop. */
  hear(site: number, account: number, listener: () => void): () => void;
}

export function createFundingWatch(engine: EngineBatches): FundingWatch {
  const sites = new Map<number, Map<number, Set<() => void>>>();
  engine.onBatch(({ site, events: e }) => {
    const accounts = sites.get(site);
    if (accounts === undefined || accounts.size === 0) return;
    for (let at = 0; at < e.length; at += EVENT_WORDS) {
      if (e[at] === EventKind.FundingSettled) accounts.get(e[at + Head.account])?.forEach((hear) => hear());
    }
  });
  return {
    hear(site, account, listener) {
      const accounts = sites.get(site) ?? new Map<number, Set<() => void>>();
      sites.set(site, accounts);
      const listeners = accounts.get(account) ?? new Set();
      accounts.set(account, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && accounts.get(account) === listeners) accounts.delete(account);
      };
    },
  };
}
