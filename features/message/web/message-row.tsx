// One message: what it is about, its words, one way on; reading and deleting by a swipe on phones and by buttons elsewhere.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import {
  ArrowUpDown,
  ChevronRight,
  type LucideIcon,
  MailOpen,
  Megaphone,
  MessageSquare,
  ShieldCheck,
  Target,
  Ticket,
  Trash2,
  Users,
} from 'lucide-react';
import type { MessageKind, MessageRow as Message } from '../contract.ts';
import { messageTexts } from './message-texts.ts';

const icons: Record<MessageKind, LucideIcon> = {
  NOTICE: Megaphone,
  WALLET: ArrowUpDown,
  TRADE: Target,
  SECURITY: ShieldCheck,
  CONTACT: MessageSquare,
  BENEFIT: Ticket,
  COPY: Users,
};

interface RowProps {
  message: Message;
  onRead(): void;
  onDelete(): void;
}

function Words({ message, onRead }: Pick<RowProps, 'message' | 'onRead'>) {
  const t = useText(messageTexts);
  const { kind, title, content, link, isRead, createdAt } = message;
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-baseline gap-3">
        <h3 className={cx('min-w-0 flex-1 text-14', isRead ? 'font-medium' : 'font-bold')}>{title}</h3>
        <time dateTime={createdAt} className="shrink-0 text-12 text-mute">
          {moment(createdAt, 'minute')}
        </time>
      </div>
      {content && <p className="text-13 whitespace-pre-line text-sub">{content}</p>}
      {link && (
        <OwnLink
          href={link}
          onClick={() => {
            if (!isRead) onRead();
          }}
          className="touch mt-0.5 inline-flex items-center gap-0.5 text-13 font-semibold text-brand hover:underline"
        >
          {t(`message.open.${kind}`)}
          <ChevronRight aria-hidden="true" size={14} />
        </OwnLink>
      )}
    </div>
  );
}

/** Beside the words where there is room: seen when the row is pointed at or focused. */
function Buttons({ message, onRead, onDelete }: RowProps) {
  const t = useText(messageTexts);
  return (
    <div className="absolute right-4 bottom-2 flex gap-1 rounded-8 bg-surface opacity-0 transition-opacity laptop:right-6 group-focus-within:opacity-100 group-hover:opacity-100 max-tablet:hidden pointer-coarse:opacity-100">
      {!message.isRead && (
        <IconButton label={t('message.read.one', { title: message.title })} onClick={onRead}>
          <MailOpen size={18} />
        </IconButton>
      )}
      <IconButton label={t('message.delete.one', { title: message.title })} onClick={onDelete}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  );
}

const swipeClass = 'flex w-[68px] shrink-0 snap-end flex-col items-center justify-center gap-1 text-12 font-semibold tablet:hidden';

export function MessageRow({ message, onRead, onDelete }: RowProps) {
  const t = useText(messageTexts);
  const Icon = icons[message.kind];
  const { isRead, title } = message;
  return (
    <li className="group flex snap-x snap-mandatory overflow-x-auto border-b border-line [scrollbar-width:none] tablet:overflow-visible">
      <div className="relative flex w-full shrink-0 snap-start gap-3 px-4 py-4 tablet:shrink laptop:px-8">
        {!isRead && (
          <span className="absolute top-8 left-[5px] size-1.5 rounded-full bg-brand laptop:left-4">
            <span className="sr-only">{t('message.isUnread')}</span>
          </span>
        )}
        <span
          aria-hidden="true"
          className={cx(
            'flex size-9 shrink-0 items-center justify-center rounded-6',
            isRead ? 'bg-sunken text-sub' : 'bg-brand-tint text-brand',
          )}
        >
          <Icon size={18} />
        </span>
        <Words message={message} onRead={onRead} />
        <Buttons {...{ message, onRead, onDelete }} />
      </div>
      {!isRead && (
        <button type="button" aria-label={t('message.read.one', { title })} onClick={onRead} className={cx(swipeClass, 'bg-hover')}>
          <MailOpen aria-hidden="true" size={18} />
          {t('message.read')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('message.delete.one', { title })}
        onClick={onDelete}
        className={cx(swipeClass, 'bg-danger-fill text-on-solid')}
      >
        <Trash2 aria-hidden="true" size={18} />
        {t('message.delete')}
      </button>
    </li>
  );
}
