// The slip as it waits: kept for this tab by option, without what the site offers no more.
import { readAmount, tabDrafts } from '@maru/kit/web/tab-drafts.ts';
import { marketOf } from './market-names.ts';

/** unknown: sent, and no answer came. refused: `words` say why. */
export type PickState = 'chosen' | 'sending' | 'unknown' | 'refused';

export interface Pick {
  code: string;
  market: number;
  point: string;
  state: PickState;
  words?: string;
  /** What it was sent as: asked again under the same key for the same round, it is done once. */
  sent?: { key: string; tradeRoundId: number; point: string };
}

export interface SlipDraft {
  picks: readonly Pick[];
  active: string | undefined;
  told: string | undefined;
  gone: readonly string[];
}

export const emptySlip: SlipDraft = { picks: [], active: undefined, told: undefined, gone: [] };

/** On its way, or nobody knows whether it arrived: it stays as it is. */
export const isHeld = ({ state }: Pick): boolean => state === 'sending' || state === 'unknown';

/** The round that handing in is about: while an answer is missing, the one it was sent for, which may be over. */
export function roundAsked(picks: readonly Pick[], round: RoundSpan): RoundSpan {
  const sent = picks.find(({ state }) => state === 'unknown')?.sent;
  if (sent === undefined) return round;
  const [start, end] = [Date.parse(round.startAt), Date.parse(round.endAt)];
  const earlierMs = (round.tradeRoundId - sent.tradeRoundId) * (end - start);
  const at = (ms: number) => new Date(ms - earlierMs).toISOString();
  return { tradeRoundId: sent.tradeRoundId, startAt: at(start), endAt: at(end) };
}

interface RoundSpan {
  tradeRoundId: number;
  startAt: string;
  endAt: string;
}

/** Picks that can still be handed in; of those that cannot, `gone` tells. The same slip where nothing is lost. */
export function withoutGone(slip: SlipDraft, odds: readonly { type: string }[]): SlipDraft {
  const gone = slip.picks.filter((pick) => !isHeld(pick) && odds.every(({ type }) => type !== pick.code)).map(({ code }) => code);
  if (gone.length === 0) return slip;
  return {
    ...slip,
    picks: slip.picks.filter(({ code }) => !gone.includes(code)),
    active: slip.active !== undefined && gone.includes(slip.active) ? undefined : slip.active,
    gone: [...slip.gone, ...gone],
  };
}

/** From storage: a pick that was on its way when the page went may have arrived. */
export function readSlip(kept: unknown): SlipDraft | undefined {
  const { picks, active } = (kept ?? {}) as Partial<SlipDraft>;
  if (!Array.isArray(picks)) return undefined;
  const read = (picks as Partial<Pick>[]).map(readPick).filter((pick) => pick !== undefined);
  return read.length === 0 ? undefined : { ...emptySlip, picks: read, active: typeof active === 'string' ? active : undefined };
}

function readPick(kept: Partial<Pick> | null): Pick | undefined {
  const { code, state, sent, words } = kept ?? {};
  const market = typeof code === 'string' ? marketOf(code) : undefined;
  const point = kept?.point === '' ? '' : readAmount(kept?.point);
  if (code === undefined || market === undefined || point === undefined) return undefined;
  const isAway = state === 'sending' || state === 'unknown';
  const wasSent = typeof sent?.key === 'string' && typeof sent.tradeRoundId === 'number' && typeof sent.point === 'string';
  if (isAway && wasSent) return { code, market, point, state: 'unknown', words: words ?? '', sent };
  return { code, market, point, state: 'chosen' };
}

/** Slips of power balls that the site has no more, or not now; true: something was taken off. What may have arrived keeps its key. */
export function dropGoneSlips(optionIds: readonly number[]): boolean {
  let hasLost = false;
  for (const name of slipDrafts.names().filter((each) => !optionIds.includes(Number(each))))
    slipDrafts.change(name, (was) => {
      const left = was && withHeldAlone(was);
      hasLost ||= left !== was && was !== undefined && was.picks.length > 0;
      return left;
    });
  return hasLost;
}

/** The same slip where all of it is held; undefined: nothing is. */
function withHeldAlone(slip: SlipDraft): SlipDraft | undefined {
  const picks = slip.picks.filter(isHeld);
  if (picks.length === slip.picks.length && picks.length > 0) return slip;
  return picks.length === 0 ? undefined : { ...emptySlip, picks };
}

export const slipDrafts = tabDrafts<SlipDraft>('maru.slips', readSlip);
