// A member's price alerts in the browser: the list, which of them a dialog was asked for, and what is done to them.
import { call, type CallOptions } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { patchCall, refetch, useCall } from '@maru/kit/web/query.ts';
import { newRequestKey } from '@maru/kit/web/request-keys.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { useTopic } from '@maru/kit/web/topics.ts';
import { newMessageQueue } from '@maru/member/contract.ts';
import { create } from 'zustand';
import { deletePriceAlert, listPriceAlerts, type MoveWindow, type PriceAlert, savePriceAlert } from '../../alert-contract.ts';
import type { MarketSymbol } from '../market-symbol.ts';
import { alertTexts } from './alert-texts.ts';

export interface AskedAlert {
  symbol: MarketSymbol;
  /** Where the pointer was. */
  price?: string;
}

export const useAskedAlert = create<{ asked?: AskedAlert | undefined }>(() => ({}));
export const askForAlert = (asked: AskedAlert): void => useAskedAlert.setState({ asked });
export const dropAskedAlert = (): void => useAskedAlert.setState({ asked: undefined });

const fresh = () => void refetch(listPriceAlerts);

/** What was told comes as a message too: with it the list is another. */
export function useAlerts() {
  const isMember = useSession(isLoggedIn);
  useTopic(newMessageQueue, isMember ? {} : undefined, fresh, fresh);
  return useCall(listPriceAlerts, { isOn: isMember, staleMs: 60_000 });
}

export type AlertBody = NonNullable<CallOptions<typeof savePriceAlert>['body']>;
export type Saved = { ok: true } | { ok: false; failure: Failure };

const failureOf = (thrown: unknown) => (thrown instanceof Failure ? thrown : new Failure(0, 'UNREADABLE', messageOf(thrown)));

export async function saveAlert(body: AlertBody, key = newRequestKey()): Promise<Saved> {
  try {
    await call(savePriceAlert, { body, key });
    return { ok: true };
  } catch (thrown) {
    return { ok: false, failure: failureOf(thrown) };
  } finally {
    fresh();
  }
}

export const bodyOf = (alert: PriceAlert): AlertBody => ({
  symbol: alert.symbol,
  priceType: alert.priceType,
  condition: alert.condition,
  ...(alert.price === null ? { percent: alert.percent ?? '', windowMinutes: alert.windowMinutes as MoveWindow } : { price: alert.price }),
  pauseMinutes: alert.pauseMinutes as AlertBody['pauseMinutes'],
  note: alert.note,
  byMail: alert.byMail,
  expiresAt: alert.expiresAt,
});

export async function moveAlert(alert: PriceAlert, price: string): Promise<void> {
  const t = textOf(alertTexts);
  if (alert.price === null || Number(price) === Number(alert.price)) return;
  // The line stays where it was let go; refused, the list says where it is.
  patchCall(listPriceAlerts, undefined, (old) => ({
    ...old,
    content: old.content.map((each) => (each.id === alert.id ? { ...each, price } : each)),
  }));
  // Dragged over the price it waits on the other side: the line says where, not from which way.
  const condition = 'REACHES' as const;
  const moved = await saveAlert({ ...bodyOf(alert), id: alert.id, price, condition: alert.condition });
  const again =
    !moved.ok && moved.failure.code === 'ALERT_REACHED' ? await saveAlert({ ...bodyOf(alert), id: alert.id, price, condition }) : moved;
  if (!again.ok) toast({ title: t('alert.failed'), line: again.failure.message, kind: 'warn', stay: 'notice' });
}

export async function removeAlert(alert: PriceAlert): Promise<void> {
  const t = textOf(alertTexts);
  try {
    await call(deletePriceAlert, { body: { id: alert.id } });
    if (alert.status === 'ACTIVE') {
      const undo = { label: t('alert.undo'), onChoose: () => void saveAlert(bodyOf(alert)) };
      toast({ title: t('alert.deleted'), kind: 'done', stay: 'undo', action: undo });
    }
  } catch (thrown) {
    toast({ title: t('alert.failed'), line: failureOf(thrown).message, kind: 'warn', stay: 'notice' });
  } finally {
    fresh();
  }
}
