// The quote of what is typed: asked a moment after the last key, and anew when it runs out, as long as the page is looked at.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Quote, quoteConversion } from '../../convert-contract.ts';

export interface Asked {
  from: string;
  to: string;
  point: string;
}

export interface Told {
  key: string;
  quote?: Quote;
  /** It ran out, and no other is there yet. */
  isOver: boolean;
  /** It came in place of another just now: what is being pressed was meant for that one. */
  isFresh: boolean;
  /** The one that ran out before it. */
  before?: Quote | undefined;
  /** Why there is none. */
  trouble?: string;
}

const TYPING_MS = 250;
/** After a refusal: prices come back, pauses end. */
const AGAIN_MS = 3_000;
const HIDDEN_MS = 1_000;
/** A hand on its way does not stop sooner. */
const FRESH_MS = 700;

/** `asked` undefined: nothing is asked. `again` changes: the quote is used up, was refused, or is wanted anew. */
export function useQuote(asked: Asked | undefined, again: number): Told | undefined {
  const [told, setTold] = useState<Told>();
  const key = asked === undefined ? '' : `${asked.from} ${asked.to} ${asked.point}`;
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<number> => {
    if (document.hidden || asked === undefined) return HIDDEN_MS;
    try {
      const quote = await call(quoteConversion, { body: asked, signal });
      if (!signal.aborted)
        setTold((old) => {
          const before = old?.key === key ? old.quote : undefined;
          return { key, quote, isOver: false, isFresh: before !== undefined, before };
        });
      return Math.max(HIDDEN_MS, Date.parse(quote.endsAt) - serverNow());
    } catch (error) {
      if (!signal.aborted) setTold({ key, isOver: false, isFresh: false, trouble: messageOf(error) });
      return AGAIN_MS;
    }
  });
  const round = `${again}`;
  useEffect(() => {
    if (key === '' || round === '') return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const next = (ms: number) => {
      timer = setTimeout(() => void askOnce(), ms);
    };
    const askOnce = async () => {
      // What is pressed from now on asks anew instead.
      setTold((old) => old && { ...old, isOver: true });
      const wait = await ask(stop.signal);
      if (!stop.signal.aborted) next(wait);
    };
    next(TYPING_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [key, round]);
  const freshId = told?.isFresh === true ? told.quote?.quoteId : undefined;
  useEffect(() => {
    if (freshId === undefined) return;
    const timer = setTimeout(() => setTold((old) => old && { ...old, isFresh: false }), FRESH_MS);
    return () => clearTimeout(timer);
  }, [freshId]);
  return told?.key === key && key !== '' ? told : undefined;
}
