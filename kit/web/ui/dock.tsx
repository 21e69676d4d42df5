// The bar at the foot of a phone's page with its main action: what is told meanwhile stands above it, never over its buttons.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from './classes.ts';

const GAP_PX = 8;

export function Dock({ children, className, ...rest }: { children: ReactNode; className?: string; 'data-testid'?: string }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--toast-bottom', `${(bar.current?.offsetHeight ?? 0) + GAP_PX}px`));
    if (bar.current) watch.observe(bar.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--toast-bottom');
    };
  }, []);
  return (
    <div
      ref={bar}
      className={cx(
        'fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))]',
        className,
      )}
      {...rest}
    >
      {children}
    </div>
  );
}
