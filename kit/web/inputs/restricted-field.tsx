// Text fields that take only some characters and turn back to the previous valid text otherwise; and the phone field with its masks.
import { useLayoutEffect, useRef, useState } from 'react';
import { TextField, type TextFieldProps } from '../ui/field.tsx';
import { acceptOrRevert, type CharacterSet, isOfSet } from './character-sets.ts';
import { maskPhoneAt } from './phone-mask.ts';

interface Restriction {
  set: CharacterSet;
  value: string;
  onChange(value: string): void;
  /** A key was refused: say which characters fit. */
  onRefused?: () => void;
}

/**
 * Props for an input. While an input method composes (Korean), what it shows must not be touched; it is judged when it ends.
 */
export function useRestricted({ set, value, onChange, onRefused }: Restriction) {
  const [composing, setComposing] = useState<string | undefined>(undefined);
  const judge = (next: string) => {
    const kept = acceptOrRevert(set, value, next);
    if (!isOfSet(set, next)) onRefused?.();
    if (kept !== value) onChange(kept);
  };
  return {
    value: composing ?? value,
    onChange: (event: { currentTarget: HTMLInputElement; nativeEvent: Event }) => {
      const next = event.currentTarget.value;
      if ((event.nativeEvent as InputEvent).isComposing) setComposing(next);
      else judge(next);
    },
    onCompositionEnd: (event: { currentTarget: HTMLInputElement }) => {
      setComposing(undefined);
      judge(event.currentTarget.value);
    },
  };
}

export type RestrictedFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & Restriction;

export function RestrictedField({ set, value, onChange, onRefused, ...rest }: RestrictedFieldProps) {
  const input = useRestricted({ set, value, onChange, ...(onRefused ? { onRefused } : {}) });
  return <TextField spellCheck={false} autoCapitalize="none" {...rest} {...input} />;
}

type PhoneFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & { value: string; onChange(value: string): void };

export function PhoneField({ value, onChange, ...rest }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      {...rest}
      ref={input}
      value={value}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const masked = maskPhoneAt(typed, event.currentTarget.selectionStart ?? typed.length);
        caret.current = masked.caret;
        onChange(masked.text);
      }}
    />
  );
}
