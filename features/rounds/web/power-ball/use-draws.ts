// What the power ball page knows of its draws: past ones, asked for anew as a round ends, and the one whose balls are being shown.
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { useEffect, useState } from 'react';
import type { TradeOption, TradeRound } from '../../contract.ts';
import { type DrawDay, type DrawProof, type DrawRow, powerBallDraw, powerBallDraws } from '../../power-ball-contract.ts';

/** A draw that does not come within it is told as the list tells it. */
const WAIT_MS = 8_000;
const ASK_MS = 700;
/** Each ball stands alone for so long; then all stay for a look. */
const BALL_MS = 900;
const LOOK_MS = 3_000;
const BALLS = 6;

export interface DrawShow {
  /** Whose balls are shown or waited for; undefined: the coming round has the tray. */
  draw: DrawRow | undefined;
  tradeRoundId: number | undefined;
  /** How many of its six balls are to be seen. */
  shown: number;
}

export interface Draws {
  list: readonly DrawRow[];
  today: DrawDay | undefined;
  isLoading: boolean;
  error: Error | null;
  isFetching: boolean;
  retry(): void;
  show: DrawShow;
  /** Of the coming round after its cut-off: its public value, once it is known. */
  proof: DrawProof | undefined;
}

export function useDraws(option: TradeOption, betting: TradeRound | undefined, now: number): Draws {
  const query = { tradeOptionId: String(option.tradeOptionId) };
  const asked = useCall(powerBallDraws, { query, staleMs: 5_000 });
  const list = asked.data?.draws ?? [];
  const newest = list[0];
  const ended = betting === undefined ? undefined : betting.tradeRoundId - 1;
  const sinceEnd = betting === undefined ? 0 : now - Date.parse(betting.startAt);
  const isAwaited =
    asked.data !== undefined && ended !== undefined && (newest?.tradeRoundId ?? 0) < ended && sinceEnd < WAIT_MS && sinceEnd >= 0;
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void refetch(powerBallDraws), ASK_MS);
    return () => clearInterval(timer);
  }, [isAwaited]);
  const show = useShow(newest, isAwaited ? ended : undefined, now);
  const proof = useValue(betting, now);
  return {
    list,
    today: asked.data?.today,
    isLoading: asked.data === undefined && !asked.isError,
    error: asked.data === undefined ? asked.error : null,
    isFetching: asked.isFetching,
    retry: () => void asked.refetch(),
    show,
    proof,
  };
}

/** Balls of a draw that arrived while one looked on come one by one; who wants less motion sees them at once. */
function useShow(newest: DrawRow | undefined, awaited: number | undefined, now: number): DrawShow {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [waited, setWaited] = useState<number | undefined>();
  const [begun, setBegun] = useState<{ id: number; at: number } | undefined>();
  const id = newest?.tradeRoundId;
  // Before anything is drawn: not for one frame does the list tell what the balls are about to.
  if (awaited !== undefined && waited !== awaited) setWaited(awaited);
  if (awaited === undefined && id !== undefined && waited === id) {
    setWaited(undefined);
    setBegun({ id, at: now });
  }
  if (awaited !== undefined) return { draw: undefined, tradeRoundId: awaited, shown: 0 };
  if (newest === undefined || begun?.id !== newest.tradeRoundId) return { draw: undefined, tradeRoundId: undefined, shown: BALLS };
  const since = now - begun.at;
  const whole = (isStill || newest.balls === null ? 0 : BALLS * BALL_MS) + LOOK_MS;
  if (since >= whole) return { draw: undefined, tradeRoundId: undefined, shown: BALLS };
  const shown = isStill ? BALLS : Math.min(BALLS, Math.floor(since / BALL_MS) + 1);
  return { draw: newest, tradeRoundId: newest.tradeRoundId, shown };
}

function useValue(betting: TradeRound | undefined, now: number): DrawProof | undefined {
  const isLocked = betting !== undefined && now >= Date.parse(betting.betCloseAt) && now < Date.parse(betting.endAt);
  const query = { tradeRoundId: String(betting?.tradeRoundId ?? 1) };
  const { data } = useCall(powerBallDraw, { query, isOn: isLocked, staleMs: 500, everyMs: 1_500 });
  return isLocked && data?.tradeRoundId === betting.tradeRoundId ? data : undefined;
}
