// How many messages and answered inquiries wait: combined for the badge, told at log-in, cleared on log-out.
import { countUnreadInquiries } from '@maru/contact/contract.ts';
import { showAlert } from '@maru/kit/web/alert-dialog.tsx';
import { call } from '@maru/kit/web/api-client.ts';
import { defineCatalog, i18n } from '@maru/kit/web/i18n/language.ts';
import { queryClient, queryKey, refetch, useCall } from '@maru/kit/web/query.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { countUnreadMessages } from '@maru/message/contract.ts';
import { paths } from './paths.ts';

defineCatalog({
  'unread.message': ['읽지 않은 메세지가 존재합니다.', 'You have unread messages.'],
  'unread.inquiry': ['읽지 않은 1:1문의가 존재합니다.', 'You have an unread answer to your inquiry.'],
});

const staleMs = 60_000;

/** Specification section 4: the badge combines both counts. */
export function useUnread(): number {
  const isOn = useSession(isLoggedIn);
  const messages = useCall(countUnreadMessages, { isOn, staleMs });
  const inquiries = useCall(countUnreadInquiries, { isOn, staleMs });
  return isOn ? (messages.data?.count ?? 0) + (inquiries.data?.count ?? 0) : 0;
}

/** Answers of the site that nobody has read. */
export function useUnreadAnswers(isOn: boolean): number {
  return useCall(countUnreadInquiries, { isOn, staleMs }).data?.count ?? 0;
}

export function countInquiriesAnew(): void {
  void refetch(countUnreadInquiries);
}

export function clearUnread(): void {
  queryClient.setQueryData(queryKey(countUnreadMessages), { count: 0 });
  queryClient.setQueryData(queryKey(countUnreadInquiries), { count: 0, contactId: null });
}

/** Specification section 8, at log-in: the text, then there. */
async function tellUnread(open: (href: string) => void): Promise<void> {
  const [messages, inquiries] = await Promise.all([call(countUnreadMessages), call(countUnreadInquiries)]);
  if (messages.count > 0) showAlert({ message: i18n._('unread.message'), onClose: () => open(paths.messages) });
  const { contactId } = inquiries;
  if (contactId !== null) {
    showAlert({ message: i18n._('unread.inquiry'), onClose: () => open(paths.inquiry.replace('$id', String(contactId))) });
  }
}

/** A page that is loaded anew finds who is here (`pending`) and says nothing, but where one has just logged in. Answers with the way to stop. */
export function watchLogIn(open: (href: string) => void): () => void {
  return useSession.subscribe((now, { status }) => {
    const hasLoggedIn = now.status === 'success' && status !== 'success' && (status !== 'pending' || location.pathname === paths.login);
    // Who cannot be told now sees the badge.
    if (hasLoggedIn) void tellUnread(open).catch(() => undefined);
  });
}
