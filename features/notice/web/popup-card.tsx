// One popup: a picture that is its own link, a titled box, or what was just announced. A picture that fails closes it.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import type { ReactNode } from 'react';
import { POPUP_WIDTH, popupTypes } from '../contract.ts';
import { noticeTexts } from './notice-texts.ts';
import { RichText } from './rich-text.tsx';

export interface ShownPopup {
  /** Real-time ones may repeat an id. */
  key: string;
  id: number;
  type: number;
  title: string;
  content: string;
  link?: string | undefined;
  width?: number | undefined;
  isRealtime: boolean;
  at: number;
}

/** A page of ours, or another address in a window of its own. */
function Way({ href, className, children, onClick }: { href: string; className?: string; children: ReactNode; onClick(): void }) {
  if (href.startsWith('/'))
    return (
      <OwnLink href={href} className={className} onClick={onClick}>
        {children}
      </OwnLink>
    );
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className} onClick={onClick}>
      {children}
    </a>
  );
}

function Picture({ popup, onClose }: { popup: ShownPopup; onClose(): void }) {
  const picture = <img src={popup.content} alt={popup.title} onError={onClose} className="block max-h-[60dvh] w-full object-cover" />;
  return popup.link === undefined ? (
    picture
  ) : (
    <Way href={popup.link} onClick={onClose} className="block">
      {picture}
    </Way>
  );
}

function Box({ popup, onClose }: { popup: ShownPopup; onClose(): void }) {
  const t = useText(noticeTexts);
  return (
    <div className="max-h-[60dvh] overflow-y-auto p-6 pb-4">
      {popup.isRealtime ? (
        <p className="flex items-center gap-2 text-13 font-semibold">
          <span aria-hidden="true" className="size-2 rounded-full bg-warn" />
          {t('popup.now')}
          <time className="ml-auto font-normal text-mute">{moment(popup.at, 'time')}</time>
        </p>
      ) : (
        <Badge>{t('popup.notice')}</Badge>
      )}
      <h2 className="mt-3 text-20 font-bold tracking-[-0.01em]">{popup.title}</h2>
      <RichText html={popup.content} className="mt-1 text-sub" />
      {popup.link !== undefined && (
        <Way href={popup.link} onClick={onClose} className={buttonClass('line', 40, 'mt-2 w-full')}>
          {t('popup.more')}
        </Way>
      )}
    </div>
  );
}

const footClass = 'flex-1 text-14 hover:bg-hover';

export function PopupCard({ popup, onClose, onNotToday }: { popup: ShownPopup; onClose(): void; onNotToday(): void }) {
  const t = useText(noticeTexts);
  return (
    <section
      aria-label={popup.title}
      style={{ width: popup.width ?? POPUP_WIDTH }}
      className="pointer-events-auto flex max-w-[calc(100vw-32px)] shrink-0 animate-rise-in flex-col overflow-hidden rounded-16 bg-raised shadow-float"
    >
      {popup.type === popupTypes.image ? <Picture popup={popup} onClose={onClose} /> : <Box popup={popup} onClose={onClose} />}
      <div className="flex h-[52px] shrink-0 divide-x divide-line border-t border-line">
        {/* What was just announced has no tomorrow to be hidden from. */}
        {!popup.isRealtime && (
          <button type="button" onClick={onNotToday} className={cx(footClass, 'text-sub')}>
            {t('popup.not.today')}
          </button>
        )}
        <button type="button" onClick={onClose} className={cx(footClass, 'font-semibold')}>
          {t('popup.close')}
        </button>
      </div>
    </section>
  );
}
