// The member's running TWAP orders on this page: read once, kept by their events, started and cancelled; what ends is told.
import { call } from '@maru/kit/web/api-client.ts';
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { newRequestKey, requestAnswered, requestFailed, requestKeyOf } from '@maru/kit/web/request-keys.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import type { Order } from '@maru/futures/contract.ts';
import {
  cancelAllTwaps,
  cancelTwap,
  listTwaps,
  placeTwap,
  TWAP_ORDER_PREFIX,
  type Twap,
  type TwapEvent,
  twapHistory,
  twapQueue,
  twapSlices,
} from '@maru/futures/twap-contract.ts';
import { create } from 'zustand';
import { viewTexts } from './view-texts.ts';
import type { PlaceTwap } from './order-body.ts';
import { type Outcome, tellFailure, tried } from './trade-actions.ts';
import { runningTime } from './twap-words.ts';
import { twapTexts } from './twap-texts.ts';

interface TwapStore {
  status: 'loading' | 'ready' | 'failed';
  running: ReadonlyMap<number, Twap>;
  /** A cancel of it is on its way. */
  leaving: ReadonlySet<number>;
}
const fresh = (): TwapStore => ({ status: 'loading', running: new Map(), leaving: new Set() });
export const useTwaps = create<TwapStore>(fresh);

const t = textOf(twapTexts);
const v = textOf(viewTexts);
const RETRY_MS = 3_000;

/**
 * An order that a TWAP sent: its TWAP tells what became of it. Slices never wait and never rest; of the orders that bear such a name from
 * before it was reserved just those that do so can still have news.
 */
export const isSlice = ({ clientOrderId, type, timeInForce }: Pick<Order, 'clientOrderId' | 'type' | 'timeInForce'>): boolean =>
  clientOrderId?.startsWith(TWAP_ORDER_PREFIX) === true && (type === 'MARKET' || (type === 'LIMIT' && timeInForce === 'IOC'));

/** A later state of one replaces the earlier; `sliceNo` and what has filled never go back. */
export function withTwap(running: ReadonlyMap<number, Twap>, twap: Twap): ReadonlyMap<number, Twap> {
  const next = new Map(running);
  const known = running.get(twap.id);
  if (twap.status !== 'RUNNING') next.delete(twap.id);
  else if (known === undefined || isLater(twap, known)) next.set(twap.id, twap);
  return next;
}
const isLater = (twap: Twap, known: Twap): boolean =>
  twap.sliceNo >= known.sliceNo && Number(twap.filledQuantity) >= Number(known.filledQuantity);

/** Follows them until stopped; what ended while the lists were on their way stays ended. */
export function followTwaps(): () => void {
  let alive = true;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let came: TwapEvent[] | undefined = [];
  const load = async () => {
    clearTimeout(retry);
    came ??= [];
    try {
      const { content } = await call(listTwaps);
      if (!alive) return;
      const listed: ReadonlyMap<number, Twap> = new Map(content.map((twap) => [twap.id, twap]));
      const running = (came ?? []).reduce((kept, { twap }) => withTwap(kept, twap), listed);
      came = undefined;
      useTwaps.setState({ status: 'ready', running });
    } catch {
      if (!alive) return;
      retry = setTimeout(() => void load(), RETRY_MS);
      if (useTwaps.getState().status !== 'ready') useTwaps.setState({ status: 'failed' });
    }
  };
  const take = (event: TwapEvent) => {
    came?.push(event);
    if (event.type !== 'TWAP_SLICE') tell(event.twap);
    if (event.type === 'TWAP_END') void refetch(twapHistory);
    void refetch(twapSlices);
    useTwaps.setState(({ running }) => ({ running: withTwap(running, event.twap) }));
  };
  const offs = [
    subscribeTopic(twapQueue, {}, take, () => void load()),
    socket.state.subscribe((now, before) => {
      if (now.status === 'open' && before.status !== 'open' && before.status !== 'connecting') void load();
    }),
  ];
  void load();
  return () => {
    alive = false;
    clearTimeout(retry);
    for (const off of offs) off();
    useTwaps.setState(fresh(), true);
  };
}

function tell(twap: Twap): void {
  const name = pairOf(twap.symbol);
  const side = v(twap.side === 'BUY' ? 'side.long' : 'side.short');
  if (twap.status === 'RUNNING') {
    const line = t('twap.toast.startLine', { name, side, quantity: figure(twap.quantity), time: runningTime(twap.duration) });
    toast({ title: t('twap.toast.START'), line, kind: 'waiting' });
    return;
  }
  const line = t('twap.toast.line', {
    name,
    side,
    filled: figure(twap.filledQuantity),
    quantity: figure(twap.quantity),
    why: t(`twap.end.${twap.endReason ?? 'TIME_OVER'}`),
  });
  const isOwnAct = twap.status === 'CANCELED';
  const kind = twap.status === 'STOPPED' ? ('warn' as const) : isOwnAct ? ('notice' as const) : ('done' as const);
  toast({ title: t(`twap.toast.${twap.status}`), line, kind, ...(isOwnAct ? {} : { stay: 'notice' as const, matters: true }) });
  if (!isOwnAct) playNotification('notice');
}

/** The same pressed again after a lost answer is the same TWAP. */
export async function startTwap(body: PlaceTwap): Promise<Outcome> {
  const what = `twap ${JSON.stringify(body)}`;
  const key = requestKeyOf(what);
  const outcome = await tried(() => call(placeTwap, { body, key }));
  if (!outcome.ok) {
    requestFailed(what, key, outcome.failure);
    return outcome;
  }
  requestAnswered(what);
  useTwaps.setState(({ running }) => ({ running: withTwap(running, outcome.value) }));
  return { ok: true, value: undefined };
}

export async function stopTwap(id: number): Promise<void> {
  useTwaps.setState(({ leaving }) => ({ leaving: new Set(leaving).add(id) }));
  const outcome = await tried(() => call(cancelTwap, { body: { id }, key: newRequestKey() }));
  useTwaps.setState(({ leaving, running }) => ({
    leaving: new Set([...leaving].filter((other) => other !== id)),
    running: outcome.ok ? withTwap(running, outcome.value) : running,
  }));
  if (!outcome.ok) tellFailure(outcome.failure, t('twap.toast.failed'));
}

export async function stopEveryTwap(futuresOptionId: number | undefined): Promise<void> {
  const outcome = await tried(() =>
    call(cancelAllTwaps, { body: futuresOptionId === undefined ? {} : { futuresOptionId }, key: newRequestKey() }),
  );
  // Done, their own events tell it.
  if (!outcome.ok) tellFailure(outcome.failure, t('twap.toast.failed'));
}
