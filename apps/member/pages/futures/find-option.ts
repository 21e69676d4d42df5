// Which symbol an address names: its number, its pair (BTCUSDT) or its whole name (BINANCE:BTCUSDT), in any case.
import type { Option } from '@maru/futures/contract.ts';
import { pairOf } from '@maru/kit/web/i18n/figures.ts';

export function findOption<O extends Pick<Option, 'futuresOptionId' | 'symbol'>>(options: readonly O[], named: string): O | undefined {
  const name = named.toUpperCase();
  return (
    options.find((o) => String(o.futuresOptionId) === named) ??
    options.find((o) => o.symbol.toUpperCase() === name) ??
    options.find((o) => pairOf(o.symbol).toUpperCase() === name)
  );
}
