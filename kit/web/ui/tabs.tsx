// Tabs: underlined for panels, a segment for one choice of few. Arrow keys move, as readers expect.
import { Tabs as RadixTabs, ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './classes.ts';

export interface TabItem<V extends string> {
  value: V;
  label: ReactNode;
  /** Small figure behind the label. */
  count?: number | undefined;
  disabled?: boolean;
}

interface TabsProps<V extends string> {
  items: readonly TabItem<NoInfer<V>>[];
  value: V;
  onChange(value: NoInfer<V>): void;
  /** Says what the tabs choose. */
  label: string;
  /** At the right end of the row. */
  aside?: ReactNode;
  children?: ReactNode;
  className?: string;
  isPhone?: boolean;
}

/** Row 36 (phones 44) and, as children, its `TabPanel`s. */
export function Tabs<V extends string>({ items, value, onChange, label, aside, children, className, isPhone = false }: TabsProps<V>) {
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as V)} className={className}>
      <div className="flex items-center border-b border-line">
        <RadixTabs.List
          aria-label={label}
          className={cx('flex min-w-0 gap-4 overflow-x-auto px-3 [scrollbar-width:none]', isPhone ? 'h-11' : 'h-9')}
        >
          {items.map((item) => (
            <RadixTabs.Trigger
              key={item.value}
              value={item.value}
              disabled={item.disabled ?? false}
              className="touch -mb-px inline-flex h-full shrink-0 items-center gap-1.5 whitespace-nowrap border-b-2 border-transparent text-13 font-medium text-mute hover:text-text focus-visible:-outline-offset-2 disabled:opacity-50 data-[state=active]:border-text data-[state=active]:font-semibold data-[state=active]:text-text"
            >
              {item.label}
              {item.count !== undefined && <span className="rounded-4 bg-hover px-1.5 text-11 font-semibold text-sub">{item.count}</span>}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {aside && <div className="ml-auto flex items-center gap-2 pr-3">{aside}</div>}
      </div>
      {children}
    </RadixTabs.Root>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <RadixTabs.Content value={value} className={cx('focus-visible:-outline-offset-2', className)}>
      {children}
    </RadixTabs.Content>
  );
}

interface SegmentProps<V extends string> {
  items: readonly { value: NoInfer<V>; label: ReactNode; disabled?: boolean }[];
  value: V;
  onChange(value: NoInfer<V>): void;
  label: string;
  /** 28 in a 2 px tray; `full` stretches. */
  isFull?: boolean;
  /** 20 in a row of a table. */
  isTiny?: boolean;
  className?: string;
}

export function Segment<V extends string>({ items, value, onChange, label, isFull = false, isTiny = false, className }: SegmentProps<V>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next as V)}
      className={cx('inline-flex bg-field p-0.5', isTiny ? 'rounded-4' : 'rounded-8', isFull && 'flex w-full', className)}
    >
      {items.map((item) => (
        <ToggleGroup.Item
          key={item.value}
          value={item.value}
          disabled={item.disabled ?? false}
          className={cx(
            'touch inline-flex items-center justify-center whitespace-nowrap font-medium text-sub hover:text-text disabled:opacity-50 data-[state=on]:bg-raised data-[state=on]:font-semibold data-[state=on]:text-text data-[state=on]:shadow-[0_1px_2px_rgb(0_0_0/12%)]',
            isTiny ? 'h-5 rounded-3 px-1 text-11' : 'h-7 rounded-6 px-3 text-13',
            isFull && 'flex-1',
          )}
        >
          {item.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
