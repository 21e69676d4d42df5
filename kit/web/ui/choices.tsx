// Checkbox, switch and select on Radix, in our sizes.
import { Check, ChevronDown, Minus } from 'lucide-react';
import { Checkbox as RadixCheckbox, Select as RadixSelect, Switch as RadixSwitch } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from './classes.ts';

interface CheckboxProps {
  isOn: boolean | 'some';
  onChange(isOn: boolean): void;
  children: ReactNode;
  /** `brand` on pages, `ink` on trading screens; 20 or 14 px. */
  look?: 'brand' | 'ink';
  disabled?: boolean;
  className?: string;
}

export function Checkbox({ isOn, onChange, children, look = 'brand', disabled = false, className }: CheckboxProps) {
  const id = useId();
  const isSmall = look === 'ink';
  return (
    <span className={cx('inline-flex items-center', isSmall ? 'gap-1.5' : 'gap-3', className)}>
      <RadixCheckbox.Root
        id={id}
        checked={isOn === 'some' ? 'indeterminate' : isOn}
        onCheckedChange={(next) => onChange(next === true)}
        disabled={disabled}
        className={cx(
          'inline-flex shrink-0 items-center justify-center border border-edge/70 bg-surface disabled:opacity-50 data-[state=checked]:border-transparent data-[state=indeterminate]:border-transparent',
          isSmall
            ? 'size-3.5 rounded-3 data-[state=checked]:bg-ink data-[state=checked]:text-on-ink data-[state=indeterminate]:bg-ink data-[state=indeterminate]:text-on-ink'
            : 'size-5 rounded-4 data-[state=checked]:bg-brand data-[state=checked]:text-on-brand data-[state=indeterminate]:bg-brand data-[state=indeterminate]:text-on-brand',
        )}
      >
        <RadixCheckbox.Indicator>
          {isOn === 'some' ? <Minus size={isSmall ? 10 : 14} strokeWidth={3} /> : <Check size={isSmall ? 10 : 14} strokeWidth={3} />}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className={isSmall ? 'text-12 text-sub' : 'text-14'}>
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
    <RadixSwitch.Root
      checked={isOn}
      onCheckedChange={onChange}
      aria-label={label}
      disabled={disabled}
      className="relative h-5 w-9 shrink-0 rounded-full bg-edge transition-colors disabled:opacity-50 data-[state=checked]:bg-ink"
    >
      <RadixSwitch.Thumb className="block size-4 translate-x-0.5 rounded-full bg-surface transition-transform data-[state=checked]:translate-x-[18px]" />
    </RadixSwitch.Root>
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
  return (
    <RadixSelect.Root {...(value === undefined ? {} : { value })} onValueChange={(next) => onChange(next as V)}>
      <RadixSelect.Trigger
        id={id}
        aria-label={label}
        className={
          className ??
          'flex h-11 w-full items-center justify-between gap-2 rounded-4 border border-edge/70 bg-surface px-3 text-16 tablet:text-14 data-[placeholder]:text-mute'
        }
      >
        <RadixSelect.Value placeholder={label} />
        <RadixSelect.Icon>
          <ChevronDown size={14} className="text-mute" />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-80 min-w-[var(--radix-select-trigger-width)] animate-fade-in overflow-hidden rounded-8 bg-raised p-1 shadow-float"
        >
          <RadixSelect.Viewport>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex h-9 cursor-default items-center justify-between gap-4 rounded-6 px-2.5 text-13 text-text outline-none select-none data-[disabled]:text-mute data-[highlighted]:bg-hover"
              >
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator>
                  <Check size={14} />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
