// The market as the home page shows it: instruments with names, statistics with sparklines once a minute, live figures once a second.
import { liveKey, liveStore, useLive } from '@maru/kit/web/live-store.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { listOptions, type Option } from '@maru/futures/contract.ts';
import { tickersTopic, tickerStatistics } from '@maru/market/contract.ts';
import { useMemo } from 'react';

/** An instrument with its 24 h statistics. */
export interface Mover {
  symbol: string;
  futuresOptionId: number;
  base: string;
  name: { ko: string; en: string };
  priceDecimals: number;
  last: string;
  changePercent: string;
  quoteVolume: string;
  fundingRate: string;
  nextFundingAt: number;
  sparkline: readonly number[];
}

export interface LiveFigures {
  last: string;
  changePercent: string;
  quoteVolume: string;
}

const figuresKey = (symbol: string) => liveKey<LiveFigures>(`home/${symbol}`);

export function useHomeMarket() {
  const options = useCall(listOptions, { staleMs: 300_000 });
  const statistics = useCall(tickerStatistics, { everyMs: 60_000 });
  useTopic(tickersTopic, {}, (tickers) => {
    for (const [symbol, last, changePercent, quoteVolume] of tickers) {
      const known = liveStore.get(figuresKey(symbol));
      if (known?.last === last && known.quoteVolume === quoteVolume && known.changePercent === changePercent) continue;
      liveStore.set(figuresKey(symbol), { last, changePercent, quoteVolume });
    }
  });
  const movers = useMemo(() => {
    const bySymbol = new Map(options.data?.map((option) => [option.symbol, option]));
    return statistics.data?.flatMap((row): Mover[] => {
      const option: Option | undefined = bySymbol.get(row.symbol);
      if (!option) return [];
      return [
        {
          symbol: row.symbol,
          futuresOptionId: option.futuresOptionId,
          base: option.base,
          name: option.name,
          priceDecimals: option.pricePrecision,
          last: row.last,
          changePercent: row.changePercent,
          quoteVolume: row.quoteVolume,
          fundingRate: row.fundingRate,
          nextFundingAt: row.nextFundingAt,
          sparkline: row.sparkline.map(Number),
        },
      ];
    });
  }, [options.data, statistics.data]);
  return {
    options: options.data,
    movers,
    error: options.error ?? statistics.error,
    isRetrying: options.isFetching || statistics.isFetching,
    /** What arrived need not be asked again. */
    retry: () => {
      if (!options.data) void options.refetch();
      if (!statistics.data) void statistics.refetch();
    },
  };
}

/** The live figures of a mover, the statistics' until the first message. */
export function useFigures(mover: Mover): LiveFigures {
  return useLive(figuresKey(mover.symbol)) ?? mover;
}

export const moverOrders = ['rise', 'fall', 'turnover', 'star'] as const;
export type MoverOrder = (typeof moverOrders)[number];

/** Sorted by the statistics, not by the live figures: rows must not jump under a finger. */
export function sortMovers(movers: readonly Mover[], by: MoverOrder, stars: readonly string[]): Mover[] {
  const figureOf = (mover: Mover) => Number(by === 'turnover' || by === 'star' ? mover.quoteVolume : mover.changePercent);
  const sign = by === 'fall' ? 1 : -1;
  return movers.filter((mover) => by !== 'star' || stars.includes(mover.symbol)).toSorted((a, b) => sign * (figureOf(a) - figureOf(b)));
}

export interface Breadth {
  up: number;
  down: number;
  flat: number;
  /** Whole USDT. */
  turnover: string;
}

export function breadthOf(movers: readonly Mover[]): Breadth {
  const count = (test: (change: number) => boolean) => movers.filter((mover) => test(Number(mover.changePercent))).length;
  const turnover = movers.reduce((sum, mover) => sum + BigInt(mover.quoteVolume.split('.')[0]), 0n);
  return { up: count((c) => c > 0), down: count((c) => c < 0), flat: count((c) => c === 0), turnover: turnover.toString() };
}

/** The largest funding rates by size, whoever pays; where nobody pays there is none. */
export function largestFunding(movers: readonly Mover[], count: number): Mover[] {
  return movers
    .filter(({ fundingRate }) => Number(fundingRate) !== 0)
    .toSorted((a, b) => Math.abs(Number(b.fundingRate)) - Math.abs(Number(a.fundingRate)))
    .slice(0, count);
}
