// What toasts said, to be read later: newest first, each with its way on.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { type ToastKind, useToasts } from '@maru/kit/web/toasts/toast-list.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';

const noticeTexts = defineCatalog({
  'notices.empty': ['아직 알림이 없어요', 'No notifications yet'],
  'notices.note': ['로그아웃하거나 탭을 닫으면 지워져요.', 'Cleared when you log out or close the tab.'],
});

/** `icons` are the toasts' own: asked for here, each would be a file of its own in everybody's shell. */
export function NoticeList({ icons, close }: { icons: Readonly<Record<ToastKind, ReactNode>>; close(): void }) {
  const t = useText(texts);
  const n = useText(noticeTexts);
  const kept = useToasts((state) => state.kept);
  return (
    <>
      <p className="border-b border-line px-4 py-3 text-13 font-semibold">
        {t('header.notices')} <span className="ml-1 text-12 font-normal text-mute">{n('notices.note')}</span>
      </p>
      {kept.length === 0 ? (
        <p className="px-4 py-8 text-center text-13 text-mute">{n('notices.empty')}</p>
      ) : (
        <ul>
          {kept.map((toast) => (
            <li key={toast.id} className="flex gap-2.5 border-b border-line px-4 py-2.5 last:border-0">
              <span aria-hidden="true">{icons[toast.kind]}</span>
              <div className="min-w-0 flex-1">
                <p className="text-13 font-semibold">{toast.title}</p>
                {toast.line && <p className="text-12 text-sub">{toast.line}</p>}
                {toast.way && (
                  <OwnLink
                    href={toast.way.to}
                    onClick={close}
                    className="touch mt-1 inline-block text-12 font-semibold underline underline-offset-2"
                  >
                    {toast.way.label}
                  </OwnLink>
                )}
              </div>
              <time className="text-11 text-mute">{moment(toast.at, 'time')}</time>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
