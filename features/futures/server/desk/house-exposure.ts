// The house's exposure for operators, straight from the engine, with its limits and what would make it flat.
import type { DeskRiskView, SymbolExposure } from '@maru/engine/view-desk.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { getHouseExposure, type HouseExposure } from '../../exposure-contract.ts';
import { amountText, quantityText } from '../decimal-text.ts';
import { symbolAt } from '../site-symbols.ts';
import { type ExposureLimit, exposureOf, readLimits, limitUse, WHOLE_SITE } from './exposure-rows.ts';

export const getHouseExposureHandler = handleOperator(getHouseExposure, async (context, { site }) => {
  const [view, limits] = await Promise.all([context.engine.query<DeskRiskView>(site.id, 'deskRisk', 0), readLimits(context, site.id)]);
  const bySymbol = new Map(limits.map((limit) => [limit.symbol, limit]));
  const gross = exposureOf(view, WHOLE_SITE);
  return {
    data: {
      site: {
        gross: amountText(gross),
        net: amountText(view.symbols.reduce((sum, { house }) => sum + house, 0)),
        ...heldOf(gross, bySymbol.get(WHOLE_SITE)),
      },
      symbols: view.symbols.map((symbol) => presentSymbol(site, symbol, bySymbol.get(symbol.symbol))),
      at: new Date(context.clock.now()).toISOString(),
    },
  };
});

const heldOf = (held: number, limit: ExposureLimit | undefined) => ({
  limit: limit === undefined ? null : amountText(limit.most),
  ...limitUse(held, limit),
  overSince: limit?.over_since?.toISOString() ?? null,
});

function presentSymbol(
  site: SiteConfig,
  { symbol, house, counterpartyLots }: SymbolExposure,
  limit: ExposureLimit | undefined,
): HouseExposure {
  const listed = symbolAt(site, symbol);
  const quantity = quantityText(listed, Math.abs(counterpartyLots));
  return {
    futuresOptionId: listed.futuresOptionId,
    symbol: listed.data.code,
    base: listed.data.base,
    house: amountText(house),
    quantity: quantityText(listed, counterpartyLots),
    ...heldOf(Math.abs(house), limit),
    // The other way round of what is held.
    hedge: counterpartyLots === 0 ? null : { side: counterpartyLots > 0 ? 'SELL' : 'BUY', quantity, notional: amountText(Math.abs(house)) },
  };
}
