// The mark of this moment: the market's, since the engine is told it only when a command meets it; where no market runs, the engine's.
import type { AppContext } from '@maru/kit/server/context.ts';
import { marketReader } from '@maru/market/contract.ts';
import type { SymbolView } from '../engine-views.ts';
import type { SiteSymbol } from '../site-symbols.ts';

/** Hundredths of a tick; 0: there is none yet. */
export function markNow({ services }: Pick<AppContext, 'services'>, { data }: SiteSymbol, state: SymbolView): number {
  const mark = services.find(marketReader)?.prices(data.code)?.mark ?? 0;
  return mark > 0 ? mark : state.mark;
}
