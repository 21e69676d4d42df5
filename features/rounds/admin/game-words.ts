// How the desk names a game, and from which of its rounds a change made now holds.
import { moment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCallback } from 'react';
import type { TradeOption } from '../contract.ts';
import { durationMsOf, familyOf, type RoundCode, timesOf } from '../round-codes.ts';
import { roundNumber } from '../web/round-board.ts';
import { gamesTexts } from './games-texts.ts';

export type GamesText = Text<typeof gamesTexts>;

/** The server takes a published change within so long. */
const TAKEN_MS = 2_000;

export const lengthWords = (t: GamesText, code: RoundCode): string => {
  const seconds = durationMsOf(code) / 1000;
  return seconds < 60 ? t('rd.seconds', { n: seconds }) : t('rd.minutes', { n: seconds / 60 });
};

type Named = Pick<TradeOption, 'code' | 'name'>;

/** `비트코인 30초` */
export function useGameName(): (game: Named) => string {
  const t = useText(gamesTexts);
  const words = useWords();
  return useCallback(({ code, name }) => `${familyOf(code) === 'P' ? t('rd.powerball') : words(name)} ${lengthWords(t, code)}`, [t, words]);
}

/** Number and opening of the first round that a change made now holds for: two after the running one (rules 11.7). */
export function firstRoundOf(code: RoundCode, cutoffMs: number, isInside: boolean): { n: number; at: string } {
  const durationMs = durationMsOf(code);
  const ordinal = Math.floor((serverNow() + TAKEN_MS) / durationMs) + 2;
  const { betOpenAt, startAt, endAt } = timesOf(ordinal, durationMs, cutoffMs, isInside);
  return { n: numberOf({ startAt, endAt }), at: moment(betOpenAt, 'time') };
}

export const numberOf = ({ startAt, endAt }: { startAt: number; endAt: number }): number =>
  roundNumber({ startAt: new Date(startAt).toISOString(), endAt: new Date(endAt).toISOString() });
