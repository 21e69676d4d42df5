// A site's marks as the engine told them last, and the terms of its symbols, for whoever reckons positions beside the engine.
import { maintenanceRatios } from '@maru/engine/futures/margin.ts';
import { buildTiers } from '@maru/engine/market/tiers.ts';
import { EVENT_WORDS, EventHeadWord, EventKind, EventWord } from '@maru/engine/wire/event.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Market, RiskTerms } from '../fold-account.ts';
import type { PositionView } from './engine-views.ts';
import { symbolAt } from './site-symbols.ts';

const Head = EventHeadWord;
const { MarkSet } = EventWord;

export interface FeedMarket extends Market {
  take(events: Float64Array): void;
  /** Marks that were set before anything was heard. */
  read(positions: readonly PositionView[]): void;
  /** Commands went by unheard. */
  forget(): void;
}

/** `site`: as it is configured now. */
export function createFeedMarket(site: () => SiteConfig): FeedMarket {
  const marks = new Map<number, number>();
  const terms = new Map<number, RiskTerms>();
  return {
    markOf: (symbol) => marks.get(symbol),
    termsOf(symbol) {
      let known = terms.get(symbol);
      if (known === undefined) terms.set(symbol, (known = termsAt(site(), symbol)));
      return known;
    },
    take(e) {
      for (let i = 0; i < e.length; i += EVENT_WORDS) {
        if (e[i] === EventKind.MarkSet) marks.set(e[i + Head.symbol], e[i + MarkSet.mark]);
        // A symbol is listed anew where its terms changed.
        else if (e[i] === EventKind.SymbolListed) terms.delete(e[i + Head.symbol]);
      }
    },
    read(positions) {
      for (const { symbol, mark } of positions) if (!marks.has(symbol)) marks.set(symbol, mark);
    },
    forget: () => marks.clear(),
  };
}

/** As the engine was given them (site-listing.ts). */
function termsAt(site: SiteConfig, symbol: number): RiskTerms {
  const { units, data } = symbolAt(site, symbol);
  const tiers = buildTiers(site.tiers?.[data.code] ?? data.tiers);
  return { units, maintenance: maintenanceRatios(units, tiers), hasHouse: site.houseLadder !== false };
}
