// Futures wallets of members who were told theirs, carried on from the engine's facts: what was read once is not asked for again.
import { EVENT_WORDS, EventHeadWord } from '@maru/engine/wire/event.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { foldWallet, type WalletFacts } from '../fold-wallet.ts';
import type { AccountBalances } from './wallets.ts';

const Head = EventHeadWord;

interface SiteWallets {
  lastSeq: number;
  known: Map<number, WalletFacts>;
}

export class FoldedWallets {
  readonly #sites = new Map<number, SiteWallets>();

  take({ site, firstSeq, lastSeq, events: e }: EventBatch): void {
    const wallets = this.#of(site);
    // Commands went by unheard, as when the engine's thread began anew.
    if (firstSeq !== wallets.lastSeq + 1) wallets.known.clear();
    wallets.lastSeq = lastSeq;
    if (wallets.known.size === 0) return;
    for (let i = 0; i < e.length; i += EVENT_WORDS) {
      const was = wallets.known.get(e[i + Head.account]);
      if (was !== undefined) wallets.known.set(e[i + Head.account], foldWallet(was, e, i));
    }
  }

  /** Undefined: to be read. */
  of(site: number, account: number): AccountBalances | undefined {
    return this.#of(site).known.get(account);
  }

  /** As it was read, where nothing happened to it since. */
  keep(site: number, account: number, read: AccountBalances): void {
    this.#of(site).known.set(account, { ...read, isolatedWallets: 0, orderMargin: 0, positionMode: 0 });
  }

  forget(site: number, account: number): void {
    this.#of(site).known.delete(account);
  }

  #of(site: number): SiteWallets {
    let wallets = this.#sites.get(site);
    if (wallets === undefined) this.#sites.set(site, (wallets = { lastSeq: 0, known: new Map() }));
    return wallets;
  }
}
