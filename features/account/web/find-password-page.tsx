// A forgotten password: username and address, the code, then a new one; every login ends.
import { call } from '@maru/kit/web/api-client.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { passwordRule } from '../account-rules.ts';
import { changePasswordWithCertificate, findPassword, provePassword } from '../certificate-contract.ts';
import { CodeField } from './code-field.tsx';
import { ByIdentity } from './by-identity.tsx';
import { AddressField, type AddressValues, addressOf, FindFrame, isWhole, noAddress } from './find-parts.tsx';
import { findTexts } from './find-texts.ts';
import { PasswordField } from './password-field.tsx';
import { stayGuest } from './auth.ts';
import { useCode } from './use-code.ts';

function NewPassword({ certificate, onDone }: { certificate: string; onDone(): void }) {
  const t = useText(findTexts);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const form = useCallForm<OpenForm, { password: string }, void>({
    start: { password: '' },
    labels: { password: t('find.new') },
    optional: ['password'],
    otherwise: 'password',
    losesNothing: true,
    async send({ password }) {
      await call(changePasswordWithCertificate, { body: { key: certificate, password }, isAnonymous: true });
    },
    onDone,
  });
  const { password } = form.values;
  const isLong = passwordRule.safeParse(password).success;
  return (
    <form {...form.form}>
      <PasswordField
        {...form.at('password')}
        autoComplete="new-password"
        ref={first}
        help={password !== '' && !isLong ? t('find.new.short') : t('find.new.words')}
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={!isLong}>
        {t('find.new.submit')}
      </Button>
    </form>
  );
}

function Done() {
  const t = useText(findTexts);
  return (
    <output className="block">
      <h2 className="text-16 font-bold">{t('find.done')}</h2>
      <p className="mt-1 mb-6 text-14 text-sub">{t('find.done.words')}</p>
      <Link to="/login" className={buttonClass('brand', 48, 'w-full')}>
        {t('find.login')}
      </Link>
    </output>
  );
}

export function FindPasswordPage() {
  useEffect(stayGuest, []);
  const t = useText(findTexts);
  const [isDone, setDone] = useState(false);
  const [identified, setIdentified] = useState<string>();
  const form = useCallForm<OpenForm, AddressValues & { username: string }, void>({
    start: { ...noAddress, username: '' },
    labels: {},
    losesNothing: true,
    send: () => code.ask(),
  });
  const { username } = form.values;
  const sentTo = addressOf(form.values);
  const code = useCode({
    ask: () => call(findPassword, { body: { username, certificateValue: sentTo }, isAnonymous: true }),
    prove: (key, secretCode) => call(provePassword, { body: { key, secretCode }, isAnonymous: true }),
  });
  const provenKey = identified ?? code.provenKey;
  return (
    <FindFrame page={1}>
      {isDone ? (
        <Done />
      ) : provenKey !== undefined ? (
        <NewPassword certificate={provenKey} onDone={() => setDone(true)} />
      ) : code.isAsked ? (
        <CodeField code={code} sentTo={sentTo} isEmail={form.values.way === 'email'} />
      ) : (
        <form {...form.form}>
          <RestrictedField
            set="username"
            label={t('find.username')}
            value={username}
            onChange={(text) => form.set({ username: text })}
            autoComplete="username"
            maxLength={64}
          />
          <AddressField form={form} />
          <Button
            type="submit"
            look="brand"
            size={48}
            className="w-full"
            isBusy={form.isBusy}
            disabled={username === '' || !isWhole(form.values)}
          >
            {t('find.ask')}
          </Button>
          <ByIdentity purpose="FIND_PW" username={username} onProven={setIdentified} />
        </form>
      )}
    </FindFrame>
  );
}
