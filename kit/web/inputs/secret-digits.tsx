// Digits that prove who asks, hidden while they are typed: a withdrawal password.
import type { FieldBinding } from '../forms/call-form.ts';
import { TextField } from '../ui/field.tsx';

export const SECRET_DIGITS = 6;

interface SecretDigitsProps extends FieldBinding<string> {
  help?: string;
  /** It is set, not asked for. */
  isNew?: boolean;
}

export function SecretDigits({ onChange, isNew = false, ...rest }: SecretDigitsProps) {
  return (
    <TextField
      {...rest}
      type="password"
      inputMode="numeric"
      autoComplete={isNew ? 'new-password' : 'off'}
      maxLength={SECRET_DIGITS}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
}
