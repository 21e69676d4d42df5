// The phone's ticket sheet: snaps at 56 % and 92 %, by drag, keys or press; not modal, for the chart above stays in use.
import { viewTexts } from '@maru/futures/web/feature.tsx';
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { watchKeyboard } from '@maru/kit/web/keyboard-space.ts';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

const texts = defineCatalog({ 'ticketSheet.close': ['주문 창 닫기', 'Close the order sheet'] });
const SNAPS = { half: 56, full: 92 } as const;
/** A drag further than this changes the snap; a shorter one than a few pixels is a press. */
const DRAG_PX = 48;
const PRESS_PX = 6;

interface TicketSheetProps {
  isOpen: boolean;
  onClose(): void;
  /** The form has grown past the lower snap: it rises by itself. */
  isTall: boolean;
  children: ReactNode;
}

export function TicketSheet({ isOpen, ...sheet }: TicketSheetProps) {
  return isOpen ? <OpenSheet {...sheet} /> : null;
}

function OpenSheet({ onClose, isTall, children }: Omit<TicketSheetProps, 'isOpen'>) {
  const t = useText(viewTexts);
  const s = useText(texts);
  const sheet = useRef<HTMLDivElement>(null);
  const { snap, dragY, grab } = useSnap(onClose, isTall);
  useEffect(watchKeyboard, []);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.focus({ preventScroll: true });
    return () => before?.focus({ preventScroll: true });
  }, []);
  const lift = Math.max(dragY ?? 0, snap === 'full' ? 0 : -80);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever the focus is inside
    <div
      ref={sheet}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element would be placed and closed by the browser's own rules
      role="dialog"
      aria-label={t('ticket.title')}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="ticket-sheet fixed z-30 flex animate-sheet-in flex-col rounded-t-16 bg-surface shadow-float outline-none"
      style={
        {
          '--snap': `${SNAPS[snap]}dvh`,
          transform: `translateY(${lift}px)`,
          ...(dragY === undefined ? { transition: 'height 180ms ease-out' } : {}),
        } as CSSProperties
      }
      data-snap={snap}
      data-testid="ticket-sheet"
    >
      <button
        type="button"
        aria-label={t('phone.ticketSize')}
        className="touch flex h-6 w-full shrink-0 cursor-grab touch-none items-center justify-center rounded-t-16"
        {...grab}
      >
        <span aria-hidden="true" className="h-1 w-9 rounded-full bg-edge" />
      </button>
      <IconButton size={24} className="absolute! top-1 right-3" label={s('ticketSheet.close')} onClick={onClose}>
        <X size={16} />
      </IconButton>
      <div className="scroll-thin min-h-0 flex-1 scroll-pb-24 overflow-y-auto px-4 pb-[env(safe-area-inset-bottom)]">{children}</div>
    </div>
  );
}

function useSnap(onClose: () => void, isTall: boolean) {
  const [snap, setSnap] = useState<keyof typeof SNAPS>(isTall ? 'full' : 'half');
  // It rises once: whoever pulls it down again is left alone.
  const [wasTall, setWasTall] = useState(isTall);
  if (wasTall !== isTall) {
    setWasTall(isTall);
    if (isTall) setSnap('full');
  }
  /** How far the grab was moved; undefined while nobody holds it. */
  const [dragY, setDragY] = useState<number>();
  const from = useRef(0);
  const other = () => setSnap((now) => (now === 'half' ? 'full' : 'half'));
  const settle = (moved: number) => {
    setDragY(undefined);
    if (Math.abs(moved) < PRESS_PX) other();
    else if (moved < -DRAG_PX) setSnap('full');
    else if (moved > DRAG_PX && snap === 'full') setSnap('half');
    else if (moved > DRAG_PX) onClose();
  };
  const grab = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.clientY;
      setDragY(0);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => dragY !== undefined && setDragY(event.clientY - from.current),
    onPointerUp: (event: PointerEvent) => settle(event.clientY - from.current),
    onPointerCancel: () => setDragY(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowUp') settle(-DRAG_PX - 1);
      else if (event.key === 'ArrowDown') settle(DRAG_PX + 1);
      else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        other();
      }
    },
  };
  return { snap, dragY, grab };
}
