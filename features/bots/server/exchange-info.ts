// What can be traded and within which bounds, as bots load it when they start.
import { listOptions, type Option } from '@maru/futures/contract.ts';
import { type Ask, dataOf, type Endpoint } from './fapi-endpoint.ts';
import { assetsOf, botNameOf } from './fapi-symbols.ts';
import { venueNames } from './venue-names.ts';

const PERPETUAL_UNTIL = 4_133_404_800_000;
const timeInForce = ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'];
const underlying = { crypto: 'COIN', forex: 'FOREX', metal: 'COMMODITY', index: 'INDEX' } as const;

function symbolShape(option: Option) {
  const { base, quote } = assetsOf(option.symbol);
  const name = botNameOf(option.symbol);
  const step = { minQty: option.minQuantity, stepSize: option.stepSize };
  return {
    symbol: name,
    pair: name,
    contractType: 'PERPETUAL',
    deliveryDate: PERPETUAL_UNTIL,
    onboardDate: 1_569_398_400_000,
    // A market that is closed for the night opens again; one that was delisted is not listed any more.
    status: 'TRADING',
    maintMarginPercent: (Number(option.brackets[0]?.mmr ?? 0) * 100).toFixed(4),
    requiredMarginPercent: '5.0000',
    baseAsset: base,
    quoteAsset: quote,
    marginAsset: 'USDT',
    pricePrecision: option.pricePrecision,
    quantityPrecision: option.quantityPrecision,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: underlying[option.category],
    underlyingSubType: [],
    triggerProtect: '0.0500',
    liquidationFee: option.clearanceFee,
    marketTakeBound: option.marketTakeBound,
    maxMoveOrderLimit: 10_000,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: option.tickSize, maxPrice: '10000000', tickSize: option.tickSize },
      { filterType: 'LOT_SIZE', ...step, maxQty: option.maxLimitQuantity },
      { filterType: 'MARKET_LOT_SIZE', ...step, maxQty: option.maxMarketQuantity },
      { filterType: 'MAX_NUM_ORDERS', limit: 200 },
      { filterType: 'MAX_NUM_ALGO_ORDERS', limit: 10 },
      { filterType: 'MIN_NOTIONAL', notional: option.minNotional },
      { filterType: 'PERCENT_PRICE', multiplierUp: option.multiplierUp, multiplierDown: option.multiplierDown, multiplierDecimal: '4' },
    ],
    orderTypes: venueNames,
    timeInForce,
  };
}

const orderLimits = ({ service: { limits } }: Ask) => [
  { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: limits.ordersPerMinute },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: limits.ordersPerTenSeconds },
];

async function exchangeInfo(ask: Ask): Promise<unknown> {
  const { limits } = ask.service;
  const options = await dataOf(ask.call(listOptions));
  return {
    timezone: 'UTC',
    serverTime: ask.context.clock.now(),
    futuresType: 'U_MARGINED',
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: limits.weightPerMinute },
      ...orderLimits(ask),
    ],
    exchangeFilters: [],
    assets: [{ asset: 'USDT', marginAvailable: true, autoAssetExchange: '0' }],
    symbols: options.map(symbolShape),
  };
}

/** Deposits and withdrawals are the site's own pages; this tells a client only that the coin exists. */
const coin = {
  coin: 'USDT',
  name: 'TetherUS',
  depositAllEnable: false,
  withdrawAllEnable: false,
  free: '0',
  locked: '0',
  freeze: '0',
  withdrawing: '0',
  ipoing: '0',
  ipoable: '0',
  storage: '0',
  isLegalMoney: false,
  trading: true,
  networkList: [],
};

export const exchangeEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/fapi/v1/ping', weight: 1, security: 'NONE', run: async () => ({}) },
  { method: 'GET', path: '/fapi/v1/time', weight: 1, security: 'NONE', run: async (ask) => ({ serverTime: ask.context.clock.now() }) },
  { method: 'GET', path: '/fapi/v1/exchangeInfo', weight: 1, security: 'NONE', run: exchangeInfo },
  { method: 'GET', path: '/fapi/v1/rateLimit/order', weight: 1, security: 'READ', run: async (ask) => orderLimits(ask) },
  { method: 'GET', path: '/sapi/v1/system/status', weight: 1, security: 'NONE', run: async () => ({ status: 0, msg: 'normal' }) },
  { method: 'GET', path: '/sapi/v1/capital/config/getall', weight: 10, security: 'READ', run: async () => [coin] },
  // There is no spot margin here; clients ask for it all the same while they load.
  { method: 'GET', path: '/sapi/v1/margin/allPairs', weight: 1, security: 'READ', run: async () => [] },
];
