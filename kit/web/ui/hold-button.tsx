// A button that acts when it is held: the time runs out over it, and letting go before takes it back. Pointer and keys alike.
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { cx } from './classes.ts';

/** Long enough that no slip of the hand does it. */
export const HOLD_MS = 800;

export interface HoldButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  onHeld(): void;
}

export function HoldButton({ onHeld, className, children, ...rest }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const start = () => {
    stop();
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      onHeld();
    }, HOLD_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const isKey = (key: string) => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      {...rest}
      className={cx('relative touch-none overflow-hidden', className)}
      onPointerDown={(event) => event.button === 0 && start()}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (isKey(event.key)) event.preventDefault();
        if (isKey(event.key) && !event.repeat) start();
      }}
      onKeyUp={(event) => isKey(event.key) && stop()}
      onBlur={stop}
    >
      {isHeld && (
        <span
          aria-hidden="true"
          className="absolute inset-0 origin-left bg-current opacity-20"
          style={{ animation: `hold-time ${HOLD_MS}ms linear forwards` }}
        />
      )}
      {children}
    </button>
  );
}
