// A reader and a preparer that are opened when they are first asked, and again until it works: a node that is away keeps nobody from starting.
import type { ChainName, ChainReader, Preparer } from './chain.ts';

function onceOpened<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

export function lateReader(chain: ChainName, open: () => Promise<ChainReader>): ChainReader {
  const opened = onceOpened(open);
  return {
    chain,
    network: async () => (await opened()).network(),
    tip: async () => (await opened()).tip(),
    blockAt: async (height) => (await opened()).blockAt(height),
    incoming: async (height, watched) => (await opened()).incoming(height, watched),
    balanceOf: async (address, coin) => (await opened()).balanceOf(address, coin),
    outcomeOf: async (hash) => (await opened()).outcomeOf(hash),
    broadcast: async (raw) => (await opened()).broadcast(raw),
    close: () => Promise.resolve(),
  };
}

export function latePreparer(open: () => Promise<Preparer>): Preparer {
  const opened = onceOpened(open);
  return { prepare: async (options) => (await opened()).prepare(options) };
}
