// Margin type, leverage and position mode above the ticket, each with its dialog; locks say why before they are pressed.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Checkbox, Select } from '@maru/kit/web/ui/choices.tsx';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import { Lock, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import type { AccountNow } from './order-preview.ts';
import { OneClickSettings } from './one-click.tsx';
import { readTicketPrefs, selfTradeModes, setAsksFirst, setSelfTrade, useHotkeys, type SelfTradeMode } from './ticket-prefs.ts';
import type { TradeState } from './trade-context.tsx';

const dialogs = () => import('./ticket-dialogs.tsx');
const LeverageDialog = lazyArea(() => dialogs().then((m) => m.LeverageDialog));
const MarginTypeDialog = lazyArea(() => dialogs().then((m) => m.MarginTypeDialog));
const PositionModeDialog = lazyArea(() => dialogs().then((m) => m.PositionModeDialog));

type Open = 'margin' | 'leverage' | 'mode' | undefined;

export function ModeChips({ state, account, isPhone = false }: { state: TradeState; account: AccountNow; isPhone?: boolean }) {
  const t = useText(futuresTexts);
  const [open, setOpen] = useState<Open>();
  const id = state.instrument.option.futuresOptionId;
  const hasPositions = useAccount((s) => s.account.positions.size > 0);
  const hasOrders = useAccount((s) => s.account.orders.size > 0);
  const hasOwnOrders = useAccount((s) => [...s.account.orders.values()].some((o) => o.futuresOptionId === id));
  const hasOwn = account.legs.length > 0;
  const chips = [
    {
      key: 'margin' as const,
      label: t(account.isIsolated ? 'margin.ISOLATED' : 'margin.CROSSED'),
      title: t('marginType.title'),
      isLocked: hasOwn || hasOwnOrders,
    },
    { key: 'leverage' as const, label: `${account.leverage}x`, title: t('leverage.title'), isLocked: hasOwn },
    ...(isPhone
      ? []
      : [{ key: 'mode' as const, label: t(`mode.${account.mode}`), title: t('mode.title'), isLocked: hasPositions || hasOrders }]),
  ];
  const close = () => setOpen(undefined);
  return (
    <>
      <div className={isPhone ? 'flex gap-1' : 'grid grid-cols-3 gap-1.5'}>
        {chips.map((chip) => (
          <button
            key={chip.key}
            type="button"
            aria-label={`${chip.title} ${chip.label}${chip.isLocked ? ` · ${t('locked')}` : ''}`}
            onClick={() => setOpen(chip.key)}
            className="flex h-8 items-center justify-center gap-1 rounded-4 bg-hover px-2 text-13 whitespace-nowrap font-semibold hover:brightness-95"
          >
            {chip.label}
            {chip.isLocked && <Lock size={12} aria-hidden="true" className="text-mute" />}
          </button>
        ))}
      </div>
      {open === 'leverage' && <LeverageDialog state={state} account={account} isLocked={hasOwn} onClose={close} />}
      {open === 'margin' && (
        <MarginTypeDialog
          futuresOptionId={id}
          current={account.isIsolated ? 'ISOLATED' : 'CROSSED'}
          isLocked={hasOwn || hasOwnOrders}
          onClose={close}
        />
      )}
      {open === 'mode' && <PositionModeDialog current={account.mode} isLocked={hasPositions || hasOrders} onClose={close} />}
    </>
  );
}

export function TicketSettingsButton() {
  const t = useText(futuresTexts);
  const layout = usePrefs((prefs) => prefs.layout);
  const prefs = readTicketPrefs(layout);
  const isArmed = useHotkeys((s) => s.isArmed);
  return (
    <Popover
      align="end"
      trigger={
        <IconButton size={28} label={t('ticket.settings')}>
          <SlidersHorizontal size={15} />
        </IconButton>
      }
    >
      <div className="flex w-64 flex-col gap-3 text-13">
        <Checkbox look="ink" isOn={prefs.asksFirst} onChange={setAsksFirst}>
          <span className="text-13 text-text">{t('ticket.confirm')}</span>
        </Checkbox>
        <div>
          <p className="mb-1 text-12 text-mute">{t('ticket.stp')}</p>
          <Select<SelfTradeMode>
            label={t('ticket.stp')}
            value={prefs.selfTrade}
            onChange={setSelfTrade}
            options={selfTradeModes.map((value) => ({ value, label: t(`ticket.stp.${value}`) }))}
            className="flex h-9 w-full items-center justify-between rounded-4 border border-line bg-field px-3 text-13"
          />
        </div>
        <div>
          <Checkbox look="ink" isOn={isArmed} onChange={(next) => useHotkeys.setState({ isArmed: next })}>
            <span className="text-13 text-text">{t('ticket.hotkeys')}</span>
          </Checkbox>
          <p className="mt-1 text-12 text-mute">{t('ticket.hotkeysHelp')}</p>
        </div>
        <OneClickSettings />
      </div>
    </Popover>
  );
}
