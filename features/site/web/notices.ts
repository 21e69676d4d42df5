// The site's notices while a page is open: a toast for 10 s with the notification sound, kept in the drawer.
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { subscribeTopic } from '@maru/kit/web/topics.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { noticeTopic, siteNoticeTopic } from '../contract.ts';

/** The same notice may come by both topics; it is shown once. */
const shownAtMost = 100;

/** Answers with the way to stop. */
export function listenToNotices(siteId: number): () => void {
  const seen = new Set<number>();
  const show = ({ id, title, content }: { id: number; title: string; content: string }) => {
    if (seen.has(id)) return;
    if (seen.size >= shownAtMost) seen.clear();
    seen.add(id);
    toast({ title, line: plainText(content), kind: 'notice', stay: 'notice' });
    playNotification();
  };
  const stops = [subscribeTopic(noticeTopic, {}, show), subscribeTopic(siteNoticeTopic, { siteId: String(siteId) }, show)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A toast has one line; markup of the notice's page has no place in it. */
function plainText(content: string): string {
  return content
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 140);
}
