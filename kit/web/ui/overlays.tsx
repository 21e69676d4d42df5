// What lies over the page: dialogs and sheets on Radix (focus kept inside, Escape closes), menus, popovers and tooltips beside their buttons.
import { X } from 'lucide-react';
import { Dialog as RadixDialog, Slot } from 'radix-ui';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { defineCatalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { watchKeyboard } from '../keyboard-space.ts';
import { askBeforeClosing } from '../unsaved.ts';
import { IconButton } from './button.tsx';
import { cx } from './classes.ts';
import { type Align, Floating } from './floating.tsx';
import { moveAmong } from './move-among.ts';

const texts = defineCatalog({ 'ui.close': ['닫기', 'Close'] });
const scrimClass = 'fixed inset-0 z-50 animate-fade-in bg-scrim';

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
  useEffect(watchKeyboard, []);
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
      {foot && <div className="overlay-foot mt-6 flex flex-wrap justify-end gap-2">{foot}</div>}
    </>
  );
}

const firm = (isFirm: boolean | undefined) => (event: Event) => {
  if (isFirm) event.preventDefault();
};

/** The library gives the focus back to a trigger of its own; ours are opened from anywhere, and whatever opened one gets it back. */
function useFocusBack() {
  /** What opened it, then the places around that: a row that was acted on may be gone. */
  const places = useRef<readonly HTMLElement[]>([]);
  return {
    onOpenAutoFocus: (event: Event) => {
      const around: HTMLElement[] = [];
      for (let at = document.activeElement; at instanceof HTMLElement; at = at.parentElement)
        if (around.length === 0 || at.hasAttribute('tabindex')) around.push(at);
      places.current = around;
      const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-focus-first]');
      if (first === null) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      places.current.find((place) => place.isConnected)?.focus({ preventScroll: true });
    },
  };
}

/** Escape, the scrim and the close button ask before what was typed inside is lost; a button of the content's own does not. */
function useClosing(onClose: () => void) {
  const content = useRef<HTMLDivElement>(null);
  return { content, close: () => askBeforeClosing(content.current, onClose) };
}

/** Centred, 420 wide unless told; below 480 it stands at the bottom edge. */
export function Dialog({ isOpen, onClose, className, isFirm, ...body }: OverlayProps) {
  const focusBack = useFocusBack();
  const { content, close } = useClosing(onClose);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          ref={content}
          {...focusBack}
          {...(body.description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={firm(isFirm)}
          onPointerDownOutside={firm(isFirm)}
          onInteractOutside={firm(isFirm)}
          className={cx(
            'low-dialog fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[min(420px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 animate-rise-in overflow-y-auto rounded-16 bg-raised p-6 shadow-float outline-none',
            className,
          )}
        >
          <Body {...body} onClose={close} {...(isFirm ? { isFirm } : {})} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** From the bottom (phones) or the right edge. */
export function Sheet({ isOpen, onClose, className, side = 'bottom', isFirm, ...body }: OverlayProps & { side?: 'bottom' | 'right' }) {
  const focusBack = useFocusBack();
  const { content, close } = useClosing(onClose);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          ref={content}
          {...focusBack}
          {...(body.description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={firm(isFirm)}
          onPointerDownOutside={firm(isFirm)}
          className={cx(
            'fixed z-50 overflow-y-auto bg-raised shadow-float outline-none',
            side === 'bottom'
              ? 'inset-x-0 bottom-[var(--keyboard,0px)] max-h-[calc(92dvh-var(--keyboard,0px))] animate-sheet-in rounded-t-16 px-6 pt-3 pb-[calc(24px+env(safe-area-inset-bottom))]'
              : 'inset-y-0 right-0 w-[min(360px,100vw)] animate-side-in px-6 py-5',
            className,
          )}
        >
          {side === 'bottom' && <div aria-hidden="true" className="mx-auto mb-4 h-1 w-9 rounded-full bg-line" />}
          <Body {...body} onClose={close} {...(isFirm ? { isFirm } : {})} />
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

interface Opener {
  trigger: ReactElement;
  kind: 'menu' | 'dialog';
  align: Align;
  className: string;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  children: (close: () => void) => ReactNode;
}

/** A button made to open and close a panel that is named after it. */
function OpenedBy({ trigger, kind, children, ...panel }: Opener) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const ownId = useId();
  const panelId = useId();
  const buttonId = (trigger.props as { id?: string }).id ?? ownId;
  const close = () => setOpen(false);
  return (
    <>
      <Slot.Root
        ref={anchor}
        id={buttonId}
        aria-haspopup={kind}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (kind !== 'menu' || event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {trigger}
      </Slot.Root>
      {isOpen && (
        <Floating id={panelId} role={kind} aria-labelledby={buttonId} anchor={anchor} onClose={close} {...panel}>
          {children(close)}
        </Floating>
      )}
    </>
  );
}

const menuItems = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** A button that opens a list of commands. */
export function Menu({ trigger, items, align = 'end' }: { trigger: ReactElement; items: readonly MenuItem[]; align?: 'start' | 'end' }) {
  return (
    <OpenedBy
      kind="menu"
      trigger={trigger}
      align={align}
      onKeyDown={(event) => moveAmong(event, menuItems(event.currentTarget))}
      className="min-w-40 rounded-8 p-1"
    >
      {(close) =>
        items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
            onClick={() => {
              close();
              item.onChoose();
            }}
            className={cx(
              'flex h-9 w-full items-center gap-2.5 rounded-6 px-2.5 text-left text-13 outline-none select-none focus:bg-hover pointer-coarse:h-11',
              item.isChosen ? 'font-semibold text-text' : 'text-sub',
            )}
          >
            {item.icon}
            {item.label}
          </button>
        ))
      }
    </OpenedBy>
  );
}

interface PopoverProps {
  trigger: ReactElement;
  /** With what closes it, where a choice inside should. */
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: Align;
  className?: string;
}

/** A small panel beside its button. */
export function Popover({ trigger, children, align = 'center', className = 'p-3' }: PopoverProps) {
  return (
    <OpenedBy kind="dialog" trigger={trigger} align={align} className={cx('rounded-8', className)}>
      {(close) => (typeof children === 'function' ? children(close) : children)}
    </OpenedBy>
  );
}

const tooltipAfterMs = 300;

/** Words on hover and focus, `onPress` on a press too: fingers do neither. Without words nothing opens. */
export function Tooltip({ words, onPress = false, children }: { words: ReactNode; onPress?: boolean; children: ReactElement }) {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-describedby={isOpen && words ? id : undefined}
        onPointerEnter={(event) => {
          if (event.pointerType === 'mouse') timer.current = setTimeout(() => setOpen(true), tooltipAfterMs);
        }}
        onPointerLeave={close}
        onPointerDown={close}
        onClick={() => onPress && setOpen(true)}
        onFocus={(event) => setOpen(event.target.matches(':focus-visible'))}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {isOpen && words && (
        <Floating
          id={id}
          role="tooltip"
          anchor={anchor}
          onClose={close}
          align="center"
          focusFirst="nothing"
          className="pointer-events-none max-w-64 rounded-6 bg-ink! px-2.5 py-1.5 text-12 text-on-ink!"
        >
          {words}
        </Floating>
      )}
    </>
  );
}
