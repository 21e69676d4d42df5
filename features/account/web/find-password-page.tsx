// A forgotten password: username and address, the code, then a new one; every login ends.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { RestrictedField } from '@maru/kit/web/inputs/restricted-field.tsx';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { passwordRule } from '../account-rules.ts';
import { changePasswordWithCertificate, findPassword, provePassword } from '../certificate-contract.ts';
import { CodeField } from './code-field.tsx';
import { ByIdentity } from './by-identity.tsx';
import { AddressField, FindFrame, useAddress } from './find-parts.tsx';
import { findTexts } from './find-texts.ts';
import { PasswordField } from './password-field.tsx';
import { stayGuest } from './auth.ts';
import { useCode } from './use-code.ts';

function NewPassword({ certificate, onDone }: { certificate: string; onDone(): void }) {
  const t = useText(findTexts);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const isLong = passwordRule.safeParse(password).success;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isLong || isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await call(changePasswordWithCertificate, { body: { key: certificate, password }, isAnonymous: true });
      onDone();
    } catch (thrown) {
      setError(messageOf(thrown));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <PasswordField
        label={t('find.new')}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        ref={first}
        help={password !== '' && !isLong ? t('find.new.short') : t('find.new.words')}
        error={error}
      />
      <Button type="submit" look="brand" size={48} className="w-full" isBusy={isBusy} disabled={!isLong}>
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
  const address = useAddress();
  const [username, setUsername] = useState('');
  const [isDone, setDone] = useState(false);
  const [identified, setIdentified] = useState<string>();
  const form = useCode({
    ask: () => call(findPassword, { body: { username, certificateValue: address.value }, isAnonymous: true }),
    prove: (key, secretCode) => call(provePassword, { body: { key, secretCode }, isAnonymous: true }),
  });
  const provenKey = identified ?? form.provenKey;
  const isWhole = username !== '' && address.isWhole;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) void form.ask();
  };
  return (
    <FindFrame page={1}>
      {isDone ? (
        <Done />
      ) : provenKey !== undefined ? (
        <NewPassword certificate={provenKey} onDone={() => setDone(true)} />
      ) : form.isAsked ? (
        <CodeField form={form} sentTo={address.value} isEmail={address.way === 'email'} />
      ) : (
        <form onSubmit={submit} noValidate>
          <RestrictedField
            set="username"
            label={t('find.username')}
            value={username}
            onChange={setUsername}
            autoComplete="username"
            maxLength={64}
          />
          <AddressField address={address} error={form.error?.message} />
          <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={!isWhole}>
            {t('find.ask')}
          </Button>
          <ByIdentity purpose="FIND_PW" username={username} onProven={setIdentified} />
        </form>
      )}
    </FindFrame>
  );
}
