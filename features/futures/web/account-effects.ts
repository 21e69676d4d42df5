// What account events cause on the page: the specification's six toasts, sound, spoken words, the profit dialog. Never steals focus from who types.
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import type { ClosedPosition, Order } from '@maru/futures/contract.ts';
import { create } from 'zustand';
import type { Effect } from './account-live.ts';
import { onAccountEffects, putSettings } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { oneAnAct, type Told } from './one-an-act.ts';
import { closes, orderLine } from './order-terms.ts';
import { isSlice } from './twap-store.ts';
import { CLOSED_PATH, whyWays } from './why.ts';
import { resultOfClosed, type TradeResult } from './trade-result.ts';

const t = textOf(futuresTexts);

interface PageEffects {
  /** Said once in the live region. */
  spoken: string;
  /** Results whose dialog waits; the first one is open. */
  results: readonly TradeResult[];
}
export const usePageEffects = create<PageEffects>(() => ({ spoken: '', results: [] }));
export const showResult = (result: TradeResult): void => usePageEffects.setState((s) => ({ results: [...s.results, result] }));
export const dropResult = (): void => usePageEffects.setState((s) => ({ results: s.results.slice(1) }));

/** A sale that only closes is no short. */
function sideOf(order: Order): string {
  const isSale = order.side === 'SELL';
  if (closes(order)) return t(isSale ? 'side.closeLong' : 'side.closeShort');
  return t(isSale ? 'side.short' : 'side.long');
}

/** So many at once are told by their numbers alone. */
const DIGEST_FROM = 4;
const DIGEST_WINDOW_MS = 1_500;
/** What one act brings arrives together. */
const ACT_WINDOW_MS = 150;
/** An act of the page that says itself what it did: its own events are no second news. */
const HUSH_MS = 2_000;
const hushed = new Map<number, number>();
export const hushExits = (futuresOptionId: number): void => void hushed.set(futuresOptionId, performance.now() + HUSH_MS);
const turning = new Map<number, number>();
/** The end of its position is one half of a reversal. */
export const tellReverse = (futuresOptionId: number): void => void turning.set(futuresOptionId, performance.now() + HUSH_MS);
const isNow = (until: number | undefined): boolean => until !== undefined && performance.now() < until;
const isHushed = (effect: Effect): boolean =>
  (effect.kind === 'placed' || effect.kind === 'canceled') &&
  effect.order.isWaiting === true &&
  isNow(hushed.get(effect.order.futuresOptionId));
/** A break that nobody saw needs no word when nothing happened in it. */
const SEEN_FROM_MS = 400;

/** `current`: the option on screen, for leverage news. */
export function listenToEffects(current: () => number | undefined): () => void {
  let awaySinceMs: number | undefined;
  let gathered: Effect[] | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let together: Effect[] = [];
  let acting: ReturnType<typeof setTimeout> | undefined;
  const tellTogether = () => {
    const came = together.filter((effect) => !isHushed(effect));
    together = [];
    acting = undefined;
    for (const told of oneAnAct(came)) perform(told, current);
  };
  const settle = (awayMs: number) => {
    const effects = gathered ?? [];
    gathered = undefined;
    if (effects.length > 0 || awayMs >= SEEN_FROM_MS) digest(effects);
    if (effects.length < DIGEST_FROM) for (const told of oneAnAct(effects)) perform(told, current);
  };
  const offSocket = socket.state.subscribe(({ status }) => {
    if (status === 'retrying' || status === 'lost') awaySinceMs ??= performance.now();
    else if (status === 'open' && awaySinceMs !== undefined) {
      const awayMs = performance.now() - awaySinceMs;
      awaySinceMs = undefined;
      gathered ??= [];
      clearTimeout(timer);
      timer = setTimeout(() => settle(awayMs), DIGEST_WINDOW_MS);
    }
  });
  const offEffects = onAccountEffects((all) => {
    // Of a TWAP's many orders none is news: their TWAP is.
    const effects = all.filter((effect) => !('order' in effect && isSlice(effect.order)));
    if (gathered) {
      gathered.push(...effects);
      // What waited for lists that were slow to come is told at once: so many together are what was missed.
    } else if (effects.length >= DIGEST_FROM) digest(effects);
    else if (effects.length > 0) {
      together.push(...effects);
      acting ??= setTimeout(tellTogether, ACT_WINDOW_MS);
    }
  });
  const pressed = () => {
    pressedAtMs = performance.now();
  };
  const presses = ['pointerdown', 'pointerup', 'keydown'] as const;
  for (const press of presses) window.addEventListener(press, pressed, true);
  return () => {
    offSocket();
    offEffects();
    for (const press of presses) window.removeEventListener(press, pressed, true);
    clearTimeout(timer);
    clearTimeout(acting);
  };
}

function digest(effects: readonly Effect[]): void {
  const count = (kind: Effect['kind']) => effects.filter((effect) => effect.kind === kind).length;
  const counts = {
    placed: count('placed'),
    filled: count('filled') + count('partlyFilled'),
    canceled: count('canceled'),
    closed: count('closed'),
    liquidated: count('liquidated'),
  };
  const names = ['placed', 'filled', 'canceled', 'closed', 'liquidated'] as const;
  const said = names.filter((name) => counts[name] > 0).map((name) => t(`back.${name}`, { count: counts[name] }));
  const line = said.length > 0 ? t('back.meanwhile', { what: said.join(' · ') }) : t('back.nothing');
  toast({ title: t('toast.back'), line, kind: count('liquidated') > 0 ? 'danger' : 'notice', stay: 'notice' });
  speak(line);
  for (const effect of effects) if (effect.kind === 'leverage') putSettings(effect.futuresOptionId, { leverage: effect.leverage });
}

const speak = (spoken: string) => usePageEffects.setState({ spoken });

const lineOf = (order: Order, price: string): string => orderLine(t, order, sideOf(order), price);

function perform(effect: Told, current: () => number | undefined): void {
  switch (effect.kind) {
    case 'placed':
      toast({ title: t('toast.placed'), line: lineOf(effect.order, effect.order.price), kind: 'waiting' });
      return;
    case 'canceled':
      toast({
        title: t('toast.canceled'),
        line: `${lineOf(effect.order, effect.order.price)}${effect.order.endReason ? ` · ${t(`end.${effect.order.endReason}` as 'end.FILLED')}` : ''}`,
        kind: 'notice',
      });
      return;
    case 'filled': {
      const price = effect.order.averagePrice === '0' ? effect.order.price : averageOf(effect.order);
      // Its own press brings a market order's fill; a resting one's is news.
      const matters = effect.order.type !== 'MARKET';
      toast({ title: t('toast.filled'), line: lineOf(effect.order, price), kind: 'done', matters });
      playNotification('notice');
      speak(t('say.filled', { name: pairOf(effect.order.symbol), side: sideOf(effect.order), quantity: effect.order.quantity, price }));
      return;
    }
    case 'partlyFilled': {
      // A market order is one act, however many levels it took; of a resting one each fill is news.
      const { order, fill } = effect;
      const isWhole = order.type === 'MARKET';
      toast({
        title: t('toast.partly'),
        line: t('toast.result', {
          name: pairOf(order.symbol),
          side: sideOf(order),
          quantity: figure(isWhole ? order.filledQuantity : fill.quantity),
          price: figure(isWhole ? averageOf(order) : fill.price),
        }),
        kind: 'waiting',
      });
      return;
    }
    case 'warned':
    case 'liquidated':
      risk(effect);
      return;
    case 'leverage':
      putSettings(effect.futuresOptionId, { leverage: effect.leverage });
      if (effect.futuresOptionId === current()) toast({ title: t('toast.leverage'), line: `${effect.leverage}x`, kind: 'done' });
      return;
    case 'several':
      several(effect);
      return;
    case 'allClosed':
      allClosed(effect.closed);
      return;
    case 'closed':
      finished(resultOfClosed(effect.closed, effect.openedAt));
      return;
    case 'refetch':
  }
}

const severalTitles = { placed: 'toast.placed', canceled: 'toast.canceled', filled: 'toast.filled' } as const;
const severalKinds = { placed: 'waiting', canceled: 'notice', filled: 'done' } as const;

function several({ what, orders }: Extract<Told, { kind: 'several' }>): void {
  const names = [...new Set(orders.map(({ symbol }) => pairOf(symbol)))].join(', ');
  const line = t(`back.${what}`, { count: orders.length });
  toast({ title: t(severalTitles[what]), line: `${names} · ${line}`, kind: severalKinds[what], matters: what === 'filled' });
  if (what !== 'filled') return;
  playNotification('notice');
  speak(`${names} ${line}`);
}

function allClosed(closed: readonly ClosedPosition[]): void {
  const net = closed.reduce((sum, { closedPnl }) => sum + Number(closedPnl), 0);
  const title = t('toast.allClosed', { count: closed.length });
  const line = t('toast.net', { amount: figure(net.toFixed(2), { decimals: 2, sign: true }) });
  toast({ title, line, kind: 'done', stay: 'notice', way: { label: t('toast.see'), to: CLOSED_PATH } });
  playNotification('notice');
  speak(title);
}

function risk(effect: Extract<Effect, { kind: 'warned' | 'liquidated' }>): void {
  const name = pairOf(effect.symbol);
  const side = t(effect.tradeType === 'LONG' ? 'side.long' : 'side.short');
  if (effect.kind === 'warned')
    toast({
      title: t('toast.warned'),
      line: t('toast.warnedLine', { name, side, ratio: effect.marginRatio }),
      kind: 'danger',
      stay: 'notice',
    });
  else {
    toast({
      title: t('toast.liquidated'),
      line: `${name} ${side}`,
      kind: 'danger',
      stay: 'notice',
      ...whyWays(t('toast.why'), { futuresPositionId: String(effect.futuresPositionId) }),
    });
    speak(t('say.liquidated', { name, side }));
  }
  playNotification('alarm');
}

/** Whoever pressed something so lately is at work: nothing opens under that hand. */
const AT_WORK_MS = 10_000;
let pressedAtMs = Number.NEGATIVE_INFINITY;

/** A toast offers the card; it opens by itself only for a gain, and only before somebody who looks on. */
function finished(result: TradeResult): void {
  const isAtWork = performance.now() - pressedAtMs < AT_WORK_MS;
  if (Number(result.net) > 0 && !isAtWork && !document.querySelector('[role="dialog"]')) return showResult(result);
  playNotification('notice');
  const roe = `${figure(result.roe, { decimals: 2, sign: true })}%`;
  toast({
    title: t(isNow(turning.get(result.futuresOptionId)) ? 'toast.reversed' : 'toast.closed', { name: pairOf(result.symbol), roe }),
    line: t('toast.net', { amount: figure(result.net, { decimals: 2, sign: true }) }),
    kind: 'done',
    stay: 'notice',
    action: { label: t('toast.see'), onChoose: () => showResult(result) },
    way: { label: t('toast.see'), to: CLOSED_PATH },
  });
}

/** Reports carry more decimals than a toast needs: an average has those of the order's own price. */
const averageOf = ({ averagePrice, price }: Order): string => {
  const decimals = price.split('.')[1]?.length ?? 0;
  const [whole, part = ''] = averagePrice.split('.');
  return decimals === 0 ? whole : `${whole}.${part.slice(0, decimals).padEnd(decimals, '0')}`;
};
