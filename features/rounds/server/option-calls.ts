// Options as the wire shows them: their terms, their odds with how likely each is, and whether they take bets now.
import { rateText } from '@maru/engine/money/decimal.ts';
import { RATE_ONE } from '@maru/engine/money/units.ts';
import { POWER_BALL_MARKETS, POWER_BALL_OUTCOMES } from '@maru/engine/rounds/power-ball-markets.ts';
import { USUAL_ODDS } from '@maru/engine/rounds/price-odds.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type Call, handle } from '@maru/kit/server/feature.ts';
import { siteIn } from '@maru/kit/server/region.ts';
import { marketReader } from '@maru/market/contract.ts';
import { getTradeOption, listTradeOptions, publicOptions, type TradeOption } from '../contract.ts';
import { pointDecimals } from '../currency.ts';
import { hasPractice } from './practice/practice-purse.ts';
import { holidayOf, isShutAt, nextOpeningOf } from './round-hours.ts';
import { isoText, pointOf, pointText } from './round-text.ts';
import { bettingOrdinal, hasProductOf, isOffered, requestedOption, type SiteOption, siteOptions } from './site-options.ts';
import { drawOddsOf, USUAL_SALE_FEE, USUAL_SALE_VOLATILITY } from './site-sync.ts';

/** The site as the caller's country knows it; its options stay the same objects. */
export const siteOf = ({ site, country }: Pick<Call, 'site' | 'country'>): SiteConfig => siteIn(site, country);

export const getTradeOptionHandler = handle(getTradeOption, async (context, call) => {
  const site = siteOf(call);
  return { data: presentOption(context, site, requestedOption(site, call.query.tradeOptionId)) };
});

export const listTradeOptionsHandler = handle(listTradeOptions, async (context, call) => {
  const site = siteOf(call);
  const { isPlay = '1', typeArray, stockPrefix, resultType } = call.query;
  const wanted = siteOptions(site).filter(
    (option) =>
      hasProductOf(site, option) &&
      isOffered(site, option) === (isPlay === '1' || isPlay === 'true') &&
      (typeArray === undefined || typeArray.includes(option.code)) &&
      (stockPrefix === undefined || option.data?.code.startsWith(`${stockPrefix}:`) !== false),
  );
  const content = resultType === 'Count' ? [] : wanted.map((option) => presentOption(context, site, option));
  return { data: { content, page: 0, size: content.length, totalElements: wanted.length } };
});

export const publicOptionsHandler = handle(publicOptions, async (context, call) => {
  const site = siteOf(call);
  return {
    data: siteOptions(site)
      .filter((option) => isOffered(site, option))
      .map((option) => presentOption(context, site, option)),
  };
});

const POWER_BALL = { ko: '파워볼', en: 'Power ball' };
const groups = { crypto: 'CRYPTO', forex: 'FOREX', commodity: 'COMMODITY', index: 'INDEX' } as const;

export function presentOption(context: AppContext, site: SiteConfig, option: SiteOption): TradeOption {
  const { row, data } = option;
  const amount = (text: string) => pointText(site, pointOf(site, text));
  return {
    tradeOptionId: option.tradeOptionId,
    code: option.code,
    stock: data?.code ?? null,
    name: data === undefined ? POWER_BALL : { ko: data.ko, en: data.en },
    group: data === undefined ? 'POWERBALL' : groups[data.category],
    durationSeconds: option.durationMs / 1000,
    cutoffSeconds: option.cutoffMs / 1000,
    isPlay: isOffered(site, option),
    ...stateOf(context, site, option),
    isInRound: option.isInRound,
    isEarlySale: row.isEarlySale === true,
    saleFee: row.isEarlySale === true ? rateText(row.saleFee ?? USUAL_SALE_FEE) : null,
    saleVolatility: row.isEarlySale === true ? rateText(row.saleVolatility ?? USUAL_SALE_VOLATILITY) : null,
    odds: oddsOf(option),
    currency: site.binaryCurrency,
    pointPrecision: pointDecimals(site.binaryCurrency),
    pricePrecision: data?.tickDecimals ?? 0,
    minPoint: amount(row.minStake),
    maxPoint: amount(row.maxStake),
    maxRoundPoint: amount(row.maxRoundStake),
    hasPractice: hasPractice(site) && option.family !== 'P',
    sortOrder: option.option,
  };
}

/** CLOSED by trading hours, HALTED while prices are not fresh: then no round opens (decisions.md, staleness). */
function stateOf(context: AppContext, site: SiteConfig, option: SiteOption): Pick<TradeOption, 'state' | 'opensAt' | 'holiday'> {
  if (!isOffered(site, option)) return { state: 'PAUSED', opensAt: null, holiday: null };
  const symbol = option.data?.code;
  const market = context.services.find(marketReader);
  if (symbol === undefined || market === undefined) return { state: 'OPEN', opensAt: null, holiday: null };
  const now = context.clock.now();
  if (!isShutAt(context, option, now)) return { state: market.state(symbol) === 'live' ? 'OPEN' : 'HALTED', opensAt: null, holiday: null };
  const opensAt = nextOpeningOf(context, option, now);
  const holiday = holidayOf(context, option, bettingOrdinal(option, now))?.name ?? null;
  return { state: 'CLOSED', opensAt: opensAt === null ? null : isoText(opensAt), holiday };
}

function oddsOf(option: SiteOption): TradeOption['odds'] {
  const { row } = option;
  if (option.family !== 'P')
    return [
      { type: 'UP', odds: rateText(row.oddsUp ?? USUAL_ODDS), probability: null },
      { type: 'DOWN', odds: rateText(row.oddsDown ?? USUAL_ODDS), probability: null },
    ];
  const odds = drawOddsOf(option);
  return POWER_BALL_MARKETS.flatMap(({ code, outcomes }, market) =>
    odds[market] === 0 ? [] : [{ type: code, odds: rateText(odds[market]), probability: probabilityText(outcomes) }],
  );
}

/** A share of all outcomes with eight decimals. */
const probabilityText = (outcomes: number): string => rateText(Math.round((outcomes / POWER_BALL_OUTCOMES) * RATE_ONE));
