// The number input itself, without a frame: formats while typing, keeps the caret, steps by arrows, takes pasted "1,234.5 USDT".
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type FieldFrameProps, bareInputClass, Field } from '../ui/field.tsx';
import { cx } from '../ui/classes.ts';
import { type AmountRules, type AmountText, pastedAmount, settleAmount, showAmount, stepAmount, typeAmount } from './amount-text.ts';
import { canonicalDecimal } from './decimal-text.ts';

export interface AmountInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'min' | 'max' | 'step'> {
  /** Plain decimal, '' when empty. */
  value: string;
  onChange(value: string): void;
  rules: AmountRules;
  /** Arrow keys: one step, with Alt ten. */
  step?: string;
  /** The typed number met a bound; say so beside the field. */
  onClamp?: (bound: 'min' | 'max') => void;
}

/** Text shown may be unfinished (`12.`), so it is kept beside the value and follows it when it changes from outside. */
function useAmountText(
  input: RefObject<HTMLInputElement | null>,
  { value, onChange, rules, onClamp }: Pick<AmountInputProps, 'value' | 'onChange' | 'rules' | 'onClamp'>,
) {
  const [text, setText] = useState(() => showAmount(value));
  const caret = useRef<number | undefined>(undefined);
  const shown = canonicalDecimal(text.replaceAll(',', '')) === canonicalDecimal(value) ? text : showAmount(value);

  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });

  const take = (next: Omit<AmountText, 'caret'> & { caret?: number }) => {
    setText(next.text);
    caret.current = next.caret;
    if (next.value !== canonicalDecimal(value)) onChange(next.value);
    if (next.clamped) onClamp?.(next.clamped);
  };
  return {
    shown,
    typed: (typed: string, at: number) => take(typeAmount(typed, at, shown, rules)),
    settled: () => take(settleAmount(shown, rules)),
    stepped: (step: string, times: number) => {
      const next = stepAmount(value, step, times, rules);
      take({ text: showAmount(next), value: next });
    },
    pasted: (pasted: string) => {
      const found = pastedAmount(pasted);
      if (found !== undefined) take(typeAmount(found, found.length, shown, rules));
    },
  };
}

export function AmountInput({ value, onChange, rules, step, onClamp, onKeyDown, onBlur, ...rest }: AmountInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const amount = useAmountText(input, { value, onChange, rules, ...(onClamp ? { onClamp } : {}) });
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || !step || event.defaultPrevented) return;
    event.preventDefault();
    amount.stepped(step, direction * (event.altKey ? 10 : 1));
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isWhole = selectionEnd! - selectionStart! >= amount.shown.length;
    const text = event.clipboardData.getData('text');
    // Into the middle of a number the ordinary way is right; a whole "1,234.5 USDT" is read as what it says.
    if (!isWhole && /^[\d.,]*$/.test(text)) return;
    event.preventDefault();
    amount.pasted(text);
  };
  return (
    <input
      {...rest}
      ref={input}
      type="text"
      inputMode={rules.decimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      spellCheck={false}
      value={amount.shown}
      onChange={(event) => amount.typed(event.currentTarget.value, event.currentTarget.selectionStart ?? event.currentTarget.value.length)}
      onKeyDown={keyed}
      onPaste={paste}
      onBlur={(event) => {
        amount.settled();
        onBlur?.(event);
      }}
    />
  );
}

interface NumberFieldProps extends FieldFrameProps, AmountInputProps {
  unit?: string;
  end?: ReactNode;
}

/** With label, message and unit; figures at the right. */
export function NumberField({ label, note, under, help, error, className, unit, end, ...input }: NumberFieldProps) {
  return (
    <Field label={label} note={note} under={under} help={help} error={error} {...(className ? { className } : {})}>
      {({ id, describedBy, isWrong, boxClass }) => (
        <div className={boxClass}>
          <AmountInput
            id={id}
            aria-describedby={describedBy}
            aria-invalid={isWrong || undefined}
            className={cx(bareInputClass, 'text-right font-semibold')}
            {...input}
          />
          {unit && <span className="text-12 text-mute">{unit}</span>}
          {end}
        </div>
      )}
    </Field>
  );
}
