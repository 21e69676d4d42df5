// Tells listening members the wallets that changed, at most once per batch of the engine.
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import { PURSES } from '@maru/engine/ledger/account.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { memberDirectory } from '@maru/account/contract.ts';
import { pointQueue, type Wallet, type WalletType } from '../contract.ts';
import { isUsed, walletsByLedger } from './purses.ts';
import { presentFutures, readBalances, readWallet } from './wallets.ts';

const QUEUE = pointQueue.destination;
type Changed = Map<number, Set<WalletType>>;

export function startPointFeed(context: AppContext): void {
  const { engine, sockets, services, log } = context;
  const waiting = new Map<number, Changed>();
  const telling = new Set<number>();

  // While one read is under way later changes gather, so a burst costs one message and the last one is the newest.
  const tell = async (id: number) => {
    const site = context.sites.byId(id);
    if (site === undefined) return;
    telling.add(id);
    for (let changed = take(waiting, id); changed.size > 0; changed = take(waiting, id)) {
      const directory = services.use(memberDirectory);
      const read = await Promise.all(
        [...changed].map(async ([account, types]) => ({ account, wallets: await readOf(context, site, account, types) })),
      );
      for (const { account, wallets } of read) {
        const member = directory.memberOf(id, account);
        if (member !== undefined) for (const wallet of wallets) sockets.send(id, member, QUEUE, wallet);
      }
    }
    telling.delete(id);
  };

  engine.onBatch((batch) => {
    for (const [account, types] of changedWallets(batch)) {
      const member = services.use(memberDirectory).memberOf(batch.site, account);
      if (member === undefined || !sockets.wants(batch.site, member, QUEUE)) continue;
      const site = waiting.get(batch.site) ?? new Map<number, Set<WalletType>>();
      waiting.set(batch.site, site);
      site.set(account, new Set([...(site.get(account) ?? []), ...types]));
    }
    if (!waiting.has(batch.site) || telling.has(batch.site)) return;
    tell(batch.site).catch((error: unknown) => {
      telling.delete(batch.site);
      log.warn({ err: error, site: batch.site }, 'wallet messages were not sent');
    });
  });
}

function readOf(context: AppContext, site: SiteConfig, account: number, types: ReadonlySet<WalletType>): Promise<Wallet[]> {
  return Promise.all(
    [...types]
      .filter((type) => isUsed(site, type))
      .map(async (type) =>
        type === 'FUTURES' ? presentFutures(await readBalances(context, site.id, account)) : await readWallet(context, site, type, account),
      ),
  );
}

// The futures wallet moves with marks and margins too; the others by postings alone.
function changedWallets({ events: e }: EventBatch): Changed {
  const changed: Changed = new Map();
  const note = (account: number, type: WalletType) => changed.set(account, (changed.get(account) ?? new Set()).add(type));
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    if (e[i] === EventKind.AccountChanged) note(e[i + 4], 'FUTURES');
    if (e[i] !== EventKind.LedgerPosted) continue;
    for (const ledger of [e[i + 6], e[i + 7]]) {
      if ((ledger & (PURSES - 1)) < FIRST_OTHER || ledger < PURSES) continue;
      const account = Math.floor(ledger / PURSES) - 1;
      const type = walletsByLedger(account).get(ledger);
      if (type !== undefined) note(account, type);
    }
  }
  return changed;
}
/** Below it are the two purses of the futures account. */
const FIRST_OTHER = 2;

function take(waiting: Map<number, Changed>, site: number): Changed {
  const changed = waiting.get(site) ?? new Map();
  waiting.delete(site);
  return changed;
}
