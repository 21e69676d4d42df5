// The phone's ticket sheet: snaps at 56 % and 92 %, by drag, keys or press; not modal, for the chart above stays in use.
import { futuresTexts } from '@maru/futures/web/feature.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';

const SNAPS = { half: 56, full: 92 } as const;
/** A drag further than this changes the snap. */
const DRAG_PX = 48;

export function TicketSheet({ isOpen, onClose, children }: { isOpen: boolean; onClose(): void; children: ReactNode }) {
  const t = useText(futuresTexts);
  const [snap, setSnap] = useState<keyof typeof SNAPS>('half');
  const [dragY, setDragY] = useState(0);
  const from = useRef<number>(undefined);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    setSnap('half');
    const before = document.activeElement as HTMLElement | null;
    sheet.current?.focus({ preventScroll: true });
    return () => before?.focus({ preventScroll: true });
  }, [isOpen]);
  if (!isOpen) return null;
  const settle = (moved: number) => {
    setDragY(0);
    if (moved > DRAG_PX) {
      if (snap === 'full') setSnap('half');
      else onClose();
    } else if (moved < -DRAG_PX) setSnap('full');
  };
  const grab = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => from.current !== undefined && setDragY(event.clientY - from.current),
    onPointerUp: (event: PointerEvent) => {
      const moved = from.current === undefined ? 0 : event.clientY - from.current;
      from.current = undefined;
      if (Math.abs(moved) < 6) setSnap(snap === 'half' ? 'full' : 'half');
      settle(moved);
    },
    onPointerCancel: () => {
      from.current = undefined;
      setDragY(0);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'ArrowUp') setSnap('full');
      else if (event.key === 'ArrowDown') settle(DRAG_PX + 1);
      else if (event.key === 'Enter' || event.key === ' ') setSnap(snap === 'half' ? 'full' : 'half');
    },
  };
  return (
    <div
      ref={sheet}
      role="dialog"
      aria-label={t('ticket.title')}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-x-0 bottom-0 z-30 flex animate-sheet-in flex-col rounded-t-16 bg-surface shadow-float outline-none"
      style={{ height: `${SNAPS[snap]}dvh`, transform: `translateY(${Math.max(dragY, snap === 'full' ? 0 : -80)}px)`, transition: from.current === undefined ? 'height 180ms ease-out' : undefined }}
      data-testid="ticket-sheet"
    >
      <button type="button" aria-label={t('phone.ticketSize')} className="flex h-6 w-full shrink-0 cursor-grab touch-none items-center justify-center rounded-t-16" {...grab}>
        <span aria-hidden="true" className="h-1 w-9 rounded-full bg-edge" />
      </button>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-4 pb-[calc(16px+env(safe-area-inset-bottom))]">{children}</div>
    </div>
  );
}
