// The house's exposure for operators, straight from the engine, with its limits and what would make it flat; and setting a limit.
import { formatDecimal, parseDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { DeskRiskView, SymbolExposure } from '@maru/engine/view-desk.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { inTransaction } from '@maru/kit/server/transaction.ts';
import { getHouseExposure, type HouseExposure, setExposureLimit } from '../../exposure-contract.ts';
import { amountText, quantityText } from '../decimal-text.ts';
import { requestedSymbol, symbolAt } from '../site-symbols.ts';
import { type ExposureLimit, exposureOf, readLimits, limitUse, WHOLE_SITE, writeLimit } from './exposure-rows.ts';
import { lookAtExposure, tellExposure } from './exposure-watch.ts';

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

function presentSymbol(site: SiteConfig, { symbol, house, houseLots }: SymbolExposure, limit: ExposureLimit | undefined): HouseExposure {
  const listed = symbolAt(site, symbol);
  const quantity = quantityText(listed, Math.abs(houseLots));
  return {
    futuresOptionId: listed.futuresOptionId,
    symbol: listed.data.code,
    base: listed.data.base,
    house: amountText(house),
    quantity: quantityText(listed, houseLots),
    ...heldOf(Math.abs(house), limit),
    // The other way round of what is held.
    hedge: houseLots === 0 ? null : { side: houseLots > 0 ? 'SELL' : 'BUY', quantity, notional: amountText(Math.abs(house)) },
  };
}

export const setExposureLimitHandler = handleOperator(setExposureLimit, async (context, { site, body }, audit) => {
  const { futuresOptionId, limit, reason } = body;
  const symbol = futuresOptionId === undefined ? undefined : requestedSymbol(site, futuresOptionId);
  const most = limit === null ? null : microOf(limit);
  const said = (micro: number | null) => (micro === null ? null : formatDecimal(micro, USDT_DECIMALS, true));
  await inTransaction(context.pool, async (client) => {
    const before = await writeLimit(client, site.id, symbol?.symbol ?? WHOLE_SITE, most);
    const target = symbol === undefined ? `site:${site.id}` : `symbol:${symbol.data.code}`;
    await audit({ target, before: { exposureLimit: said(before) }, after: { exposureLimit: said(most) }, reason }, client);
  });
  // A new limit holds at once, not when the next look comes.
  if (!(await lookAtExposure(context, site.id))) tellExposure(context, site.id);
  return { data: { limit: most === null ? null : amountText(most) } };
});

function microOf(text: string): number {
  const micro = parseDecimal(text, USDT_DECIMALS);
  if (micro === null || micro <= 0) throw new Refusal('INVALID_FIELD', { field: 'limit' });
  return micro;
}
