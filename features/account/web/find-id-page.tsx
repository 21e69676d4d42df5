// Finding a forgotten username: the address is proven first, then it says who signed up with it.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import type { OpenForm } from '@maru/kit/web/forms/call-form.ts';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { certificateEmail, certificatePhone, findId, verifyEmail, verifyPhone } from '../certificate-contract.ts';
import { ByIdentity } from './by-identity.tsx';
import { CodeField } from './code-field.tsx';
import { AddressField, type AddressValues, addressOf, FindFrame, isWhole, noAddress } from './find-parts.tsx';
import { findTexts } from './find-texts.ts';
import { stayGuest } from './auth.ts';
import { useCode } from './use-code.ts';

interface Found {
  username: string;
  createdAt: string;
}

/** Only the identity window leads here: a code by mail or phone never tells that there is no account. */
function NothingFound({ onAgain }: { onAgain(): void }) {
  const t = useText(findTexts);
  return (
    <section>
      <h2 className="text-16 font-bold">{t('find.none')}</h2>
      <p className="mt-1 mb-6 text-14 text-sub">{t('find.none.words')}</p>
      <Button look="brand" size={48} className="w-full" onClick={onAgain}>
        {t('find.none.again')}
      </Button>
      <Link to="/signup" className={buttonClass('line', 48, 'mt-2 w-full')}>
        {t('find.none.signup')}
      </Link>
    </section>
  );
}

function FoundNames({ names }: { names: readonly Found[] }) {
  const t = useText(findTexts);
  const language = useLanguage();
  const { timeZone } = useSite();
  const dates = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium' });
  return (
    <section>
      <h2 className="text-16 font-bold">{t('find.found')}</h2>
      <ul className="mt-3 mb-6 divide-y divide-line border-y border-line">
        {names.map(({ username, createdAt }) => (
          <li key={username} className="flex items-baseline justify-between py-3">
            <span className="text-16 font-semibold">{username}</span>
            <span className="text-13 text-mute">{t('find.found.since', { date: dates.format(new Date(createdAt)) })}</span>
          </li>
        ))}
      </ul>
      <Link to="/login" className={buttonClass('brand', 48, 'w-full')}>
        {t('find.login')}
      </Link>
    </section>
  );
}

export function FindIdPage() {
  useEffect(stayGuest, []);
  const t = useText(findTexts);
  const [found, setFound] = useState<readonly Found[]>();
  const [wrong, setWrong] = useState<string>();
  const show = async (key: string) => setFound((await call(findId, { body: { key }, isAnonymous: true })).content);
  const form = useCallForm<OpenForm, AddressValues, void>({ start: noAddress, labels: {}, losesNothing: true, send: () => code.ask() });
  const isEmail = form.values.way === 'email';
  const sentTo = addressOf(form.values);
  const code = useCode({
    ask: () =>
      call(isEmail ? certificateEmail : certificatePhone, {
        body: { certificateValue: sentTo, purpose: 'FIND_ID' },
        isAnonymous: true,
      }),
    async prove(key, secretCode) {
      await call(isEmail ? verifyEmail : verifyPhone, { body: { key, secretCode }, isAnonymous: true });
      await show(key);
    },
  });
  return (
    <FindFrame page={0}>
      {found?.length === 0 ? (
        <NothingFound onAgain={() => setFound(undefined)} />
      ) : found !== undefined ? (
        <FoundNames names={found} />
      ) : code.isAsked ? (
        <CodeField code={code} sentTo={sentTo} isEmail={isEmail} />
      ) : (
        <form {...form.form}>
          <AddressField form={form} />
          <Button type="submit" look="brand" size={48} className="w-full" isBusy={form.isBusy} disabled={!isWhole(form.values)}>
            {t('find.ask')}
          </Button>
          <ByIdentity
            purpose="FIND_ID"
            onProven={(key) => {
              setWrong(undefined);
              show(key).catch((thrown: unknown) => setWrong(messageOf(thrown)));
            }}
            wrong={wrong}
          />
        </form>
      )}
    </FindFrame>
  );
}
