// What every history's query has in common, as the engine's numbers.
import { Side } from '@maru/engine/wire/command.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { requestedSymbol, requestedSymbolNamed } from './site-symbols.ts';

const MAX_SIZE = 100;
export const sideOf = { BUY: Side.Buy, SELL: Side.Sell } as const;

export function pageSize(asked: number | undefined): number {
  return Math.min(asked ?? 20, MAX_SIZE);
}

/** The key that a cursor's text stands for; the contract has checked its form. */
export function cursorKey(cursor: string | undefined): [number, number] | undefined {
  if (cursor === undefined) return undefined;
  const [first, second] = cursor.split('.').map(Number);
  return [first, second];
}

export function filteredSymbol(
  site: SiteConfig,
  query: { futuresOptionId?: number | undefined; symbol?: string | undefined },
): number | undefined {
  const byId = query.futuresOptionId === undefined ? undefined : requestedSymbol(site, query.futuresOptionId).symbol;
  const byName = query.symbol === undefined ? undefined : requestedSymbolNamed(site, query.symbol).symbol;
  if (byId !== undefined && byName !== undefined && byId !== byName) throw new Refusal('INVALID_FIELD', { field: 'symbol' });
  return byId ?? byName;
}
