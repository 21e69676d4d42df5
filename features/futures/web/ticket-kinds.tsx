// Which kind of order: limit and market at hand, the others behind one word that names the chosen one.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Menu } from '@maru/kit/web/ui/overlays.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { ChevronDown } from 'lucide-react';
import { CalculatorButton } from './calculator-button.tsx';
import { futuresTexts } from './futures-texts.ts';
import type { TicketFields } from './order-fields.ts';
import type { TicketProps } from './trade-context.tsx';
import { ModeChips, TicketSettingsButton } from './ticket-settings.tsx';
import { setTicket } from './ticket-store.ts';
import { typesInMenu } from './ticket-type-table.ts';
import { typeLook, TypeTabs } from './type-tabs.tsx';

export function TypeRow({ fields, state, account, market, isPhone = false }: TicketProps & { fields: TicketFields }) {
  const t = useText(futuresTexts);
  const chosen = typesInMenu.find((type) => type === fields.type);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <TypeTabs type={fields.type} isPhone={isPhone} />
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={cx('flex items-center gap-0.5', typeLook(chosen !== undefined, isPhone))}
            data-testid="ticket-other-types"
          >
            {t(chosen ? `ticket.type.${chosen}` : 'ticket.type.other')}
            <ChevronDown size={13} aria-hidden="true" />
          </button>
        }
        items={typesInMenu.map((type) => ({
          key: type,
          label: t(`ticket.type.${type}`),
          isChosen: type === chosen,
          onChoose: () => setTicket({ type }),
        }))}
      />
      <span className="ml-auto flex items-center gap-1">
        {isPhone && <ModeChips state={state} account={account} isPhone />}
        <CalculatorButton state={state} account={account} market={market} />
        <TicketSettingsButton account={account} isPhone={isPhone} />
      </span>
    </div>
  );
}

/** Hedge mode: an order opens a leg or closes it. */
export function IntentRow({ fields }: { fields: TicketFields }) {
  const t = useText(futuresTexts);
  return (
    <Segment<TicketFields['intent']>
      isFull
      label={t('ticket.title')}
      value={fields.intent}
      onChange={(intent) => setTicket({ intent })}
      items={[
        { value: 'open', label: t('ticket.open') },
        { value: 'close', label: t('ticket.close') },
      ]}
    />
  );
}
