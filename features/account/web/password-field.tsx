// The password field: letters and digits as the specification says, shown on request, with a word when Caps Lock is on.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField, type RestrictedFieldProps } from '@maru/kit/web/inputs/restricted-field.tsx';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { accountTexts } from './account-texts.ts';

type PasswordFieldProps = Omit<RestrictedFieldProps, 'set' | 'end' | 'type'>;

export function PasswordField({ help, onRefused, ...rest }: PasswordFieldProps) {
  const t = useText(accountTexts);
  const [isShown, setShown] = useState(false);
  const [hasCaps, setCaps] = useState(false);
  const [wasRefused, setRefused] = useState(false);
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <RestrictedField
      set="password"
      type={isShown ? 'text' : 'password'}
      maxLength={128}
      {...rest}
      onChange={(value) => {
        setRefused(false);
        rest.onChange(value);
      }}
      onRefused={() => {
        setRefused(true);
        onRefused?.();
      }}
      help={wasRefused ? t('login.refused.password') : hasCaps ? t('login.caps') : help}
      onKeyDown={look}
      onKeyUp={look}
      end={
        <IconButton
          label={isShown ? t('login.hide') : t('login.show')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="-mr-1.5"
        >
          {isShown ? <Eye size={18} /> : <EyeOff size={18} />}
        </IconButton>
      }
    />
  );
}
