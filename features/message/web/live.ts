// Messages while a page is open: a toast with its way on, the sound, and counts and lists fetched anew.
import { call } from '@maru/kit/web/api-client.ts';
import { textOf } from '@maru/kit/web/i18n/use-text.ts';
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { messageQueue, newMessageQueue } from '@maru/member/contract.ts';
import { countUnreadMessages, listMessages } from '../contract.ts';
import { messageTexts } from './message-texts.ts';

async function tell(fallback: string, open: (href: string) => void): Promise<void> {
  // The notice has no language of its own; the message has the reader's.
  const newest = await call(listMessages, { query: { size: '1' } }).catch(() => undefined);
  const [message] = newest?.content ?? [];
  toast({
    title: message?.title ?? fallback,
    ...(message?.content ? { line: message.content.slice(0, 140) } : {}),
    kind: 'notice',
    stay: 'notice',
    action: { label: textOf(messageTexts)('message.look'), onChoose: () => open(message?.link ?? '/myinfo/message') },
  });
}

/** `open` leads to a page of ours; `changed` hears that counts may have moved. Answers with the way to stop. */
export function listenToMessages(open: (href: string) => void, changed: () => void): () => void {
  const fresh = () => {
    void refetch(listMessages);
    void refetch(countUnreadMessages);
    changed();
  };
  const stops = [
    subscribeTopic(
      newMessageQueue,
      {},
      ({ message }) => {
        fresh();
        playNotification();
        void tell(message, open);
      },
      fresh,
    ),
    subscribeTopic(messageQueue, {}, ({ message }) => {
      toast({ title: message, kind: 'notice', stay: 'notice' });
      playNotification();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
