// Draws the toasts: bottom left of the page, a line that runs out its time, paused while looked at; read out politely.
import { Bell, CircleAlert, CircleCheck, Clock, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { defineCatalog } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { cx } from '../ui/classes.ts';
import { dismissToast, type Toast, type ToastKind, useToasts } from './toast-list.ts';

const texts = defineCatalog({
  'toast.region': ['알림', 'Notifications'],
  'toast.dismiss': ['알림 닫기', 'Dismiss'],
});

export const toastIcons: Record<ToastKind, ReactNode> = {
  done: <CircleCheck size={18} />,
  waiting: <Clock size={18} />,
  notice: <Bell size={18} />,
  warn: <TriangleAlert size={18} className="text-warn" />,
  danger: <CircleAlert size={18} className="text-danger" />,
};

function ToastCard({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const t = useText(texts);
  const [isLookedAt, setPaused] = useState(false);
  const isPaused = isLookedAt || isHeld;
  const leftMs = useRef(toast.stayMs);
  useEffect(() => {
    if (isPaused) return undefined;
    const startMs = performance.now();
    const timer = setTimeout(() => dismissToast(toast.id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startMs;
    };
  }, [isPaused, toast.id]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- looking at it only pauses its time; nothing is done by it
    <li
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={cx(
        'pointer-events-auto relative flex animate-rise-in gap-2.5 overflow-hidden rounded-8 bg-raised px-3 py-2.5 shadow-float',
        toast.kind === 'danger' && 'shadow-[inset_0_0_0_1px_var(--danger),var(--shadow)]',
      )}
    >
      <span aria-hidden="true" className="mt-px shrink-0">
        {toastIcons[toast.kind]}
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-13 font-semibold">{toast.title}</p>
        {toast.line && <p className="text-12 leading-4 text-sub">{toast.line}</p>}
        {toast.action && (
          <button
            type="button"
            className="touch mt-1 text-12 font-semibold underline underline-offset-2"
            onClick={() => {
              toast.action!.onChoose();
              dismissToast(toast.id);
            }}
          >
            {toast.action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={t('toast.dismiss')}
        onClick={() => dismissToast(toast.id)}
        className="touch -mr-1 h-fit p-1 text-mute hover:text-text"
      >
        <X size={14} />
      </button>
      <span
        aria-hidden="true"
        className="absolute bottom-0 left-0 h-0.5 w-full origin-left bg-edge"
        style={{ animation: `toast-time ${toast.stayMs}ms linear forwards`, animationPlayState: isPaused ? 'paused' : 'running' }}
      />
    </li>
  );
}

/** `className` places it; the trade screen puts it over the chart's lower left corner. */
export function Toaster({
  className = 'top-[var(--toast-top,auto)] bottom-[var(--toast-bottom,12px)] left-[var(--toast-left,12px)]',
}: {
  className?: string;
}) {
  const t = useText(texts);
  const shown = useToasts((state) => state.shown);
  const isHeld = useToasts((state) => state.isHeld);
  return (
    <ol
      aria-label={t('toast.region')}
      aria-live="polite"
      className={cx(
        'toasts pointer-events-none fixed z-[60] flex w-[min(var(--toast-width,308px),calc(100vw-24px))] flex-col gap-1.5',
        isHeld && 'invisible',
        className,
      )}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </ol>
  );
}
