// Tells listening members the wallets that changed, at most once per batch of the engine.
//
// What a bet leaves in its wallet is in its events, and a futures wallet goes on from its facts once it was read (folded-wallets.ts);
// other wallets are read. When thousands change within moments, as when a round of many
// bets is paid, they are told a second apart, each as it stands then.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import { accountOf, memberOf, Purse } from '@maru/engine/ledger/account.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { memberDirectory } from '@maru/member/contract.ts';
import { pointQueue, type Wallet, type WalletType } from '../contract.ts';
import { FoldedWallets } from './folded-wallets.ts';
import { startPointMarks } from './point-marks.ts';
import { isUsed, walletOf } from './purses.ts';
import { type AccountBalances, type Balances, presentFutures, presentWallet, readBalances, readWallet } from './wallets.ts';

const Head = EventHeadWord;
const { BetCancelled, BetPlaced, BetSettled, BetSold, DepositChanged, LedgerPosted, WithdrawalChanged } = EventWord;

const QUEUE = pointQueue.destination;
/** A wallet as its last event left it; undefined: to be read. */
type Known = Balances | undefined;
type FuturesOf = (site: number, account: number) => Promise<AccountBalances>;
type Changed = Map<number, Map<WalletType, Known>>;

const CROWD = 500;
const CROWD_PAUSE_MS = 1_000;
/** Members told between two turns of the event loop. */
const SLICE = 200;

/** Answers with the way to stop. */
export function startPointFeed(context: AppContext): () => void {
  const { engine, sockets, services, log } = context;
  const waiting = new Map<number, Changed>();
  const telling = new Set<number>();
  const marks = startPointMarks(context);
  const folded = new FoldedWallets();
  const futuresOf = async (site: number, account: number): Promise<AccountBalances> => {
    const known = folded.of(site, account);
    if (known !== undefined) return known;
    const read = await readBalances(context, site, account);
    if (waiting.get(site)?.has(account) !== true) folded.keep(site, account, read);
    return read;
  };

  // While one read is under way later changes gather, so a burst costs one message and the last one is the newest.
  const tell = async (id: number) => {
    const site = context.sites.byId(id);
    if (site === undefined) return;
    telling.add(id);
    for (let changed = take(waiting, id); changed.size > 0; changed = take(waiting, id)) {
      const all = [...changed];
      for (let from = 0; from < all.length; from += SLICE) {
        if (from > 0) await nextTurn();
        const some = all.slice(from, from + SLICE);
        await tellSome(context, site, some, futuresOf);
        for (const [account] of some) marks.forget(id, account);
      }
      if (all.length > CROWD) await sleep(CROWD_PAUSE_MS, undefined, { ref: false });
    }
    telling.delete(id);
  };

  engine.onBatch((batch) => {
    marks.take(batch);
    folded.take(batch);
    const config = context.sites.byId(batch.site);
    if (config === undefined) return;
    for (const [account, types] of changedWallets(config, batch)) {
      const member = services.use(memberDirectory).memberOf(batch.site, account);
      if (member === undefined || !sockets.wants(batch.site, member, QUEUE)) {
        folded.forget(batch.site, account);
        continue;
      }
      const site: Changed = waiting.get(batch.site) ?? new Map();
      waiting.set(batch.site, site);
      const own = site.get(account);
      if (own === undefined) site.set(account, types);
      else for (const [type, known] of types) own.set(type, known);
    }
    if (!waiting.has(batch.site) || telling.has(batch.site)) return;
    tell(batch.site).catch((error: unknown) => {
      telling.delete(batch.site);
      log.warn({ err: error, site: batch.site }, 'wallet messages were not sent');
    });
  });
  return () => marks.stop();
}

async function tellSome(
  context: AppContext,
  site: SiteConfig,
  changed: readonly (readonly [number, Map<WalletType, Known>])[],
  futuresOf: FuturesOf,
): Promise<void> {
  const directory = context.services.use(memberDirectory);
  const read = await Promise.all(
    changed.map(async ([account, types]) => ({ account, wallets: await readOf(context, site, account, types, futuresOf) })),
  );
  for (const { account, wallets } of read) {
    const member = directory.memberOf(site.id, account);
    if (member !== undefined) for (const wallet of wallets) context.sockets.send(site.id, member, QUEUE, wallet);
  }
}

function readOf(
  context: AppContext,
  site: SiteConfig,
  account: number,
  types: ReadonlyMap<WalletType, Known>,
  futuresOf: FuturesOf,
): Promise<Wallet[]> {
  return Promise.all(
    [...types]
      .filter(([type]) => isUsed(site, type))
      .map(async ([type, known]) => {
        if (type === 'FUTURES') return presentFutures(await futuresOf(site.id, account));
        return known === undefined ? readWallet(context, site, type, account) : presentWallet(site, type, known);
      }),
  );
}

// The futures wallet moves with marks and margins too; the others by postings, and what waits of them by bets alone.
function changedWallets(site: SiteConfig, { events: e }: EventBatch): Changed {
  const changed: Changed = new Map();
  const note = (account: number, type: WalletType, known?: Balances) => {
    const types = changed.get(account);
    if (types === undefined) changed.set(account, new Map([[type, known]]));
    else types.set(type, known);
  };
  // What is pending, held or locked beside a wallet moves without a posting of it.
  const noteCoin = (words: Float64Array, i: number) => {
    const account = words[i + Head.account];
    const asset = words[i] === EventKind.DepositChanged ? words[i + DepositChanged.asset] : words[i + WithdrawalChanged.asset];
    const type = walletOf(site, accountOf(account, asset, Purse.Available));
    if (type !== undefined) note(account, type);
  };
  for (let i = 0; i < e.length; i += EVENT_WORDS) {
    const at = balanceWord[e[i]];
    if (e[i] === EventKind.AccountChanged) note(e[i + Head.account], 'FUTURES');
    else if (e[i] === EventKind.DepositChanged || e[i] === EventKind.WithdrawalChanged) noteCoin(e, i);
    else if (at !== undefined) note(e[i + Head.account], 'BINARY', { balance: e[i + at], waiting: e[i + at + 1] });
    else if (e[i] === EventKind.LedgerPosted)
      for (const ledger of [e[i + LedgerPosted.debit], e[i + LedgerPosted.credit]]) {
        const type = walletOf(site, ledger);
        if (type !== undefined && type !== 'FUTURES') note(memberOf(ledger), type);
      }
  }
  return changed;
}

/** Of events of bets: where the BINARY wallet's balance stands, with the stakes that wait behind it. */
const balanceWord: Readonly<Record<number, number>> = {
  [EventKind.BetPlaced]: BetPlaced.balance,
  [EventKind.BetCancelled]: BetCancelled.balance,
  [EventKind.BetSold]: BetSold.balance,
  [EventKind.BetSettled]: BetSettled.balance,
};

function take(waiting: Map<number, Changed>, site: number): Changed {
  const changed = waiting.get(site) ?? new Map();
  waiting.delete(site);
  return changed;
}
