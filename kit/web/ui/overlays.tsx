// What lies over the page: dialogs, side and bottom sheets, menus and tooltips, all on Radix (focus kept inside, Escape closes).
import { X } from 'lucide-react';
import { Dialog as RadixDialog, DropdownMenu, Popover as RadixPopover, Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { defineCatalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from './button.tsx';
import { cx } from './classes.ts';

const texts = defineCatalog({ 'ui.close': ['닫기', 'Close'] });
const scrimClass = 'fixed inset-0 z-40 animate-fade-in bg-scrim';

interface OverlayProps {
  isOpen: boolean;
  onClose(): void;
  title: ReactNode;
  /** One sentence under the title, read with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot. */
  foot?: ReactNode;
  className?: string;
  /** It must be answered: no close button, Escape and the scrim do nothing. */
  isFirm?: boolean;
}

function Body({ title, description, children, foot, onClose, isFirm }: Omit<OverlayProps, 'isOpen' | 'className'>) {
  const t = useText(texts);
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <RadixDialog.Title className="text-18 font-bold tracking-[-0.01em]">{title}</RadixDialog.Title>
        {!isFirm && (
          <IconButton label={t('ui.close')} onClick={onClose} className="-mt-0.5 -mr-1.5">
            <X size={18} />
          </IconButton>
        )}
      </div>
      {description && <RadixDialog.Description className="mt-1.5 text-14 text-sub">{description}</RadixDialog.Description>}
      {children && <div className="mt-4">{children}</div>}
      {foot && <div className="mt-6 flex flex-wrap justify-end gap-2">{foot}</div>}
    </>
  );
}

const firm = (isFirm: boolean | undefined) => (event: Event) => {
  if (isFirm) event.preventDefault();
};

/** Centred, 420 wide unless told; below 480 it stands at the bottom edge. */
export function Dialog({ isOpen, onClose, className, isFirm, ...body }: OverlayProps) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          {...(body.description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={firm(isFirm)}
          onPointerDownOutside={firm(isFirm)}
          onInteractOutside={firm(isFirm)}
          className={cx(
            'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[min(420px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 animate-rise-in overflow-y-auto rounded-16 bg-raised p-6 shadow-float outline-none',
            className,
          )}
        >
          <Body {...body} onClose={onClose} {...(isFirm ? { isFirm } : {})} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** From the bottom (phones) or the right edge. */
export function Sheet({ isOpen, onClose, className, side = 'bottom', isFirm, ...body }: OverlayProps & { side?: 'bottom' | 'right' }) {
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          {...(body.description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={firm(isFirm)}
          onPointerDownOutside={firm(isFirm)}
          className={cx(
            'fixed z-50 overflow-y-auto bg-raised shadow-float outline-none',
            side === 'bottom'
              ? 'inset-x-0 bottom-0 max-h-[92dvh] animate-sheet-in rounded-t-16 px-6 pt-3 pb-[calc(24px+env(safe-area-inset-bottom))]'
              : 'inset-y-0 right-0 w-[min(360px,100vw)] animate-side-in px-6 py-5',
            className,
          )}
        >
          {side === 'bottom' && <div aria-hidden="true" className="mx-auto mb-4 h-1 w-9 rounded-full bg-line" />}
          <Body {...body} onClose={onClose} {...(isFirm ? { isFirm } : {})} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  onChoose(): void;
  isChosen?: boolean;
}

/** A button that opens a list of commands. */
export function Menu({ trigger, items, align = 'end' }: { trigger: ReactElement; items: readonly MenuItem[]; align?: 'start' | 'end' }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align={align} sideOffset={6} className="z-50 min-w-40 animate-fade-in rounded-8 bg-raised p-1 shadow-float">
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.key}
              onSelect={item.onChoose}
              className={cx(
                'flex h-9 cursor-default items-center gap-2.5 rounded-6 px-2.5 text-13 outline-none select-none data-[highlighted]:bg-hover',
                item.isChosen ? 'font-semibold text-text' : 'text-sub',
              )}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** A small panel beside its button. */
export function Popover({
  trigger,
  children,
  align = 'center',
  className,
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  className?: string;
}) {
  return (
    <RadixPopover.Root>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cx('z-50 animate-fade-in rounded-8 bg-raised p-3 shadow-float outline-none', className)}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

/** Words on hover and focus; never the only place where something is said. */
export function Tooltip({ words, children }: { words: ReactNode; children: ReactElement }) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade-in rounded-6 bg-ink px-2.5 py-1.5 text-12 text-on-ink"
          >
            {words}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
