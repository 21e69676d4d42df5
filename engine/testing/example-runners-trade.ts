// Adapters of the worked cases about tiers, order cost, quantity, profit and positions: texts in, the formula under test, texts out.
import { addCost, type Cost, costOf } from '../money/cost.ts';
import { divHalfEvenBig, mulDivCeil } from '../money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE, unitsOf } from '../money/units.ts';
import { bankruptcyPrice } from '../futures/bankruptcy.ts';
import { tradingFee } from '../futures/fee.ts';
import * as margin from '../futures/margin.ts';
import { maxOpenLots } from '../futures/max-open.ts';
import { orderCost } from '../futures/order-cost.ts';
import * as pnl from '../futures/pnl.ts';
import { buildTiers, maxLeverageOf, nextCum, tierOf } from '../market/tiers.ts';

import {
  amount,
  close,
  decimalsOf,
  engineTiers,
  fillStep,
  type Held,
  type Inputs,
  lots,
  marks,
  rate,
  type Runner,
  SCALE,
  shown,
  sideOf,
  text,
  ticks,
  tiersOf,
  units,
  whole,
} from './example-values.ts';

const tierRunners: Record<string, Runner> = {
  cum_step: (i) => ({
    cum: shown(nextCum(amount(text(i, 'prevCum')), amount(text(i, 'floor')), rate(text(i, 'mmr')), rate(text(i, 'prevMmr')))),
  }),
  // Comparison only: Bybit's sliced table equals a bracket table with rate - cum.
  bybit_slice_mm: (i) => {
    const u = units(i, ['price'], ['qty']);
    let cap = 0;
    const rows = (i.slices as [string, string][]).map(([width, mmr]) => [(cap += Number(width)), 10, rate(mmr)] as const);
    const price = ticks(u, text(i, 'price'));
    const q = lots(u, text(i, 'qty'));
    return {
      positionValue: shown(margin.notionalAt(u, price, q)),
      initialMargin: shown(margin.initialMargin(u, price, q, Number(i.leverage))),
      maintenanceMargin: shown(margin.maintenanceMargin(u, buildTiers(rows, 10 ** SCALE), price * MARK_PER_TICK, q)),
    };
  },
  maint_margin: (i) => {
    const u = unitsOf(2, 0, SCALE);
    const tiers = tiersOf(text(i, 'symbol'));
    const tier = tierOf(tiers, amount(text(i, 'notional')));
    return {
      mmr: shown(tiers.mmrs[tier]),
      cum: shown(tiers.cums[tier]),
      maintMargin: shown(margin.maintenanceMargin(u, tiers, marks(u, text(i, 'notional')), 1)),
    };
  },
  max_leverage: (i) => ({ maxLeverage: String(maxLeverageOf(tiersOf(text(i, 'symbol')), amount(text(i, 'notional')))) }),
  cum_of_tier: (i) => ({ cum: shown(engineTiers(text(i, 'symbol')).cums[Number(i.tier) - 1], 6) }),
};

const costRunners: Record<string, Runner> = {
  order_cost_binance: (i) => costCase(i, '0'),
  order_cost_ours: (i) => costCase(i, text(i, 'takerFee')),
  // Comparison only: both fees, the closing one at the bankruptcy price.
  order_cost_bybit: (i) => {
    const u = units(i, ['price'], ['qty']);
    const price = ticks(u, text(i, 'price'));
    const q = lots(u, text(i, 'qty'));
    const leverage = Number(i.leverage);
    const im = margin.initialMargin(u, price, q, leverage);
    const feeOpen = tradingFee(u, price, q, rate(text(i, 'takerFee')));
    const bankruptcy = bankruptcyPrice(u, sideOf(i.side), q, costOf(price, q, u.costNum), im, 0);
    const feeClose = tradingFee(u, Number(bankruptcy), q, rate(text(i, 'takerFee')));
    return { initialMargin: shown(im), feeOpen: shown(feeOpen), feeClose: shown(feeClose), cost: shown(im + feeOpen + feeClose) };
  },
  max_open: (i) => {
    const u = units(i, ['orderPrice', 'markPrice'], ['step']);
    const qty = maxOpenLots(u, {
      side: sideOf(i.side),
      price: ticks(u, text(i, 'orderPrice')),
      mark: marks(u, text(i, 'markPrice')),
      leverage: Number(i.leverage),
      takerFee: rate(text(i, 'takerFee')),
      available: amount(text(i, 'available')),
    });
    return { qty: shown(qty, u.lotDecimals) };
  },
};

function costCase(i: Inputs, takerFee: string): Record<string, unknown> {
  const u = units(i, ['orderPrice', 'markPrice'], ['qty']);
  const c = orderCost(
    u,
    sideOf(i.side),
    ticks(u, text(i, 'orderPrice')),
    marks(u, text(i, 'markPrice')),
    lots(u, text(i, 'qty')),
    Number(i.leverage),
    rate(takerFee),
  );
  return { initialMargin: shown(c.initialMargin), openLoss: shown(c.openLoss), feeReserve: shown(c.feeReserve), cost: shown(c.cost) };
}

const pnlRunners: Record<string, Runner> = {
  upnl: (i) => {
    const u = units(i, ['entry', 'mark'], ['qty']);
    const q = lots(u, text(i, 'qty'));
    return {
      upnl: shown(pnl.unrealizedPnl(u, sideOf(i.side), marks(u, text(i, 'mark')), q, costOf(ticks(u, text(i, 'entry')), q, u.costNum))),
    };
  },
  closed_pnl: (i) => {
    const u = units(i, ['entry', 'exit'], ['qty']);
    const q = lots(u, text(i, 'qty'));
    const gross = pnl.realizedPnl(u, sideOf(i.side), ticks(u, text(i, 'exit')), q, costOf(ticks(u, text(i, 'entry')), q, u.costNum));
    const net = gross - amount(text(i, 'openFee')) - amount(text(i, 'closeFee')) - amount(text(i, 'fundingPaid'));
    return { grossPnl: shown(gross), closedPnl: shown(net) };
  },
  // Comparison only: Bybit subtracts the closing fee and adds it to the margin.
  roi_bybit: (i) => {
    const u = units(i, ['entry'], ['qty']);
    const q = lots(u, text(i, 'qty'));
    const im = margin.initialMargin(u, ticks(u, text(i, 'entry')), q, Number(i.leverage));
    const bankruptcy = im * Number(i.leverage) - im;
    const closeFee = mulDivCeil(bankruptcy, rate(text(i, 'takerFee')), RATE_ONE);
    const roi = divHalfEvenBig(BigInt(amount(text(i, 'upnl'))) * 10_000n, BigInt(im + closeFee));
    return { initialMargin: shown(im), closeFee: shown(closeFee), roiPct: shown(roi, 2) };
  },
  // Comparison only (D-15): the panel that divides by margin at mark.
  roe_mark_based: (i) => {
    const u = units(i, ['mark'], ['qty']);
    const im = margin.initialMarginAtMark(u, marks(u, text(i, 'mark')), lots(u, text(i, 'qty')), Number(i.leverage));
    return { initialMargin: shown(im), roePct: shown(divHalfEvenBig(BigInt(amount(text(i, 'upnl'))) * 10_000n, BigInt(im)), 2) };
  },
  roe_entry_based: (i) => {
    const u = units(i, ['entry', 'price'], ['qty']);
    const q = lots(u, text(i, 'qty'));
    const cost = costOf(ticks(u, text(i, 'entry')), q, u.costNum);
    const price = marks(u, text(i, 'price'));
    const side = sideOf(i.side);
    return {
      pnl: shown(pnl.unrealizedPnl(u, side, price, q, cost)),
      roePct: shown(pnl.returnOnEquity(u, side, price, q, cost, Number(i.leverage)), 2),
    };
  },
  target_price: (i) => {
    const u = units(i, ['entry'], ['leverage']);
    const cost = costOf(ticks(u, text(i, 'entry')), 1, u.costNum);
    return { price: shown(pnl.targetPrice(u, sideOf(i.side), 1, cost, Number(i.leverage), whole(text(i, 'roePct'), 2)), u.tickDecimals) };
  },
  entry_avg: (i) => {
    const fills = i.fills as [string, string][];
    const u = unitsOf(Math.max(...fills.map(([, p]) => decimalsOf(p))), Math.max(...fills.map(([q]) => decimalsOf(q))), SCALE);
    let q = 0;
    let cost: Cost = 0;
    for (const [size, price] of fills) {
      q += lots(u, size);
      cost = addCost(cost, costOf(ticks(u, price), lots(u, size), u.costNum));
    }
    return { qty: shown(q, u.lotDecimals), entryPrice: shown(pnl.entryPrice(u, cost, q, 8)) };
  },
  break_even: (i) => breakEvenCase(i),
  break_even_full: (i) => breakEvenCase(i),
};

function breakEvenCase(i: Inputs): Record<string, unknown> {
  const u = units(i, ['entryPrice'], ['qty']);
  const q = lots(u, text(i, 'qty'));
  const cost = costOf(ticks(u, text(i, 'entryPrice')), q, u.costNum);
  const flows = {
    feesPaid: amount(text(i, 'feesPaid')),
    fundingPaid: amount(text(i, 'fundingPaid')),
    realizedPnl: amount(text(i, 'realizedPnl')),
  };
  const side = sideOf(i.side);
  const closeFee = 'closeFeeRate' in i ? rate(text(i, 'closeFeeRate')) : 0;
  return {
    breakEvenPrice: shown(pnl.breakEvenPrice(u, side, q, cost, flows, 8)),
    breakEvenWithCloseFee: shown(pnl.breakEvenPrice(u, side, q, cost, flows, 8, closeFee)),
  };
}

const positionRunners: Record<string, Runner> = {
  fill_sequence: (i) => {
    const fills = i.fills as [string, string, string][];
    const u = unitsOf(Math.max(...fills.map((f) => decimalsOf(f[2]))), Math.max(...fills.map((f) => decimalsOf(f[1]))), SCALE);
    const held: Held = { side: 1, lots: 0, cost: 0, net: 0 };
    const steps = fills.map(([side, size, price]) =>
      fillStep(u, held, sideOf(side), lots(u, size), ticks(u, price), rate(text(i, 'feeRate'))),
    );
    return { steps: steps.slice(1) };
  },
  partial_close: (i) => {
    const fills = i.fills as [string, string][];
    const closes = i.closes as [string, string][];
    const all = [...fills, ...closes];
    const u = unitsOf(Math.max(...all.map((f) => decimalsOf(f[1]))), Math.max(...all.map((f) => decimalsOf(f[0]))), SCALE);
    const held: Held = { side: sideOf(i.side), lots: 0, cost: 0, net: 0 };
    for (const [size, price] of fills) {
      held.lots += lots(u, size);
      held.cost = addCost(held.cost, costOf(ticks(u, price), lots(u, size), u.costNum));
    }
    let total = 0;
    const steps = closes.map(([size, price]) => {
      const before = held.cost;
      const gain = close(u, held, ticks(u, price), lots(u, size));
      total += gain;
      return [shown(addCost(before, -held.cost), u.costDecimals), shown(gain)];
    });
    return { steps, totalPnl: shown(total) };
  },
};

export const tradeRunners: Readonly<Record<string, Runner>> = { ...tierRunners, ...costRunners, ...pnlRunners, ...positionRunners };
