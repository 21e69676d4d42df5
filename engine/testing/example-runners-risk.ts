// Adapters of the worked cases about liquidation, accounts, bankruptcy, mark and funding: texts in, the formula under test, texts out.
import { costOf } from '../money/cost.ts';
import { divFloorBig, mulDivCeil, mulDivFloor } from '../money/rounding.ts';
import { MARK_PER_TICK, RATE_ONE, unitsOf } from '../money/units.ts';
import { adlScore } from '../futures/adl.ts';
import { bankruptcyPrice, equityShare, settleLiquidation, tierReduction } from '../futures/bankruptcy.ts';
import { tradingFee } from '../futures/fee.ts';
import { liquidationRoots, priceAtTick, shownPrice } from '../futures/liquidation-price.ts';
import * as margin from '../futures/margin.ts';
import * as pnl from '../futures/pnl.ts';
import { tierOf, type TierTable } from '../market/tiers.ts';
import * as funding from '../market/funding-estimate.ts';
import { basisSample, markFromFunding, markPrice } from '../market/mark.ts';
import {
  amount,
  decimalsOf,
  fillStep,
  type Held,
  type Inputs,
  leg,
  lots,
  marks,
  oneTier,
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

const liquidationRunners: Record<string, Runner> = {
  liq_price: (i) => single(i, oneTier(text(i, 'mmr'), text(i, 'cum')), whole(text(i, 'walletBalance'), SCALE)),
  liq_price_from_leverage: (i) => {
    const u = units(i, ['entryPrice'], ['qty']);
    return single(
      i,
      oneTier(text(i, 'mmr'), text(i, 'cum')),
      margin.initialMargin(u, ticks(u, text(i, 'entryPrice')), lots(u, text(i, 'qty')), Number(i.leverage)),
    );
  },
  liq_price_tiered: (i) => single(i, tiersOf(text(i, 'symbol')), amount(text(i, 'walletBalance'))),
  liq_price_cross: (i) => {
    const positions = i.positions as Inputs[];
    let balance = amount(text(i, 'walletBalance'));
    for (const [k, p] of positions.entries()) {
      if (k === i.target) continue;
      const u = units(p, ['entryPrice', 'markPrice'], ['qty']);
      const q = lots(u, text(p, 'qty'));
      const mark = marks(u, text(p, 'markPrice'));
      balance += pnl.unrealizedPnl(u, sideOf(p.side), mark, q, costOf(ticks(u, text(p, 'entryPrice')), q, u.costNum));
      balance -= margin.maintenanceMargin(u, oneTier(text(p, 'mmr'), text(p, 'cum')), mark, q);
    }
    const target = positions[Number(i.target)];
    return single(
      { ...target, otherMaintMargin: '0', otherUnrealizedPnl: '0' },
      oneTier(text(target, 'mmr'), text(target, 'cum')),
      balance,
    );
  },
  liq_price_hedge_tiered: (i) => {
    const legs = i.legs as Inputs[];
    const u = unitsOf(2, Math.max(...legs.map((l) => decimalsOf(text(l, 'qty')))), SCALE);
    const roots = liquidationRoots(
      u,
      tiersOf(text(i, 'symbol')),
      legs.map((l) => leg(u, l)),
      amount(text(i, 'walletBalance')),
    );
    const price = (root: typeof roots.lower) => (root === null ? null : shown(shownPrice(u, root, 8)));
    return { lower: price(roots.lower), upper: price(roots.upper) };
  },
  // Comparison only: maintenance margin fixed at entry value.
  liq_price_bybit: (i) => {
    const u = unitsOf(8, Math.max(1, decimalsOf(text(i, 'qty'))), SCALE);
    const q = lots(u, text(i, 'qty'));
    const price = ticks(u, text(i, 'entryPrice'));
    const im = margin.initialMargin(u, price, q, Number(i.leverage));
    const mm = margin.maintenanceMargin(u, oneTier(text(i, 'mmr'), text(i, 'deduction')), price * MARK_PER_TICK, q);
    const capacity = im - mm + amount(text(i, 'extraMargin')) - amount(text(i, 'fundingPaid'));
    return { liquidationPrice: shown(bankruptcyPrice(u, sideOf(i.side), q, costOf(price, q, u.costNum), capacity, 8)) };
  },
};

function single(i: Inputs, tiers: TierTable, wallet: number): Record<string, unknown> {
  const tick = 'tick' in i ? ['entryPrice', 'tick'] : ['entryPrice'];
  const u = units(i, tick, ['qty']);
  const side = sideOf(i.side);
  const balance =
    wallet -
    amount(text(i, 'otherMaintMargin') === 'undefined' ? '0' : text(i, 'otherMaintMargin')) +
    amount(text(i, 'otherUnrealizedPnl') === 'undefined' ? '0' : text(i, 'otherUnrealizedPnl'));
  const roots = liquidationRoots(u, tiers, [leg(u, i)], balance);
  const root = side > 0 ? roots.lower : roots.upper;
  return {
    liquidationPrice: shown(shownPrice(u, root, 8)),
    tier: String(root === null ? 0 : root.tier + 1),
    display: shown(priceAtTick(root, side), u.tickDecimals),
  };
}

const accountRunners: Record<string, Runner> = {
  account_summary: (i) => {
    const figures = {
      crossWallet: amount(text(i, 'crossWalletBalance')),
      crossUnrealizedPnl: 0,
      positionMargin: 0,
      orderMargin: amount(text(i, 'openOrderInitialMargin')),
    };
    let maintenance = 0;
    for (const p of i.positions as Inputs[]) {
      const u = units(p, ['entryPrice', 'markPrice'], ['qty']);
      const l = leg(u, p);
      const mark = marks(u, text(p, 'markPrice'));
      figures.crossUnrealizedPnl += pnl.unrealizedPnl(u, l.side, mark, l.lots, l.entryCost);
      figures.positionMargin += margin.initialMarginAtMark(u, mark, l.lots, Number(p.leverage));
      maintenance += margin.maintenanceMargin(u, tiersOf(text(p, 'symbol')), mark, l.lots);
    }
    const balance = figures.crossWallet + figures.crossUnrealizedPnl;
    const ratio = margin.marginRatioPpm(balance, maintenance);
    return {
      crossUnPnl: shown(figures.crossUnrealizedPnl),
      maintMargin: shown(maintenance),
      positionInitialMargin: shown(figures.positionMargin),
      marginBalance: shown(balance),
      availableBalance: shown(margin.availableBalance(figures)),
      maxWithdrawAmount: shown(margin.withdrawableBalance(figures)),
      marginRatioPct: shown(margin.marginRatioShown(balance, maintenance), 2),
      warn: String(ratio >= 800_000),
      liquidate: String(margin.isLiquidatable(balance, maintenance)),
    };
  },
  max_remove_margin: (i) => {
    const u = units(i, ['entryPrice', 'markPrice'], ['qty']);
    const l = leg(u, i);
    const mark = marks(u, text(i, 'markPrice'));
    const unrealized = pnl.unrealizedPnl(u, l.side, mark, l.lots, l.entryCost);
    return {
      maxRemovable: shown(
        margin.removableMargin(u, amount(text(i, 'isolatedWallet')), unrealized, mark, l.lots, l.entryCost, Number(i.leverage)),
      ),
    };
  },
  ledger: (i) => {
    const fills = i.fills as [string, string, string, string][];
    const fundings = i.funding as [number, string, string][];
    const u = unitsOf(Math.max(2, ...fills.map((f) => decimalsOf(f[2]))), Math.max(...fills.map((f) => decimalsOf(f[1]))), SCALE);
    const held: Held = { side: 1, lots: 0, cost: 0, net: 0 };
    let fees = 0;
    for (const [k, [side, size, price, feeRate]] of fills.entries()) {
      fees += tradingFee(u, ticks(u, price), lots(u, size), rate(feeRate));
      fillStep(u, held, sideOf(side), lots(u, size), ticks(u, price), rate(feeRate));
      for (const [after, mark, fundingRate] of fundings) {
        if (after === k) held.net += funding.fundingAmount(u, held.side, marks(u, mark), held.lots, rate(fundingRate));
      }
    }
    const user = amount(text(i, 'wallet')) + held.net;
    // What the member gained or lost besides fees came from the house: PnL and funding.
    const house = 0 - held.net - fees;
    return { user: shown(user), house: shown(house), fees: shown(fees), total: shown(user + house + fees) };
  },
};

const bankruptcyRunners: Record<string, Runner> = {
  bankruptcy_isolated: (i) => {
    const u = units(i, ['entryPrice'], ['qty']);
    const l = leg(u, i);
    return { bankruptcyPrice: shown(bankruptcyPrice(u, l.side, l.lots, l.entryCost, amount(text(i, 'isolatedWallet')), 8)) };
  },
  // dYdX keeps a quote balance in place of entry cost; its equity is quote balance + sum of s x q x price.
  bankruptcy_cross_share: (i) => {
    const positions = (i.positions as Inputs[]).map((p) => {
      const u = units(p, ['price'], ['qty']);
      const q = lots(u, text(p, 'qty'));
      const price = ticks(u, text(p, 'price'));
      return {
        u,
        q,
        price,
        side: sideOf(p.side),
        value: margin.notionalAt(u, price, q),
        mm: mulDivCeil(margin.notionalAt(u, price, q), rate(text(p, 'mmr')), RATE_ONE),
      };
    });
    const equity = positions.reduce((sum, p) => sum + p.side * p.value, amount(text(i, 'quoteBalance')));
    const total = positions.reduce((sum, p) => sum + p.mm, 0);
    const p = positions[Number(i.close)];
    const share = equityShare(equity, p.mm, total);
    const price = bankruptcyPrice(p.u, p.side, p.q, costOf(p.price, p.q, p.u.costNum), share, 8);
    const quote = divFloorBig(price * BigInt(p.q), 10n ** BigInt(p.u.lotDecimals));
    return { quoteAmount: shown(BigInt(p.side) * quote) };
  },
  // What the fill left above the bankruptcy value goes to the fund up to the fee; what it lacked comes from the fund.
  insurance_delta: (i) => {
    const left = sideOf(i.side) * (amount(text(i, 'fillQuote')) - amount(text(i, 'bankruptcyQuote')));
    const fee = mulDivFloor(amount(text(i, 'fillQuote')), rate(text(i, 'maxFeeRate')), RATE_ONE);
    const settled = settleLiquidation(0, left, fee);
    return { insuranceDelta: shown(settled.fee - settled.deficit) };
  },
  insurance_direction: (i) => ({
    signs: (i.cases as [string, string][]).map(([bankruptcy, fill]) => {
      const settled = settleLiquidation(0, sideOf(i.side) * (amount(fill) - amount(bankruptcy)), Number.MAX_SAFE_INTEGER);
      return String(Math.sign(settled.fee - settled.deficit));
    }),
  }),
  liquidation_settle: (i) => {
    const u = units(i, ['entryPrice', 'fillPrice'], ['qty']);
    const l = leg(u, i);
    const fill = ticks(u, text(i, 'fillPrice'));
    const realized = pnl.realizedPnl(u, l.side, fill, l.lots, l.entryCost);
    const settled = settleLiquidation(
      amount(text(i, 'isolatedWallet')),
      realized,
      tradingFee(u, fill, l.lots, rate(text(i, 'clearanceFeeRate'))),
    );
    return {
      realizedPnl: shown(realized),
      clearanceFee: shown(settled.fee),
      insuranceDelta: shown(settled.fee - settled.deficit),
      userRefund: shown(settled.refund),
    };
  },
  tier_reduce_qty: (i) => {
    const u = units(i, ['markPrice'], ['step']);
    const q = lots(u, text(i, 'qty'));
    const mark = marks(u, text(i, 'markPrice'));
    const tiers = tiersOf(text(i, 'symbol'));
    const reduce = tierReduction(u, tiers, mark, q);
    return {
      tier: String(tierOf(tiers, margin.notionalAtMark(u, mark, q)) + 1),
      reduceQty: shown(reduce, u.lotDecimals),
      remaining: shown(q - reduce, u.lotDecimals),
    };
  },
};

const HOUR = 3_600_000;
const hours = (value: string) => mulDivFloor(whole(value, 4), HOUR, 10_000);

const marketRunners: Record<string, Runner> = {
  mark_price_1: (i) => {
    const u = units(i, ['index'], ['intervalHours']);
    const price = markFromFunding(
      marks(u, text(i, 'index')),
      rate(text(i, 'lastFundingRate')),
      hours(text(i, 'hoursUntilFunding')),
      hours(text(i, 'intervalHours')),
    );
    return { price1: shown(price, u.tickDecimals + 2) };
  },
  mark_price_median: (i) => {
    const u = units(i, ['index', 'contractPrice'], ['intervalHours']);
    const index = marks(u, text(i, 'index'));
    // Each printed basis as a bid and an ask around it.
    const basis = (i.basisSamples as string[]).map((b) => basisSample(index + marks(u, b) - 7, index + marks(u, b) + 7, index));
    const parts = markPrice({
      index,
      basis,
      fundingRate: rate(text(i, 'lastFundingRate')),
      untilFundingMs: hours(text(i, 'hoursUntilFunding')),
      intervalMs: hours(text(i, 'intervalHours')),
      last: marks(u, text(i, 'contractPrice')),
      minBasisSamples: 1,
    });
    const price = (mark: number) => shown(mark, u.tickDecimals + 2);
    return { price1: price(parts.price1), price2: price(parts.price2), markPrice: price(parts.mark) };
  },
  impact_margin_notional: (i) => ({ imn: shown(funding.impactNotional(Number(i.margin), Number(i.maxLeverage), 10 ** SCALE)) }),
  funding_rate: (i) => ({
    fundingRate: shown(
      funding.fundingRate(
        rate(text(i, 'avgPremium')),
        rate(text(i, 'interest')),
        rate(text(i, 'clamp')),
        Number(i.intervalHours),
        rate(text(i, 'cap')),
      ),
    ),
  }),
  funding_fee: (i) => {
    const u = units(i, ['markPrice'], ['qty']);
    return {
      amount: shown(
        funding.fundingAmount(u, sideOf(i.side), marks(u, text(i, 'markPrice')), lots(u, text(i, 'qty')), rate(text(i, 'rate'))),
      ),
    };
  },
  // Comparison only: dYdX caps at 6 x (IM - MM).
  funding_clamp_dydx: (i) => {
    const cap = Number(i.factor) * (rate(text(i, 'im')) - rate(text(i, 'mm')));
    return { fundingRate: shown(funding.fundingRate(rate(text(i, 'avgPremium')), rate(text(i, 'avgPremium')), 0, 8, cap)) };
  },
  premium_index: (i) => {
    const u = units(i, ['impactBid', 'impactAsk', 'index'], ['index']);
    return {
      premium: shown(funding.premiumSample(marks(u, text(i, 'impactBid')), marks(u, text(i, 'impactAsk')), marks(u, text(i, 'index')))),
    };
  },
  adl_score: (i) => {
    const score = adlScore(
      amount(text(i, 'unrealizedProfit')),
      amount(text(i, 'walletBalance')),
      amount(text(i, 'maintMargin')),
      10 ** SCALE,
    );
    return { pnlPercent: shown(score.pnlPercent), marginRatio: shown(score.marginRatio), leveragePnl: shown(score.leveragePnl) };
  },
  weighted_premium: (i) => ({ avgPremium: shown(funding.averagePremium((i.samples as string[]).map(rate))) }),
  funding_cap: (i) => ({ cap: shown(funding.fundingCap(rate(text(i, 'mmr')), rate(text(i, 'multiplier')))) }),
};

export const riskRunners: Readonly<Record<string, Runner>> = {
  ...liquidationRunners,
  ...accountRunners,
  ...bankruptcyRunners,
  ...marketRunners,
};
