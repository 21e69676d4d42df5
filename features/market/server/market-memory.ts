// What the market remembers over a restart: where the recording stood, and the samples behind mark and funding.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedSource } from './feed.ts';
import type { MarketHub } from './market-hub.ts';
import type { PricingMemory } from './pricing.ts';
import type { ReplayFeed, ReplayPosition } from './replay-feed.ts';

const FORMAT = 1;

export interface MarketMemory {
  format: number;
  savedAt: number;
  replay: ReplayPosition | undefined;
  symbols: Record<string, { last: number; pricing: PricingMemory; source?: FeedSource }>;
}

const fileIn = (dataDir: string) => join(dataDir, 'feed', 'market.json');

/** undefined when there is none, or when it cannot be read: a market without memory starts anew. */
export async function readMemory(dataDir: string): Promise<MarketMemory | undefined> {
  try {
    const memory = JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as MarketMemory;
    return memory.format === FORMAT ? memory : undefined;
  } catch {
    return undefined;
  }
}

export function restoreMemory(memory: MarketMemory, hub: MarketHub, now: number): void {
  for (const market of hub.markets) {
    const held = memory.symbols[market.symbol.name];
    if (held === undefined) continue;
    const feed = hub.feeds.find(({ symbols }) => symbols.includes(market.symbol.id));
    market.pricing.restore(held.pricing, now, held.source === feed?.source ? memory.savedAt : undefined);
    if (held.last > 0) market.begin(held.last, memory.savedAt);
  }
}

export async function saveMemory(dataDir: string, hub: MarketHub, replay: ReplayFeed | undefined, now: number): Promise<void> {
  const symbols = Object.fromEntries(
    hub.markets.map((market) => [market.symbol.name, { last: market.last, pricing: market.pricing.memory(), source: market.source }]),
  );
  const memory: MarketMemory = { format: FORMAT, savedAt: now, replay: replay?.position(), symbols };
  const path = fileIn(dataDir);
  await mkdir(join(dataDir, 'feed'), { recursive: true });
  // Renamed into place, so that a crash leaves the old one whole.
  await writeFile(`${path}.new`, JSON.stringify(memory));
  await rename(`${path}.new`, path);
}
