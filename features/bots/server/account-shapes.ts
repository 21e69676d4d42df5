// Balances and positions in Binance's shapes, made from the futures account and the open positions.
import type { CrossAccount, Option, Order, Position } from '@maru/futures/contract.ts';
import { add, negated, times } from './decimals.ts';
import { botNameOf } from './fapi-symbols.ts';

/** Signed quantity: a short is negative. */
export const amountOf = (p: Position) => (p.tradeType === 'SHORT' ? negated(p.quantity) : p.quantity);
export const notionalOf = (p: Position) => times(amountOf(p), p.markPrice);
const isIsolated = (p: Position) => p.marginType === 'ISOLATED';

export function sumOf(positions: readonly Position[], figure: (p: Position) => string): string {
  return positions.reduce((sum, p) => add(sum, figure(p)), '0.000000');
}

/** One asset: all of the account is USDT. */
export function assetShape(a: CrossAccount, positions: readonly Position[], now: number) {
  const pnl = sumOf(positions, (p) => p.unrealizedPnl);
  const walletBalance = add(a.playerPoint, a.isolatedWallets, a.minusFundingFee);
  const isolated = positions.filter(isIsolated);
  const positionMargin = add(
    a.positionMargin,
    sumOf(isolated, (p) => p.margin),
  );
  const maintMargin = add(
    a.maintenanceMargin,
    sumOf(isolated, (p) => p.maintenanceMargin),
  );
  return {
    asset: 'USDT',
    walletBalance,
    unrealizedProfit: pnl,
    marginBalance: add(walletBalance, pnl),
    maintMargin,
    initialMargin: add(positionMargin, a.orderMargin),
    positionInitialMargin: positionMargin,
    openOrderInitialMargin: a.orderMargin,
    crossWalletBalance: a.playerPoint,
    crossUnPnl: a.markPnl,
    availableBalance: a.available,
    maxWithdrawAmount: a.withdrawable,
    marginAvailable: true,
    updateTime: now,
  };
}

export function accountShape(a: CrossAccount, positions: readonly Position[], canTrade: boolean, now: number) {
  const asset = assetShape(a, positions, now);
  return {
    feeTier: 0,
    feeBurn: false,
    canTrade,
    canDeposit: true,
    canWithdraw: false,
    updateTime: now,
    multiAssetsMargin: false,
    tradeGroupId: -1,
    totalInitialMargin: asset.initialMargin,
    totalMaintMargin: asset.maintMargin,
    totalWalletBalance: asset.walletBalance,
    totalUnrealizedProfit: asset.unrealizedProfit,
    totalMarginBalance: asset.marginBalance,
    totalPositionInitialMargin: asset.positionInitialMargin,
    totalOpenOrderInitialMargin: asset.openOrderInitialMargin,
    totalCrossWalletBalance: asset.crossWalletBalance,
    totalCrossUnPnl: asset.crossUnPnl,
    availableBalance: asset.availableBalance,
    maxWithdrawAmount: asset.maxWithdrawAmount,
    assets: [asset],
  };
}

export function balanceShape(a: CrossAccount, positions: readonly Position[], alias: string, now: number) {
  const { walletBalance, crossWalletBalance, crossUnPnl, availableBalance, maxWithdrawAmount } = assetShape(a, positions, now);
  return {
    accountAlias: alias,
    asset: 'USDT',
    balance: walletBalance,
    crossWalletBalance,
    crossUnPnl,
    availableBalance,
    maxWithdrawAmount,
    marginAvailable: true,
    updateTime: now,
  };
}

/** Setting of a symbol for those positions that are not open. */
export interface Setting {
  leverage: number;
  marginType: 'CROSSED' | 'ISOLATED';
  maxNotional: string;
}

/** What the open orders of a symbol's side hold back: margin, and what is bid and asked. */
export interface Ordered {
  openOrderInitialMargin: string;
  bidNotional: string;
  askNotional: string;
}

export function orderedOf(orders: readonly Order[], { futuresOptionId, positionSide }: Position): Ordered {
  const own = orders.filter((order) => order.futuresOptionId === futuresOptionId && order.positionSide === positionSide);
  const notional = (side: Order['side']) =>
    own
      .filter((order) => order.side === side && order.isWaiting !== true)
      .reduce((sum, order) => add(sum, times(order.price, add(order.quantity, negated(order.filledQuantity)))), '0');
  return {
    openOrderInitialMargin: own.reduce((sum, order) => add(sum, order.reserved), '0'),
    bidNotional: notional('BUY'),
    askNotional: notional('SELL'),
  };
}

/** Inside `account`. */
export function accountPosition(p: Position, setting: Setting, ordered: Ordered, now: number) {
  return {
    symbol: botNameOf(p.symbol),
    positionSide: p.positionSide,
    positionAmt: amountOf(p),
    unrealizedProfit: p.unrealizedPnl,
    isolatedMargin: isIsolated(p) ? add(p.margin, p.unrealizedPnl) : '0',
    notional: notionalOf(p),
    isolatedWallet: isIsolated(p) ? p.margin : '0',
    initialMargin: add(p.margin, ordered.openOrderInitialMargin),
    maintMargin: p.maintenanceMargin,
    positionInitialMargin: p.margin,
    leverage: String(p.leverage),
    isolated: isIsolated(p),
    entryPrice: p.entryPrice,
    breakEvenPrice: p.breakEvenPrice,
    maxNotional: setting.maxNotional,
    ...ordered,
    updateTime: now,
  };
}

export function riskShape(p: Position, setting: Setting, ordered: Ordered, now: number) {
  return {
    symbol: botNameOf(p.symbol),
    positionSide: p.positionSide,
    positionAmt: amountOf(p),
    entryPrice: p.entryPrice,
    breakEvenPrice: p.breakEvenPrice,
    markPrice: p.markPrice,
    unRealizedProfit: p.unrealizedPnl,
    liquidationPrice: p.liquidationPrice,
    isolatedMargin: isIsolated(p) ? add(p.margin, p.unrealizedPnl) : '0',
    notional: notionalOf(p),
    marginAsset: 'USDT',
    isolatedWallet: isIsolated(p) ? p.margin : '0',
    initialMargin: add(p.margin, ordered.openOrderInitialMargin),
    maintMargin: p.maintenanceMargin,
    positionInitialMargin: p.margin,
    ...ordered,
    adl: Math.max(0, (p.adlLight ?? 0) - 1),
    leverage: String(p.leverage),
    maxNotionalValue: setting.maxNotional,
    marginType: isIsolated(p) ? 'isolated' : 'cross',
    isAutoAddMargin: 'false',
    updateTime: now,
  };
}

/** A symbol without a position, as the second version of both calls lists it. */
export function emptyPosition(
  option: Option,
  positionSide: Position['positionSide'],
  marginType: Position['marginType'],
  leverage: number,
  markPrice: string,
): Position {
  const zero = '0';
  return {
    futuresPositionId: 0,
    futuresOptionId: option.futuresOptionId,
    symbol: option.symbol,
    positionSide,
    tradeType: positionSide === 'SHORT' ? 'SHORT' : 'LONG',
    quantity: zero,
    entryPrice: zero,
    breakEvenPrice: zero,
    markPrice,
    liquidationPrice: zero,
    leverage,
    marginType,
    margin: zero,
    maintenanceMargin: zero,
    marginRatio: zero,
    unrealizedPnl: zero,
    roe: zero,
    realizedPnl: zero,
    feesPaid: zero,
    fundingPaid: zero,
    adlLight: 0,
    isLiquidating: false,
    removableMargin: zero,
    marketType: 'FUTURES',
    openedAt: new Date(0).toISOString(),
  };
}
