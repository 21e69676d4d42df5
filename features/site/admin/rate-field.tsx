// A rate of 10⁻⁸ typed as per cent, within its range: what lies outside is said under the field and not taken.
import { parseDecimal } from '@maru/engine/money/decimal.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { type ReactNode, useState } from 'react';

export const PERCENT_DECIMALS = 6;

/** 40000 → `0.04`. */
export function percentText(rate: number): string {
  const digits = String(rate).padStart(PERCENT_DECIMALS + 1, '0');
  return `${digits.slice(0, -PERCENT_DECIMALS)}.${digits.slice(-PERCENT_DECIMALS)}`.replace(/\.?0+$/, '');
}

interface RateFieldProps {
  label: string;
  help?: ReactNode;
  rate: number;
  /** Per cent. */
  most: number;
  onChange(rate: number): void;
}

export function RateField({ label, help, rate, most, onChange }: RateFieldProps) {
  const [text, setText] = useState<string>();
  const read = text === undefined ? rate : (parseDecimal(text, PERCENT_DECIMALS) ?? -1);
  const isWrong = read < 0 || read > most * 10 ** PERCENT_DECIMALS;
  return (
    <TextField
      label={label}
      inputMode="decimal"
      help={help}
      error={isWrong ? help : undefined}
      value={text ?? percentText(rate)}
      onBlur={() => !isWrong && setText(undefined)}
      onChange={(event) => {
        const typed = event.target.value.replace(/[^\d.-]/g, '');
        setText(typed);
        const next = parseDecimal(typed, PERCENT_DECIMALS) ?? -1;
        if (next >= 0 && next <= most * 10 ** PERCENT_DECIMALS) onChange(next);
      }}
    />
  );
}
