// Account, balances and positions of the member behind a key.
import {
  futuresCross,
  getOption,
  getPositionMode,
  lastLeverage,
  listOptions,
  openPositions,
  type Order,
  type Position,
} from '@maru/futures/contract.ts';
import { marketReader } from '@maru/market/contract.ts';
import { accountPosition, accountShape, balanceShape, emptyPosition, orderedOf, riskShape, type Setting } from './account-shapes.ts';
import { dataOf, type Endpoint, type MemberAsk } from './fapi-endpoint.ts';
import { botNameOf, optionIdOf } from './fapi-symbols.ts';
import { openOrdersOf } from './find-order.ts';

const cross = (ask: MemberAsk) => dataOf(ask.call(futuresCross));
export const positionsOf = (ask: MemberAsk, futuresOptionId?: number) =>
  dataOf(ask.call(openPositions, { query: futuresOptionId === undefined ? {} : { futuresOptionId: String(futuresOptionId) } }));
export const settingOf = (ask: MemberAsk, futuresOptionId: number) =>
  dataOf(ask.call(lastLeverage, { query: { futuresOptionId: String(futuresOptionId) } }));

const wantedId = (ask: MemberAsk) => {
  const name = ask.params.text('symbol');
  return name === undefined ? undefined : optionIdOf(ask.site, name);
};

async function balance(ask: MemberAsk): Promise<unknown> {
  const [a, positions] = await Promise.all([cross(ask), positionsOf(ask)]);
  return [balanceShape(a, positions, `m${ask.session.member}`, ask.context.clock.now())];
}

async function account(ask: MemberAsk, all: boolean): Promise<unknown> {
  const [a, positions, orders] = await Promise.all([cross(ask), positionsOf(ask), openOrdersOf(ask, undefined)]);
  const now = ask.context.clock.now();
  const listed = await (all ? withEmpty(ask, positions, undefined) : withOrders(ask, positions, orders));
  return {
    ...accountShape(a, positions, ask.key.scope === 'TRADE', now),
    positions: listed.map(([position, setting]) => accountPosition(position, setting, orderedOf(orders, position), now)),
  };
}

async function risk(ask: MemberAsk, all: boolean): Promise<unknown> {
  const futuresOptionId = wantedId(ask);
  const [positions, orders] = await Promise.all([positionsOf(ask, futuresOptionId), openOrdersOf(ask, futuresOptionId)]);
  const now = ask.context.clock.now();
  const listed = await (all ? withEmpty(ask, positions, futuresOptionId) : withOrders(ask, positions, orders));
  return listed.map(([position, setting]) => riskShape(position, setting, orderedOf(orders, position), now));
}

type Listed = [Position, Setting][];

function withSettings(ask: MemberAsk, positions: readonly Position[]): Promise<Listed> {
  return Promise.all(positions.map(async (p): Promise<Listed[number]> => [p, await settingOf(ask, p.futuresOptionId)]));
}

// The third version lists symbols with a position or open orders.
async function withOrders(ask: MemberAsk, positions: readonly Position[], orders: readonly Order[]): Promise<Listed> {
  const held = new Set(positions.map((p) => p.futuresOptionId));
  const empty = new Set(orders.map((order) => order.futuresOptionId).filter((id) => !held.has(id)));
  const found = await withSettings(ask, positions);
  return [...found, ...(await Promise.all([...empty].map((id) => emptyOf(ask, id)))).flat()];
}

// The second lists every symbol of the site.
async function withEmpty(ask: MemberAsk, positions: readonly Position[], futuresOptionId: number | undefined): Promise<Listed> {
  const ids = futuresOptionId === undefined ? ask.site.symbols.map((_, index) => index + 1) : [futuresOptionId];
  const listed: Listed = [];
  for (const id of ids) {
    const own = positions.filter((p) => p.futuresOptionId === id);
    const sides = new Set(own.map((p) => p.positionSide));
    const [held, empty] = await Promise.all([withSettings(ask, own), emptyOf(ask, id)]);
    listed.push(...held, ...empty.filter(([p]) => !sides.has(p.positionSide)));
  }
  return listed;
}

async function emptyOf(ask: MemberAsk, id: number): Promise<Listed> {
  const [setting, option, { mode }] = await Promise.all([
    settingOf(ask, id),
    dataOf(ask.call(getOption, { query: { futuresOptionId: String(id) } })),
    dataOf(ask.call(getPositionMode)),
  ]);
  const mark = ask.context.services.find(marketReader)?.ticker(option.symbol)?.mark ?? '0';
  const sides: Position['positionSide'][] = mode === 'HEDGE' ? ['LONG', 'SHORT'] : ['BOTH'];
  return sides.map((side) => [emptyPosition(option, side, setting.marginType, setting.leverage, mark), setting]);
}

async function brackets(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = wantedId(ask);
  const options = await dataOf(ask.call(listOptions));
  const shapes = options
    .filter((option) => futuresOptionId === undefined || option.futuresOptionId === futuresOptionId)
    .map((option) => ({
      symbol: botNameOf(option.symbol),
      notionalCoef: 1,
      brackets: option.brackets.map((b) => ({
        bracket: b.tier,
        initialLeverage: b.maxLeverage,
        notionalCap: Number(b.cap),
        notionalFloor: Number(b.floor),
        maintMarginRatio: Number(b.mmr),
        cum: Number(b.cum),
      })),
    }));
  return futuresOptionId === undefined ? shapes : shapes[0];
}

async function commissionRate(ask: MemberAsk): Promise<unknown> {
  const id = optionIdOf(ask.site, ask.params.must('symbol'));
  const option = await dataOf(ask.call(getOption, { query: { futuresOptionId: String(id) } }));
  return {
    symbol: botNameOf(option.symbol),
    makerCommissionRate: option.makerFee,
    takerCommissionRate: option.takerFee,
    rpiCommissionRate: option.makerFee,
  };
}

async function accountConfig(ask: MemberAsk): Promise<unknown> {
  const { mode } = await dataOf(ask.call(getPositionMode));
  return {
    feeTier: 0,
    canTrade: ask.key.scope === 'TRADE',
    canDeposit: true,
    canWithdraw: false,
    dualSidePosition: mode === 'HEDGE',
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
  };
}

async function symbolConfig(ask: MemberAsk): Promise<unknown> {
  const wanted = wantedId(ask);
  const ids = wanted === undefined ? ask.site.symbols.map((_, index) => index + 1) : [wanted];
  return Promise.all(
    ids.map(async (id) => {
      const { leverage, marginType, maxNotional } = await settingOf(ask, id);
      return {
        symbol: botNameOf(ask.site.symbols[id - 1]),
        marginType,
        isAutoAddMargin: false,
        leverage,
        maxNotionalValue: maxNotional,
      };
    }),
  );
}

/** Place in the queue of auto-deleveraging, 0 to 4. */
async function adlQuantile(ask: MemberAsk): Promise<unknown> {
  const futuresOptionId = wantedId(ask);
  const positions = await positionsOf(ask, futuresOptionId);
  const bySymbol = new Map<string, Record<string, number>>();
  for (const p of positions) {
    const name = botNameOf(p.symbol);
    const quantiles = bySymbol.get(name) ?? {};
    quantiles[p.positionSide] = Math.max(0, (p.adlLight ?? 0) - 1);
    bySymbol.set(name, quantiles);
  }
  return [...bySymbol].map(([symbol, adlQuantiles]) => ({ symbol, adlQuantile: adlQuantiles }));
}

const tradingStatus = async (ask: MemberAsk) => ({ indicators: {}, updateTime: ask.context.clock.now() });

export const accountEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/fapi/v2/balance', weight: 5, security: 'READ', run: balance },
  { method: 'GET', path: '/fapi/v3/balance', weight: 5, security: 'READ', run: balance },
  { method: 'GET', path: '/fapi/v2/account', weight: 5, security: 'READ', run: (ask) => account(ask, true) },
  { method: 'GET', path: '/fapi/v3/account', weight: 5, security: 'READ', run: (ask) => account(ask, false) },
  { method: 'GET', path: '/fapi/v2/positionRisk', weight: 5, security: 'READ', run: (ask) => risk(ask, true) },
  { method: 'GET', path: '/fapi/v3/positionRisk', weight: 5, security: 'READ', run: (ask) => risk(ask, false) },
  { method: 'GET', path: '/fapi/v1/leverageBracket', weight: 1, security: 'READ', run: brackets },
  { method: 'GET', path: '/fapi/v1/commissionRate', weight: 20, security: 'READ', run: commissionRate },
  { method: 'GET', path: '/fapi/v1/accountConfig', weight: 5, security: 'READ', run: accountConfig },
  { method: 'GET', path: '/fapi/v1/symbolConfig', weight: 5, security: 'READ', run: symbolConfig },
  { method: 'GET', path: '/fapi/v1/adlQuantile', weight: 5, security: 'READ', run: adlQuantile },
  { method: 'GET', path: '/fapi/v1/apiTradingStatus', weight: 1, security: 'READ', run: tradingStatus },
];
