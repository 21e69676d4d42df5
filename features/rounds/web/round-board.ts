// What a binary page knows of its option: the rounds of the moment, its prices, and the member's bets, kept fresh by the socket.
import { DAY_MS, SEOUL_AHEAD_MS } from '@maru/kit/contract/calendar.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { dayOf } from '@maru/kit/web/periods.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { chart, tradesTopic } from '@maru/market/contract.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type BetDay,
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
import { openQuery, pastQuery, readBets, takeBets } from './told-bets.ts';

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
  /** Grows with every return of the socket: seconds it missed come from the candles. */
  const [returns, setReturns] = useState(0);
  useEffect(() => {
    if (symbol === null) return undefined;
    let isGone = false;
    pastOf(symbol)
      .then((past) => {
        if (!isGone) setTicks((was) => withPast(was, past));
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked again on purpose
  }, [symbol, returns]);
  useTopic(
    tradesTopic,
    symbol === null ? undefined : { symbol },
    (trades) =>
      setTicks((was) =>
        withNews(
          was,
          trades.map(({ time, price }) => ({ time, price: Number(price) })),
        ),
      ),
    () => setReturns((n) => n + 1),
  );
  return ticks;
}

async function pastOf(symbol: string): Promise<Tick[]> {
  const candles = await call(chart, { query: { symbol, interval: '1s', limit: '420' } });
  return candles.map(([time, , , , close]) => ({ time: time + 999, price: Number(close) }));
}

const secondOf = ({ time }: Tick) => Math.floor(time / 1000);

/** Seconds without a trade of their own take their candle's close. */
export function withPast(ticks: readonly Tick[], past: readonly Tick[], until = serverNow()): readonly Tick[] {
  const known = new Set(ticks.map(secondOf));
  const missing = past.filter((tick) => tick.time < until && !known.has(secondOf(tick)));
  return [...missing, ...ticks].sort((a, b) => a.time - b.time);
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
  /** Its end is past and its result not told yet. */
  settling: TradeRound | undefined;
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
  const again = () => {
    void refetch(currentRound);
    void refetch(recentRounds);
  };
  useTopic(
    roundTopic,
    id === undefined ? undefined : { tradeOptionId: String(id) },
    ({ round }) => {
      setTold((was) => new Map([...was].slice(-8)).set(round.tradeRoundId, round));
      if (round.status !== 0) void refetch(recentRounds);
    },
    // The socket was away: what it missed is asked for.
    again,
  );
  const newest = (round: TradeRound | undefined) => {
    const live = round && told.get(round.tradeRoundId);
    return live === undefined || round === undefined
      ? round
      : { ...live, strike: live.strike ?? round.strike, commit: live.commit ?? round.commit };
  };
  const running = newest(fetched.data?.running);
  const settling = useSettling(running, told, now);
  return {
    running,
    betting: newest(fetched.data?.betting),
    settling,
    isFailing: fetched.isError && fetched.data === undefined,
    retry: () => void fetched.refetch(),
  };
}

/** A result takes moments; one that takes longer is on the list of past rounds when it comes. */
const SETTLING_MS = 10_000;

function useSettling(running: TradeRound | undefined, told: ReadonlyMap<number, TradeRound>, now: number): TradeRound | undefined {
  const [seen, setSeen] = useState<readonly TradeRound[]>([]);
  if (running !== undefined && seen.at(-1)?.tradeRoundId !== running.tradeRoundId) setSeen([...seen.slice(-1), running]);
  return seen.find((round) => {
    const since = now - Date.parse(round.endAt);
    const { status, pool } = told.get(round.tradeRoundId) ?? round;
    return since >= 0 && since < SETTLING_MS && status === 0 && pool.upCount + pool.downCount > 0;
  });
}

export interface MyBets {
  open: readonly TradeBet[];
  /** Settled ones, newest first. */
  past: readonly TradeBet[];
  /** What those of today came to; undefined: there is none. */
  today: BetDay | undefined;
  /** Whether they are all there; until then nothing says that there is none. */
  arrival: Arrival;
}

export interface Arrival {
  state: 'waiting' | 'failed' | 'there';
  error?: unknown;
  isRetrying: boolean;
  retry(): void;
}

/** Of several questions together. */
export function arrivalOf(asked: readonly Pick<UseQueryResult, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>[]): Arrival {
  const missing = asked.filter(({ data }) => data === undefined);
  const failed = missing.find(({ isError }) => isError);
  return {
    state: missing.length === 0 ? 'there' : failed === undefined ? 'waiting' : 'failed',
    error: failed?.error,
    isRetrying: missing.some(({ isFetching }) => isFetching),
    retry: () => void Promise.all(missing.map(({ refetch: again }) => again())),
  };
}

export function useMyBets(option: TradeOption | undefined, onResult: (bets: readonly TradeBet[]) => void): MyBets {
  const id = option?.tradeOptionId ?? 0;
  const isOn = option !== undefined;
  const open = useCall(currentBetsOfOption, { query: openQuery(id), isOn });
  const past = useCall(listBets, { query: pastQuery(id), isOn });
  const tell = ({ isAlarm }: { isAlarm: boolean }, settled: readonly TradeBet[]) => {
    if (isAlarm) playNotification();
    onResult(settled);
  };
  useTopic(
    betQueue,
    {},
    (message) => {
      if ('sequence' in message) takeBets(message.bets, message.sequence);
      if (message.type === 'betResult') tell(message, message.bets);
      // What practice stands at is read by its own board; what came of it is told on either.
      if (message.type === 'practiceResult') tell(message, message.practice);
    },
    () => void readBets(),
  );
  // The newest day with a bet may be long past.
  const today = past.data?.days.find(({ date }) => date === dayOf(serverNow()));
  return { open: open.data ?? [], past: past.data?.content ?? [], today, arrival: arrivalOf([open, past]) };
}

/** The row knows a bet's strike only once it is settled; the running round knows it before. */
export const withStrike = (open: readonly TradeBet[], running: TradeRound | undefined): readonly TradeBet[] =>
  open.map((bet) => (bet.strike === null && bet.tradeRoundId === running?.tradeRoundId ? { ...bet, strike: running.strike } : bet));

/** While the market is closed or the game paused no round opens; one that is open already is shown to whoever is in it. */
export function roundsOf(option: TradeOption, known: RoundBoard, open: readonly TradeBet[]): RoundBoard {
  if (option.state !== 'CLOSED' && option.state !== 'PAUSED') return known;
  const mine = (round: TradeRound | undefined) => (open.some((bet) => bet.tradeRoundId === round?.tradeRoundId) ? round : undefined);
  return { ...known, running: mine(known.running), betting: mine(known.betting) };
}

/** Whether its bets are struck at their own prices. A usual round is shown beyond its start until the next is told: its times say it. */
export const takesBetsInside = (round: Pick<TradeRound, 'betCloseAt' | 'startAt'>): boolean =>
  Date.parse(round.betCloseAt) > Date.parse(round.startAt);

/** How a round is called on screen: its number within the day. */
export function roundNumber(round: Pick<TradeRound, 'startAt' | 'endAt'>): number {
  const start = Date.parse(round.startAt);
  const length = Date.parse(round.endAt) - start;
  // A day in Korea begins at 15:00 UTC; numbers are of that day for every site, so that two people speak of the same round.
  const day = (start + SEOUL_AHEAD_MS) % DAY_MS;
  return Math.floor(day / length) + 1;
}
