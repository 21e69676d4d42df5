// Tells listening members their futures wallet after every change, at most once per batch of the engine.
import { EVENT_WORDS, EventKind } from '@maru/engine/event.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { EventBatch } from '@maru/kit/server/engine-port.ts';
import { memberDirectory } from '@maru/account/contract.ts';
import { pointQueue } from '../contract.ts';
import { presentFutures, readBalances } from './wallets.ts';

const QUEUE = pointQueue.destination;

export function startPointFeed(context: AppContext): void {
  const { engine, sockets, services, log } = context;
  const waiting = new Map<number, Set<number>>();
  const telling = new Set<number>();

  // While one read is under way later changes gather, so a burst costs one message and the last one is the newest.
  const tell = async (site: number) => {
    telling.add(site);
    for (let accounts = take(waiting, site); accounts.length > 0; accounts = take(waiting, site)) {
      const directory = services.use(memberDirectory);
      const read = await Promise.all(accounts.map((account) => readBalances(context, site, account)));
      accounts.forEach((account, i) => {
        const member = directory.memberOf(site, account);
        if (member !== undefined) sockets.send(site, member, QUEUE, presentFutures(read[i]));
      });
    }
    telling.delete(site);
  };

  engine.onBatch((batch) => {
    for (const account of changedAccounts(batch)) {
      const member = services.use(memberDirectory).memberOf(batch.site, account);
      if (member === undefined || !sockets.wants(batch.site, member, QUEUE)) continue;
      let accounts = waiting.get(batch.site);
      if (accounts === undefined) waiting.set(batch.site, (accounts = new Set()));
      accounts.add(account);
    }
    if (!waiting.has(batch.site) || telling.has(batch.site)) return;
    tell(batch.site).catch((error: unknown) => {
      telling.delete(batch.site);
      log.warn({ err: error, site: batch.site }, 'wallet messages were not sent');
    });
  });
}

function changedAccounts({ events: e }: EventBatch): Set<number> {
  const accounts = new Set<number>();
  for (let i = 0; i < e.length; i += EVENT_WORDS) if (e[i] === EventKind.AccountChanged) accounts.add(e[i + 4]);
  return accounts;
}

function take(waiting: Map<number, Set<number>>, site: number): number[] {
  const accounts = [...(waiting.get(site) ?? [])];
  waiting.delete(site);
  return accounts;
}
