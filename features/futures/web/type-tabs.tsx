// Limit or market: the two kinds of order at hand for everybody.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { viewTexts } from './view-texts.ts';
import type { TicketType } from './order-fields.ts';
import { setTicket } from './ticket-store.ts';

export const typeLook = (isOn: boolean, isPhone: boolean) =>
  cx('touch whitespace-nowrap', isPhone ? 'text-15' : 'text-14', isOn ? 'font-bold text-text' : 'font-medium text-mute hover:text-text');

export function TypeTabs({ type: chosen, isPhone }: { type: TicketType; isPhone: boolean }) {
  const t = useText(viewTexts);
  return (
    <div role="tablist" aria-label={t('ticket.title')} className="flex gap-3">
      {(['LIMIT', 'MARKET'] as const).map((type) => (
        <button
          key={type}
          type="button"
          role="tab"
          aria-selected={chosen === type}
          onClick={() => setTicket({ type })}
          className={typeLook(chosen === type, isPhone)}
        >
          {t(`type.${type}`)}
        </button>
      ))}
    </div>
  );
}
