// Tickers from memory: what every symbol shows now, without those that have no price yet.
import { marketReader, type Ticker } from '@maru/market/contract.ts';
import type { AppContext } from '@maru/kit/server/context.ts';

export function tickersOf({ services }: Pick<AppContext, 'services'>, codes: readonly string[]): Ticker[] {
  const reader = services.use(marketReader);
  return codes.map((code) => reader.ticker(code)).filter((ticker): ticker is Ticker => ticker !== undefined && Number(ticker.last) > 0);
}
