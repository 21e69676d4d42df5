// The fields of sign-up with their live help: username and nickname by the server, password meter in steps, one-tap fix, proven addresses.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { accountTexts } from './account-texts.ts';
import { IdentityField } from './identity.tsx';
import { PasswordField } from './password-field.tsx';
import { ProvenAddress } from './proven-field.tsx';
import { nickFor, passwordStrength, type SignUpField, wrongWith } from './sign-up-rules.ts';
import type { SignUpForm } from './use-sign-up.ts';

const good = <CircleCheck aria-hidden="true" size={18} className="text-brand" />;

/** What every field of the form shares. */
function bind(form: SignUpForm, field: SignUpField) {
  return {
    name: field,
    value: form.facts.values[field],
    error: form.errorOf(field),
    onChange: (value: string) => form.set(field, value),
    onBlur: () => form.leave(field),
  };
}

const isGood = (form: SignUpForm, field: SignUpField) => form.facts.values[field] !== '' && wrongWith(field, form.facts) === undefined;

function UsernameField({ form }: { form: SignUpForm }) {
  const t = useText(accountTexts);
  const { values, isUsernameFree } = form.facts;
  const isFine = isGood(form, 'username');
  return (
    <RestrictedField
      set="username"
      label={t('signup.username')}
      {...bind(form, 'username')}
      help={t(
        isUsernameFree ? 'signup.help.username.free' : isFine && values.username ? 'signup.help.username.checking' : 'signup.help.username',
      )}
      end={isUsernameFree && isFine && good}
      autoComplete="username"
      maxLength={20}
    />
  );
}

function Meter({ strength }: { strength: number }) {
  return (
    <div aria-hidden="true" className="mt-1.5 grid grid-cols-4 gap-[3px]">
      {[1, 2, 3, 4].map((board) => (
        <span
          key={board}
          className={cx('h-[3px] rounded-2 transition-colors', board <= strength ? (strength === 1 ? 'bg-warn' : 'bg-text') : 'bg-line')}
        />
      ))}
    </div>
  );
}

function NewPasswordField({ form }: { form: SignUpForm }) {
  const t = useText(accountTexts);
  const { password } = form.facts.values;
  const strength = passwordStrength(password);
  return (
    <PasswordField
      label={t('signup.password')}
      {...bind(form, 'password')}
      help={strength === 0 ? t('signup.help.password') : t(`signup.meter.${strength}`, { count: password.length })}
      autoComplete="new-password"
      under={<Meter strength={strength} />}
    />
  );
}

function NickField({ form }: { form: SignUpForm }) {
  const t = useText(accountTexts);
  const field = bind(form, 'nick');
  const isSame = wrongWith('nick', form.facts) === 'signup.error.nick.same';
  const offer = nickFor(form.facts.values);
  const error: ReactNode = isSame ? (
    <>
      {field.error}{' '}
      <button type="button" className="ml-1 font-semibold text-text underline underline-offset-2" onClick={() => form.set('nick', offer)}>
        {t('signup.error.nick.use', { nick: offer })}
      </button>
    </>
  ) : (
    field.error
  );
  return (
    <TextField
      label={t('signup.nick')}
      {...field}
      onChange={(event) => form.set('nick', event.currentTarget.value)}
      error={error}
      help={t('signup.help.nick')}
      end={isGood(form, 'nick') && good}
      autoComplete="nickname"
      maxLength={16}
    />
  );
}

export function AccountFields({ form }: { form: SignUpForm }) {
  return (
    <>
      <UsernameField form={form} />
      <NewPasswordField form={form} />
      <NickField form={form} />
    </>
  );
}

export function PersonFields({ form }: { form: SignUpForm }) {
  const t = useText(accountTexts);
  return (
    <>
      {form.facts.asksIdentity && (
        <IdentityField proven={form.facts.identity} error={form.who.error} onProven={form.who.prove} onDrop={form.who.drop} />
      )}
      <TextField
        label={t('signup.name')}
        readOnly={form.facts.identity !== undefined}
        {...bind(form, 'name')}
        onChange={(event) => form.set('name', event.currentTarget.value)}
        autoComplete="name"
        end={isGood(form, 'name') && good}
        maxLength={40}
      />
      <ProvenAddress form={form} field="email" />
      <ProvenAddress form={form} field="phone" />
    </>
  );
}
