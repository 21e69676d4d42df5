// Checkbox, switch and select in our sizes: the first two are the browser's own controls, the last a list beside its button.
import { Check, ChevronDown, Minus } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { cx } from './classes.ts';
import { Floating } from './floating.tsx';
import { moveAmong } from './move-among.ts';

interface CheckboxProps {
  isOn: boolean | 'some';
  onChange(isOn: boolean): void;
  children: ReactNode;
  /** `brand` on pages, `ink` on trading screens; 20 or 14 px. */
  look?: 'brand' | 'ink';
  disabled?: boolean;
  /** Why it is off, on hover and for readers. */
  title?: string;
  className?: string;
}

export function Checkbox({ isOn, onChange, children, look = 'brand', disabled = false, title, className }: CheckboxProps) {
  const id = useId();
  const isSmall = look === 'ink';
  const Mark = isOn === 'some' ? Minus : Check;
  return (
    <span className={cx('inline-flex items-center', isSmall ? 'gap-1.5' : 'gap-3', className)} title={disabled ? title : undefined}>
      <span className={cx('relative inline-flex shrink-0', isSmall ? 'size-3.5' : 'size-5')}>
        <input
          id={id}
          type="checkbox"
          checked={isOn === true}
          ref={(box) => {
            if (box) box.indeterminate = isOn === 'some';
          }}
          onChange={(event) => onChange(event.target.checked)}
          disabled={disabled}
          className={cx(
            'size-full appearance-none border border-edge/70 bg-surface checked:border-transparent indeterminate:border-transparent disabled:opacity-50',
            isSmall ? 'rounded-3 checked:bg-ink indeterminate:bg-ink' : 'rounded-4 checked:bg-brand indeterminate:bg-brand',
          )}
        />
        {isOn !== false && (
          <Mark
            size={isSmall ? 10 : 14}
            strokeWidth={3}
            aria-hidden="true"
            className={cx('pointer-events-none absolute inset-0 m-auto', isSmall ? 'text-on-ink' : 'text-on-brand')}
          />
        )}
      </span>
      <label htmlFor={id} className={isSmall ? 'text-12 text-sub pointer-coarse:py-3.5' : 'text-14 pointer-coarse:py-[11px]'}>
        {children}
      </label>
    </span>
  );
}

/** 36 x 20. */
export function Switch({
  isOn,
  onChange,
  label,
  disabled = false,
}: {
  isOn: boolean;
  onChange(isOn: boolean): void;
  label: string;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
      className="touch relative h-5 w-9 shrink-0 rounded-full bg-edge transition-colors disabled:opacity-50 aria-checked:bg-brand"
    >
      <span className={cx('block size-4 rounded-full bg-surface transition-transform', isOn ? 'translate-x-[18px]' : 'translate-x-0.5')} />
    </button>
  );
}

export interface SelectOption<V extends string> {
  value: V;
  label: ReactNode;
  disabled?: boolean;
}

interface SelectProps<V extends string> {
  options: readonly SelectOption<V>[];
  value: V | undefined;
  onChange(value: V): void;
  /** Said to readers; shown while nothing is chosen. */
  label: string;
  /** Class of the closed box; the default is a 44 px form input. */
  className?: string;
  id?: string;
}

export function Select<V extends string>({ options, value, onChange, label, className, id }: SelectProps<V>) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const box = useRef<HTMLButtonElement>(null);
  const chosen = options.find((option) => option.value === value);
  const choose = (next: V) => {
    setOpen(false);
    if (next !== value) onChange(next);
  };
  return (
    <>
      <button
        ref={box}
        type="button"
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select's own list cannot be dressed in every browser
        role="combobox"
        aria-expanded={isOpen}
        aria-label={label}
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(true);
        }}
        className={
          className ??
          cx(
            'flex h-11 w-full items-center justify-between gap-2 rounded-4 border border-edge/70 bg-surface px-3 text-16 tablet:text-14',
            !chosen && 'text-mute',
          )
        }
      >
        <span>{chosen?.label ?? label}</span>
        <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-mute" />
      </button>
      {isOpen && <SelectList {...{ options, value, label, listId }} anchor={box} onClose={() => setOpen(false)} onChoose={choose} />}
    </>
  );
}

function SelectList<V extends string>({
  options,
  value,
  label,
  listId,
  anchor,
  onClose,
  onChoose,
}: Pick<SelectProps<V>, 'options' | 'value' | 'label'> & {
  listId: string;
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
  onChoose(value: V): void;
}) {
  const enabled = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role=option]:not([aria-disabled=true])')];
  return (
    <Floating
      id={listId}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="listbox"
      aria-label={label}
      anchor={anchor}
      onClose={onClose}
      gapPx={4}
      focusFirst={(list) => list.querySelector<HTMLElement>('[aria-selected=true]') ?? enabled(list)[0]}
      onKeyDown={(event) => moveAmong(event, enabled(event.currentTarget))}
      className="scroll-thin max-h-[min(20rem,var(--space))] min-w-[var(--anchor-width)] overflow-y-auto rounded-8 p-1"
    >
      {options.map((option) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list takes the keys for all of them
        <div
          key={option.value}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          tabIndex={-1}
          aria-selected={option.value === value}
          aria-disabled={option.disabled ?? false}
          onClick={() => !option.disabled && onChoose(option.value)}
          onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
          className="flex h-9 cursor-default items-center justify-between gap-4 rounded-6 px-2.5 text-13 text-text outline-none select-none focus:bg-hover aria-disabled:text-mute pointer-coarse:h-11"
        >
          {option.label}
          {option.value === value && <Check size={14} aria-hidden="true" />}
        </div>
      ))}
    </Floating>
  );
}
