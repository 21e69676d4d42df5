// How many messages and answered inquiries wait: combined for the badge, cleared on logout.
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { newMessageQueue } from '@maru/account/contract.ts';
import { create } from 'zustand';

export const useUnread = create<{ message: number; contact: number }>(() => ({ message: 0, contact: 0 }));
export const unreadTotal = (state: { message: number; contact: number }): number => state.message + state.contact;

export function clearUnread(): void {
  useUnread.setState({ message: 0, contact: 0 });
}

/** Answers with the way to stop. */
export function listenToMessages(): () => void {
  return subscribeTopic(newMessageQueue, {}, ({ message }) => {
    useUnread.setState((state) => ({ message: state.message + 1 }));
    toast({ title: message, kind: 'notice', stay: 'notice' });
    playNotification();
  });
}
