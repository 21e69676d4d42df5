// The site's notices while a page is open: a toast for 10 s with the notification sound, kept in the drawer.
import { playNotification } from '@maru/kit/web/notification-sound.ts';
import { currentLanguage, defineCatalog, i18n } from '@maru/kit/web/i18n/language.ts';
import { type MessageOf, subscribeTopic } from '@maru/kit/web/topics.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { noticeTopic, siteNoticeTopic } from '../contract.ts';

/** The same notice may come by both topics; it is shown once. */
const shownAtMost = 100;

defineCatalog({ 'site.notice.open': ['보기', 'Open'] });

/** `open` leads to a page of ours. Answers with the way to stop. */
export function listenToNotices(siteId: number, open: (href: string) => void): () => void {
  const seen = new Set<number>();
  const show = (notice: MessageOf<typeof noticeTopic>) => {
    const { id } = notice;
    if (seen.has(id)) return;
    if (seen.size >= shownAtMost) seen.clear();
    seen.add(id);
    const { title, content } = currentLanguage() === 'en' && notice.en ? notice.en : notice;
    const action = { label: i18n._('site.notice.open'), onChoose: () => open(`/service/notice/${id}`) };
    toast({ title, line: plainText(content), kind: 'notice', stay: 'notice', action });
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
