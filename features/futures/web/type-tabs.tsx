// Limit or market: the two kinds of order at hand for everybody.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { viewTexts } from './view-texts.ts';
import type { KeyboardEvent } from 'react';
import { setTicket } from './ticket-store.ts';
import { type TicketType, typesAtHand } from './ticket-type-table.ts';

/** One stop of Tab; arrows, Home and End move within and choose, as in every row of tabs. */
function moveBetween(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...(event.currentTarget.parentElement?.children ?? [])] as HTMLElement[];
  const at = tabs.indexOf(event.currentTarget);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = tabs.at(next % tabs.length);
  tab?.focus();
  tab?.click();
}

export const typeLook = (isOn: boolean, isPhone: boolean) =>
  cx('touch whitespace-nowrap', isPhone ? 'text-15' : 'text-14', isOn ? 'font-bold text-text' : 'font-medium text-mute hover:text-text');

export function TypeTabs({ type: chosen, isPhone }: { type: TicketType; isPhone: boolean }) {
  const t = useText(viewTexts);
  return (
    <div role="tablist" aria-label={t('ticket.title')} className="flex gap-3">
      {typesAtHand.map((type) => (
        <button
          key={type}
          type="button"
          role="tab"
          aria-selected={chosen === type}
          // Behind the menu of the others none is chosen: then the first is the way in.
          tabIndex={chosen === type || (type === typesAtHand[0] && !typesAtHand.some((one) => one === chosen)) ? 0 : -1}
          onClick={() => setTicket({ type })}
          onKeyDown={moveBetween}
          className={typeLook(chosen === type, isPhone)}
        >
          {t(`type.${type}`)}
        </button>
      ))}
    </div>
  );
}
