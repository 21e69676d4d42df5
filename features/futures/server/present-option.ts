// An instrument as the screens need it: filters, fees, brackets and what may be done with it now.
import { rateText } from '@maru/engine/money/decimal.ts';
import type { TierTable } from '@maru/engine/market/tiers.ts';
import { decodeInstrument, instrumentOf } from '@maru/engine/market/instrument.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { marketReader } from '@maru/market/contract.ts';
import type { Option } from '../contract.ts';
import { amountText, fixedText, isoText, quantityText } from './decimal-text.ts';
import type { SymbolView } from './engine-views.ts';
import type { SiteSymbol } from './site-symbols.ts';
import { tradingWord } from './trading-state.ts';

const categories = { crypto: 'crypto', forex: 'forex', commodity: 'metal', index: 'index' } as const;

export function presentOption(context: AppContext, site: SiteConfig, s: SiteSymbol, state: SymbolView | undefined): Option {
  const { data, units } = s;
  const listed = state?.listed === true;
  const spec = listed ? decodeInstrument(state.spec) : instrumentOf(data, site);
  const trading = listed ? tradingWord(state.switches) : 'HALT';
  const opensAt = trading === 'CLOSED' ? (context.services.find(marketReader)?.opensAt?.(data.code) ?? null) : null;
  return {
    futuresOptionId: s.futuresOptionId,
    symbol: data.code,
    base: data.base,
    quote: 'USDT',
    name: { ko: data.ko, en: data.en },
    category: categories[data.category],
    pricePrecision: units.tickDecimals,
    quantityPrecision: units.lotDecimals,
    tickSize: fixedText(1, units.tickDecimals),
    stepSize: fixedText(1, units.lotDecimals),
    minQuantity: quantityText(s, spec.minLots),
    maxLimitQuantity: quantityText(s, spec.maxLots),
    maxMarketQuantity: quantityText(s, spec.maxMarketLots),
    minNotional: amountText(spec.minNotional),
    maxLeverage: spec.tiers.maxLeverages[0],
    makerFee: rateText(spec.makerFee),
    takerFee: rateText(spec.takerFee),
    clearanceFee: rateText(spec.clearanceFee),
    multiplierUp: rateText(spec.bandUp),
    multiplierDown: rateText(spec.bandDown),
    marketTakeBound: rateText(spec.marketBound),
    brackets: presentBrackets(spec.tiers),
    trading,
    opensAt: opensAt === null ? null : isoText(opensAt),
    isPlay: trading === 'HALT' ? 0 : 1,
  };
}

function presentBrackets(t: TierTable): Option['brackets'] {
  return t.caps.map((cap, i) => ({
    tier: i + 1,
    floor: amountText(t.floors[i]),
    cap: amountText(cap),
    maxLeverage: t.maxLeverages[i],
    mmr: rateText(t.mmrs[i]),
    cum: amountText(t.cums[i]),
  }));
}
