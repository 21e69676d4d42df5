// What a binary page knows of its option: the rounds of the moment, its prices, and the member's bets, kept fresh by the socket.
import { call } from '@maru/kit/web/api-client.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { chart, tradesTopic } from '@maru/market/contract.ts';
import { useEffect, useRef, useState } from 'react';
import {
  betQueue,
  currentBetsOfOption,
  currentRound,
  listBets,
  recentRounds,
  roundTopic,
  type TradeBet,
  type TradeOption,
  type TradeRound,
} from '../contract.ts';

/** The page's clock: redrawn so often. */
const BEAT_MS = 200;
/** What the chart shows of the past, a little more than is on screen. */
const KEPT_MS = 7 * 60_000;

export interface Tick {
  time: number;
  price: number;
}

/** Server time, redrawn five times a second. */
export function useBeat(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), BEAT_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Prices of a symbol, oldest first: seconds of the past, then every trade. */
export function useTicks(symbol: string | null): readonly Tick[] {
  const [ticks, setTicks] = useState<readonly Tick[]>([]);
  useEffect(() => {
    if (symbol === null) return undefined;
    let isGone = false;
    call(chart, { query: { symbol, interval: '1s', limit: '360' } })
      .then((candles) => {
        if (!isGone)
          setTicks((was) =>
            withPast(
              was,
              candles.map(([time, , , , close]) => ({ time: time + 999, price: Number(close) })),
            ),
          );
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [symbol]);
  useTopic(tradesTopic, symbol === null ? undefined : { symbol }, (trades) =>
    setTicks((was) =>
      withNews(
        was,
        trades.map(({ time, price }) => ({ time, price: Number(price) })),
      ),
    ),
  );
  return ticks;
}

function withPast(ticks: readonly Tick[], past: readonly Tick[]): readonly Tick[] {
  const until = Math.min(ticks[0]?.time ?? Number.POSITIVE_INFINITY, serverNow());
  return [...past.filter(({ time }) => time < until), ...ticks];
}

function withNews(ticks: readonly Tick[], news: readonly Tick[]): readonly Tick[] {
  const last = ticks.at(-1)?.time ?? 0;
  const from = serverNow() - KEPT_MS;
  const gone = ticks.findIndex(({ time }) => time >= from);
  return [...(gone > 0 ? ticks.slice(gone) : ticks), ...news.filter(({ time }) => time >= last)];
}

export interface RoundBoard {
  running: TradeRound | undefined;
  betting: TradeRound | undefined;
  isFailing: boolean;
  retry(): void;
}

/** The two rounds of the moment. A new pair is fetched as a boundary passes; pools and results come by topic. */
export function useRounds(option: TradeOption | undefined, now: number): RoundBoard {
  const id = option?.tradeOptionId;
  const query = { tradeOptionId: String(id ?? 0) };
  const fetched = useCall(currentRound, { query, isOn: id !== undefined });
  const [told, setTold] = useState<ReadonlyMap<number, TradeRound>>(new Map());
  const turn = option === undefined ? 0 : Math.floor(now / (option.durationSeconds * 1000));
  const lastTurn = useRef(turn);
  useEffect(() => {
    if (lastTurn.current === turn) return undefined;
    lastTurn.current = turn;
    // The strike is known a moment after the boundary.
    const timer = setTimeout(() => {
      void refetch(currentRound);
      void refetch(recentRounds);
    }, 250);
    return () => clearTimeout(timer);
  }, [turn]);
  useTopic(roundTopic, id === undefined ? undefined : { tradeOptionId: String(id) }, ({ round }) => {
    setTold((was) => new Map([...was].slice(-8)).set(round.tradeRoundId, round));
    if (round.status !== 0) void refetch(recentRounds);
  });
  const newest = (round: TradeRound | undefined) => {
    const live = round && told.get(round.tradeRoundId);
    return live === undefined || round === undefined ? round : { ...live, strike: live.strike ?? round.strike };
  };
  return {
    running: newest(fetched.data?.running),
    betting: newest(fetched.data?.betting),
    isFailing: fetched.isError,
    retry: () => void fetched.refetch(),
  };
}

export interface MyBets {
  open: readonly TradeBet[];
  /** Settled ones, newest first. */
  past: readonly TradeBet[];
}

export function useMyBets(option: TradeOption | undefined, onResult: (bets: readonly TradeBet[]) => void): MyBets {
  const query = { tradeOptionId: String(option?.tradeOptionId ?? 0) };
  const isOn = option !== undefined;
  const open = useCall(currentBetsOfOption, { query, isOn });
  const past = useCall(listBets, { query: { ...query, statusStrs: '1,2,3', size: '10' }, isOn });
  const again = () => {
    void refetch(currentBetsOfOption);
    void refetch(listBets);
  };
  useTopic(
    betQueue,
    {},
    ({ type, bets, isAlarm }) => {
      again();
      // Rows follow the event by a moment.
      setTimeout(again, 700);
      if (type !== 'betResult') return;
      if (isAlarm) playNotification();
      onResult(bets);
    },
    again,
  );
  return { open: open.data ?? [], past: past.data?.content ?? [] };
}

/** How a round is called on screen: its number within the day. */
export function roundNumber(round: Pick<TradeRound, 'startAt' | 'endAt'>): number {
  const start = Date.parse(round.startAt);
  const length = Date.parse(round.endAt) - start;
  // A day in Korea begins at 15:00 UTC; numbers are of that day for every site, so that two people speak of the same round.
  const day = (start + 9 * 3_600_000) % 86_400_000;
  return Math.floor(day / length) + 1;
}
