// The slip: picks with a stake each, sent as one bet each under its own key; what was not answered keeps its key, so it is never placed twice.
import { callWithSequence } from '@maru/kit/web/api-client.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { placeBet, type TradeBet, type TradeOption, type TradeRound } from '../../contract.ts';
import { pointMath } from '../bet-figures.ts';
import { roundNumber } from '../round-board.ts';
import { marketOf } from './market-names.ts';
import { powerBallTexts } from './power-ball-texts.ts';
import { emptySlip, isHeld, type Pick, roundAsked, type SlipDraft, slipDrafts, withoutGone } from './slip-draft.ts';
import { mostPaid, pairsApart } from './slip-sums.ts';
import { takeBets } from '../told-bets.ts';

export interface Slip {
  picks: readonly Pick[];
  /** The pick that presets add to. */
  active: string | undefined;
  isBusy: boolean;
  told: string | undefined;
  /** Markets that were on it and are offered no more. */
  gone: readonly string[];
  total: bigint;
  best: bigint;
  apart: readonly [number, number][];
  toggle(code: string): void;
  setPoint(code: string, point: string): void;
  setActive(code: string): void;
  clear(): void;
  place(round: TradeRound): Promise<void>;
}

/** Handed over together; a rate limit is for what comes in one moment. */
const TOGETHER = 6;

export function useSlip(option: TradeOption): Slip {
  const t = useText(powerBallTexts);
  const math = useMemo(() => pointMath(option), [option]);
  const name = String(option.tradeOptionId);
  const draft = slipDrafts.use(name) ?? emptySlip;
  const { picks, active, told, gone } = draft;
  const put = useCallback(
    (to: (was: SlipDraft) => Partial<SlipDraft>) => slipDrafts.change(name, (was = emptySlip) => ({ ...was, ...to(was) })),
    [name],
  );
  /** A second tap comes before the first is drawn. */
  const isSending = useRef(false);
  const isBusy = picks.some(({ state }) => state === 'sending');
  const oddsOf = (code: string) => option.odds.find(({ type }) => type === code)?.odds ?? '0';
  const total = picks.reduce((sum, { point }) => sum + math.units(point), 0n);
  const best = useMemo(
    () => mostPaid(picks.map(({ code, market, point }) => ({ market, pays: math.units(math.payout(point, oddsOf(code))) }))),
    // oxlint-disable-next-line react/exhaustive-deps -- odds are the option's
    [picks, math],
  );
  const apart = useMemo(() => pairsApart(picks.map(({ market }) => market)), [picks]);
  // It may have lain for a while, and the site's markets may change before one's eyes.
  useEffect(() => slipDrafts.change(name, (was) => was && withoutGone(was, option.odds)), [name, option.odds, picks]);
  const change = (code: string, with_: Partial<Pick>) =>
    put((was) => ({ picks: was.picks.map((pick) => (pick.code === code ? { ...pick, ...with_ } : pick)) }));
  const toggle = useCallback(
    (code: string) =>
      put((was) => ({
        told: undefined,
        gone: [],
        active: code,
        picks: toggled(was.picks, code, math.text(math.units(option.minPoint) * 10n)),
      })),
    [math, option.minPoint, put],
  );
  const place = async (round: TradeRound) => {
    if (isSending.current || isBusy || picks.length === 0) return;
    isSending.current = true;
    const isSame = slipDrafts.same();
    // While an answer is missing, that is what is asked for, and nothing else.
    const unknown = picks.filter(({ state }) => state === 'unknown');
    const sending = (unknown.length > 0 ? unknown : picks).map((pick): Pick => ({ ...pick, state: 'sending', sent: sentAs(pick, round) }));
    const isSent = ({ code }: Pick) => sending.some((pick) => pick.code === code);
    put((was) => ({ told: undefined, gone: [], picks: [...sending, ...was.picks.filter((pick) => !isSent(pick))] }));
    const answers: Pick[] = [];
    const placed: Placed[] = [];
    for (let from = 0; from < sending.length; from += TOGETHER)
      for (const { left, bet } of await Promise.all(sending.slice(from, from + TOGETHER).map(sendOne))) {
        if (left !== undefined) answers.push(left);
        if (bet !== undefined) placed.push(bet);
      }
    isSending.current = false;
    // Somebody else is logged in by now: these answers are nothing to them.
    if (!isSame()) return;
    const done = sending.filter(({ code }) => answers.every((pick) => pick.code !== code));
    const amount = math.shown(math.text(done.reduce((sum, { point }) => sum + math.units(point), 0n)));
    const line = t('slip.done.line', { n: roundNumber(roundAsked(picks, round)), amount, unit: option.currency });
    if (done.length > 0) toast({ title: t('slip.done', { count: done.length }), line, kind: 'done' });
    const left = done.length === 0 ? t('slip.refused') : t('slip.partial', { all: sending.length, done: done.length });
    // What was chosen or changed meanwhile stays.
    put((was) => ({
      picks: [...answers, ...was.picks.filter((pick) => !isSent(pick))],
      ...(answers.length > 0 ? { told: left } : {}),
    }));
    for (const { data, sequence } of placed) takeBets([data], sequence);
  };
  const setPoint = (code: string, point: string) =>
    change(code, { point, state: 'chosen', words: undefined, sent: undefined } as Partial<Pick>);
  const setActive = useCallback((code: string) => put(() => ({ active: code })), [put]);
  const clear = () => put((was) => ({ told: undefined, gone: [], picks: was.picks.filter(isHeld) }));
  return { picks, active: active ?? picks.at(-1)?.code, isBusy, told, gone, total, best, apart, toggle, setPoint, setActive, clear, place };
}

function toggled(was: readonly Pick[], code: string, first: string): readonly Pick[] {
  const known = was.find((pick) => pick.code === code);
  if (known !== undefined) return isHeld(known) ? was : was.filter((pick) => pick.code !== code);
  const market = marketOf(code);
  return market === undefined ? was : [...was, { code, market, point: was.at(-1)?.point ?? first, state: 'chosen' }];
}

const sentAs = ({ state, sent, point }: Pick, { tradeRoundId }: TradeRound): NonNullable<Pick['sent']> =>
  state === 'unknown' && sent !== undefined ? sent : { key: newRequestKey(), tradeRoundId, point };

interface Placed {
  data: TradeBet;
  sequence?: number | undefined;
}

/** `left`: the pick as it stays on the slip; `bet`: what was placed. */
async function sendOne(pick: Pick): Promise<{ left?: Pick; bet?: Placed }> {
  const { code, sent } = pick;
  if (sent === undefined) return { left: pick };
  try {
    const body = { point: sent.point, tradeRoundId: sent.tradeRoundId, type: code };
    return { bet: await callWithSequence(placeBet, { key: sent.key, body }) };
  } catch (error) {
    // No answer: it may have arrived.
    const state = error instanceof Failure && error.isUnknown ? 'unknown' : 'refused';
    return { left: { ...pick, state, words: messageOf(error) } };
  }
}
