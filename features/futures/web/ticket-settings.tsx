// Margin type, leverage and position mode above the ticket, each with its dialog; locks say why before they are pressed.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { buttonClass, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import { Lock, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import type { AccountNow } from './order-preview.ts';
import type { TradeState } from './trade-context.tsx';

const dialogs = () => import('./ticket-dialogs.tsx');
const LeverageDialog = lazyArea(() => dialogs().then((m) => m.LeverageDialog));
const MarginTypeDialog = lazyArea(() => dialogs().then((m) => m.MarginTypeDialog));
const SettingsBody = lazyArea(() => dialogs().then((m) => m.SettingsBody), { waiting: <div className="h-80 w-64" /> });
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
            className="touch flex h-8 items-center justify-center gap-1 rounded-4 bg-hover px-2 text-13 whitespace-nowrap font-semibold hover:brightness-95"
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

/** On a phone the position mode, which has no room beside the other two, stands here. */
export function TicketSettingsButton({ account, isPhone = false }: { account: AccountNow; isPhone?: boolean }) {
  const t = useText(futuresTexts);
  const [isModeOpen, setModeOpen] = useState(false);
  const isModeLocked = useAccount((s) => s.account.positions.size > 0 || s.account.orders.size > 0);
  const mode = (close: () => void) => (
    <button
      type="button"
      className={buttonClass('soft', 40, 'mt-3 w-full justify-between')}
      onClick={() => {
        close();
        setModeOpen(true);
      }}
    >
      {t('mode.title')}
      <span className="text-sub">{t(`mode.${account.mode}`)}</span>
    </button>
  );
  return (
    <>
      <Popover
        align="end"
        className="scroll-thin max-h-[var(--space)] overflow-y-auto p-3"
        trigger={
          <IconButton size={28} label={t('ticket.settings')} onPointerEnter={SettingsBody.preload} onFocus={SettingsBody.preload}>
            <SlidersHorizontal size={15} />
          </IconButton>
        }
      >
        {(close) => (
          <>
            <SettingsBody />
            {isPhone && mode(close)}
          </>
        )}
      </Popover>
      {isModeOpen && <PositionModeDialog current={account.mode} isLocked={isModeLocked} onClose={() => setModeOpen(false)} />}
    </>
  );
}
