// What a list is narrowed by: search that waits for a pause in typing, selects, and anything else in the same row.
import { Search, X } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Select, type SelectOption } from '../ui/choices.tsx';
import { cx } from '../ui/classes.ts';
import { deskTexts } from './texts.ts';

export function FilterBar({ children, aside, className }: { children: ReactNode; aside?: ReactNode; className?: string }) {
  return (
    <div className={cx('flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 laptop:px-6', className)}>
      {children}
      {aside && <div className="ml-auto flex items-center gap-2">{aside}</div>}
    </div>
  );
}

const typedAfterMs = 300;

export function SearchBox({
  value,
  onChange,
  placeholder,
  className,
  width,
  deliberate,
}: {
  value: string;
  onChange(value: string): void;
  placeholder: string;
  className?: string;
  /** CSS width where there is room for it. */
  width?: string;
  /** What goes out by Enter alone, and the words that say so. */
  deliberate?: { is(text: string): boolean; words: string };
}) {
  const t = useText(deskTexts);
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = (next: string) => {
    clearTimeout(timer.current);
    if (next.trim() !== value) onChange(next.trim());
  };
  const type = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    if (!deliberate?.is(next.trim())) timer.current = setTimeout(() => tell(next), typedAfterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // From outside: the way back, a cleared filter.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const isWaiting = text.trim() !== value && deliberate?.is(text.trim()) === true;
  const box = (
    <search
      {...(width && { style: { '--wide': width } as CSSProperties })}
      className={cx(
        'flex h-8 w-72 max-w-full items-center gap-2 rounded-6 border border-edge/70 bg-surface px-2.5 focus-within:border-brand max-tablet:w-full pointer-coarse:h-11',
        width && 'tablet:w-(--wide)',
        className,
      )}
    >
      <Search aria-hidden="true" size={14} className="shrink-0 text-mute" />
      <input
        type="text"
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && tell(text)}
        className="h-full min-w-0 flex-1 bg-transparent text-13 text-ellipsis outline-none pointer-coarse:text-16"
      />
      {text && (
        <button type="button" aria-label={t('desk.filters.clear')} onClick={() => type('')} className="touch text-mute hover:text-text">
          <X size={14} />
        </button>
      )}
    </search>
  );
  if (deliberate === undefined) return box;
  return (
    <div className="flex max-w-full flex-wrap items-center gap-2 max-tablet:w-full">
      {box}
      <output className="text-12 text-sub">{isWaiting && deliberate.words}</output>
    </div>
  );
}

export function FilterSelect<V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly SelectOption<V>[];
  value: V;
  onChange(value: V): void;
}) {
  return (
    <Select
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      className="touch flex h-8 items-center gap-2 rounded-6 border border-line bg-surface px-2.5 text-13 font-medium hover:bg-hover pointer-coarse:h-11"
    />
  );
}
