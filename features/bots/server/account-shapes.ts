// Balances and positions in Binance's shapes, made from the futures account and the open positions.
import type { CrossAccount, Option, Position } from '@maru/futures/contract.ts';
import { add, negated, times } from './decimals.ts';
import { botNameOf } from './fapi-symbols.ts';

/** Signed quantity: a short is negative. */
export const amountOf = (p: Position) => (p.tradeType === 'SHORT' ? negated(p.quantity) : p.quantity);
export const notionalOf = (p: Position) => times(amountOf(p), p.markPrice);
const isIsolated = (p: Position) => p.marginType === 'ISOLATED';
/** Margin that the position needs at its leverage: of an isolated one its wallet may hold more. */
const initialOf = (p: Position, initial: ReadonlyMap<number, string>) => initial.get(p.futuresPositionId) ?? p.margin;

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

export function accountShape(a: CrossAccount, positions: readonly Position[], now: number) {
  const asset = assetShape(a, positions, now);
  return {
    feeTier: 0,
    feeBurn: false,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
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

/** Inside `account`. */
export function accountPosition(p: Position, setting: Setting, now: number) {
  return {
    symbol: botNameOf(p.symbol),
    positionSide: p.positionSide,
    positionAmt: amountOf(p),
    unrealizedProfit: p.unrealizedPnl,
    isolatedMargin: isIsolated(p) ? add(p.margin, p.unrealizedPnl) : '0',
    notional: notionalOf(p),
    isolatedWallet: isIsolated(p) ? p.margin : '0',
    initialMargin: p.margin,
    maintMargin: p.maintenanceMargin,
    positionInitialMargin: p.margin,
    openOrderInitialMargin: '0',
    leverage: String(p.leverage),
    isolated: isIsolated(p),
    entryPrice: p.entryPrice,
    breakEvenPrice: p.breakEvenPrice,
    maxNotional: setting.maxNotional,
    bidNotional: '0',
    askNotional: '0',
    updateTime: now,
  };
}

export function riskShape(p: Position, setting: Setting, now: number) {
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
    initialMargin: initialOf(p, new Map()),
    maintMargin: p.maintenanceMargin,
    positionInitialMargin: p.margin,
    openOrderInitialMargin: '0',
    adl: Math.max(0, (p.adlLight ?? 0) - 1),
    bidNotional: '0',
    askNotional: '0',
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
