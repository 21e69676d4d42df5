// Buttons: one filled per region, the rest are lines; an off button says why in its own words or by `OffBecause`.
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes.ts';

export type ButtonLook = 'brand' | 'ink' | 'line' | 'soft' | 'quiet' | 'long' | 'short' | 'danger';
export type ButtonSize = 24 | 32 | 36 | 40 | 48;

const looks: Record<ButtonLook, string> = {
  brand: 'bg-brand text-on-brand hover:brightness-110 active:brightness-95',
  ink: 'bg-ink text-on-ink hover:opacity-90 active:opacity-80',
  line: 'border border-line bg-surface text-text hover:bg-hover',
  soft: 'bg-soft text-text hover:bg-hover hover:brightness-98',
  quiet: 'text-sub hover:bg-hover hover:text-text',
  long: 'bg-long text-on-solid hover:brightness-110 active:brightness-95',
  short: 'bg-short text-on-solid hover:brightness-110 active:brightness-95',
  danger: 'bg-danger-fill text-on-solid hover:brightness-110 active:brightness-95',
};
const sizes: Record<ButtonSize, string> = {
  24: 'h-6 px-2 text-11 rounded-4',
  32: 'h-8 px-3 text-13 rounded-6',
  36: 'h-9 px-3.5 text-14 rounded-8',
  40: 'h-10 px-4 text-14 rounded-8',
  48: 'h-12 px-6 text-15 rounded-8',
};
// Off is grey whatever the look was, and its words stay readable.
const off =
  'disabled:bg-hover disabled:text-mute disabled:border-transparent disabled:hover:brightness-100 aria-disabled:bg-hover aria-disabled:text-mute aria-disabled:border-transparent aria-disabled:cursor-not-allowed disabled:cursor-not-allowed';

/** The same clothes for links: `<Link className={buttonClass('brand', 40)}>`. */
export function buttonClass(look: ButtonLook = 'line', size: ButtonSize = 40, more?: string): string {
  return cx(
    'touch inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap font-semibold transition-[background-color,opacity,filter]',
    looks[look],
    sizes[size],
    off,
    more,
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  size?: ButtonSize;
  /** Shows that it is being done and takes no second press. */
  isBusy?: boolean;
  icon?: ReactNode;
}

export function Button({ look, size, isBusy = false, icon, className, children, disabled, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(look, size, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      {...rest}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/** Three boards that breathe in turn. */
export function Spinner() {
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-0.5">
      {[0, 160, 320].map((delayMs) => (
        <span key={delayMs} className="h-3 w-1 animate-skeleton rounded-2 bg-current" style={{ animationDelay: `${delayMs}ms` }} />
      ))}
    </span>
  );
}

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Said to screen readers and shown by the browser on hover. */
  label: string;
  size?: 24 | 28 | 32 | 40 | 44;
}

const iconSizes = { 24: 'size-6', 28: 'size-7', 32: 'size-8', 40: 'size-10', 44: 'size-11' };

export function iconButtonClass(size: NonNullable<IconButtonProps['size']> = 32, more?: string): string {
  return cx(
    'touch relative inline-flex shrink-0 items-center justify-center rounded-8 text-sub transition-colors hover:bg-hover hover:text-text disabled:text-mute disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:text-mute aria-disabled:opacity-50',
    iconSizes[size],
    more,
  );
}

export function IconButton({ label, size, className, type = 'button', ...rest }: IconButtonProps) {
  return <button type={type} aria-label={label} title={label} className={iconButtonClass(size, className)} {...rest} />;
}
