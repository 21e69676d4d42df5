// The member's futures account on this page: events in order, the lists behind them, what is on its way, settings by symbol.
import { call } from '@maru/kit/web/api-client.ts';
import { requestSeen } from '@maru/kit/web/request-keys.ts';
import { socket } from '@maru/kit/web/socket.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import {
  crossQueue,
  type FuturesEvent,
  futuresCross,
  futuresQueue,
  lastLeverage,
  type Order,
  openOrders,
  openPositions,
  type PlaceOrderBody,
} from '@maru/futures/contract.ts';
import { create } from 'zustand';
import { type AccountState, applyEvent, type Effect, emptyAccount, fromSnapshot, putCross } from './account-live.ts';

export interface SymbolSettings {
  leverage: number;
  marginType: 'CROSSED' | 'ISOLATED';
}
export interface AccountStore {
  status: 'loading' | 'ready' | 'failed';
  account: AccountState;
  /** Sent and not answered yet. */
  pending: readonly { key: string; order: PlaceOrderBody; symbol: string }[];
  /** Orders whose cancel or amendment is on its way. */
  changing: ReadonlyMap<number, 'canceling' | 'amending'>;
  settings: ReadonlyMap<number, SymbolSettings>;
}

const fresh = (): AccountStore => ({ status: 'loading', account: emptyAccount, pending: [], changing: new Map(), settings: new Map() });
export const useAccount = create<AccountStore>(fresh);

type EffectListener = (effects: readonly Effect[]) => void;
const effectListeners = new Set<EffectListener>();
export function onAccountEffects(listener: EffectListener): () => void {
  effectListeners.add(listener);
  return () => effectListeners.delete(listener);
}
const tell = (effects: readonly Effect[]) => {
  if (effects.length > 0) for (const listener of effectListeners) listener(effects);
};

/** An order's own number is the key that it was sent under. */
const seen = (order: Order | undefined) => order?.clientOrderId && requestSeen(order.clientOrderId);

const RETRY_MS = 3_000;

/**
 * Follows the account until stopped. Events that come while the lists are on their way wait and are applied after them; before the first
 * lists are here nothing is shown, for half an account is a wrong one.
 */
export function followAccount(): () => void {
  let waiting: FuturesEvent[] | undefined = [];
  let isLoading = false;
  let alive = true;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    waiting ??= [];
    clearTimeout(retry);
    try {
      // First, so that its sequence is no younger than the lists: an event in between is applied once more, which changes nothing.
      const cross = await call(futuresCross);
      const [orders, positions] = await Promise.all([call(openOrders), call(openPositions)]);
      if (!alive) return;
      const step = fromSnapshot(useAccount.getState().account, orders, positions, cross, waiting);
      isLoading = false;
      waiting = undefined;
      useAccount.setState({ status: 'ready', account: step.state });
      for (const order of orders) seen(order);
      if (step.state.lastEventId !== undefined) socket.seen(futuresQueue.destination, step.state.lastEventId);
      tell(step.effects.filter((effect) => effect.kind !== 'refetch'));
    } catch {
      isLoading = false;
      if (!alive) return;
      retry = setTimeout(() => void load(), RETRY_MS);
      if (useAccount.getState().status !== 'ready') return useAccount.setState({ status: 'failed' });
      // The account as it was goes on with what came meanwhile.
      const came = waiting ?? [];
      waiting = undefined;
      for (const event of came) apply(event);
    }
  };
  const apply = (event: FuturesEvent): boolean => {
    const step = applyEvent(useAccount.getState().account, event);
    useAccount.setState({ account: step.state });
    tell(step.effects.filter((effect) => effect.kind !== 'refetch'));
    return step.effects.some((effect) => effect.kind === 'refetch');
  };
  const take = (event: FuturesEvent) => {
    seen(event.order);
    if (waiting) waiting.push(event);
    else if (apply(event)) void load();
  };
  const offs = [
    subscribeTopic(futuresQueue, {}, take, () => void load()),
    subscribeTopic(crossQueue, {}, (cross) =>
      useAccount.setState((s) => (s.status === 'ready' ? { account: putCross(s.account, cross) } : s)),
    ),
    socket.state.subscribe((now, before) => {
      // Events are resumed by their ids, moving liquidation prices are not: the lists are asked again after every loss.
      if (now.status === 'open' && before.status !== 'open' && before.status !== 'connecting') void load();
    }),
  ];
  void load();
  return () => {
    alive = false;
    clearTimeout(retry);
    for (const off of offs) off();
    useAccount.setState(fresh(), true);
  };
}

/** Leverage and margin type of a symbol, once; later changes come as events and answers. */
export async function loadSettings(futuresOptionId: number): Promise<void> {
  if (useAccount.getState().settings.has(futuresOptionId)) return;
  const { leverage, marginType } = await call(lastLeverage, { query: { futuresOptionId: String(futuresOptionId) } });
  putSettings(futuresOptionId, { leverage, marginType });
}

export function putSettings(futuresOptionId: number, change: Partial<SymbolSettings>): void {
  useAccount.setState(({ settings }) => {
    const old = settings.get(futuresOptionId) ?? { leverage: 20, marginType: 'CROSSED' as const };
    return { settings: new Map(settings).set(futuresOptionId, { ...old, ...change }) };
  });
}

export function setChanging(id: number, what: 'canceling' | 'amending' | undefined): void {
  useAccount.setState(({ changing }) => {
    const next = new Map(changing);
    if (what) next.set(id, what);
    else next.delete(id);
    return { changing: next };
  });
}
