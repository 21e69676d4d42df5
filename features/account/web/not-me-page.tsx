// The link of a mail about a login from somewhere new: says what it will do, and does it only when asked; mail readers open links too.
import { call } from '@maru/kit/web/api-client.ts';
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button, buttonClass } from '@maru/kit/web/ui/button.tsx';
import { PageSheet } from '@maru/kit/web/ui/page-sheet.tsx';
import { Link, useParams } from '@tanstack/react-router';
import { CircleAlert, Lock, ShieldAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { disownLogin } from '../profile-contract.ts';
import { guardingTexts } from './guarding-texts.ts';

function Board({ icon, title, words, children }: { icon: ReactNode; title: string; words: string; children: ReactNode }) {
  return (
    <div className="w-full max-w-[440px]">
      <span aria-hidden="true" className="mb-5 flex size-12 items-center justify-center rounded-8 bg-sunken text-sub">
        {icon}
      </span>
      <h1 className="text-24 font-bold tracking-[-0.02em]">{title}</h1>
      <p className="mt-2 text-14 text-sub">{words}</p>
      {children}
    </div>
  );
}

function Locked() {
  const t = useText(guardingTexts);
  return (
    <Board icon={<Lock size={22} />} title={t('notme.done')} words={t('notme.done.words')}>
      <Link to="/find/password" className={buttonClass('brand', 48, 'mt-8 w-full')}>
        {t('notme.password')}
      </Link>
    </Board>
  );
}

export function NotMePage() {
  const t = useText(guardingTexts);
  const { token = '' } = useParams({ strict: false }) as { token?: string };
  const [state, setState] = useState<'asking' | 'busy' | 'locked' | 'gone'>(token.length === 43 ? 'asking' : 'gone');
  const [error, setError] = useState<string>();
  const lock = async () => {
    setState('busy');
    setError(undefined);
    try {
      await call(disownLogin, { body: { token }, isAnonymous: true });
      setState('locked');
    } catch (thrown) {
      const isGone = thrown instanceof Failure && thrown.code === 'LINK_USED';
      setState(isGone ? 'gone' : 'asking');
      if (!isGone) setError(messageOf(thrown));
    }
  };
  return (
    <PageSheet className="flex justify-center px-4 py-10 tablet:py-20">
      {state === 'locked' && <Locked />}
      {state === 'gone' && (
        <Board icon={<CircleAlert size={22} />} title={t('notme.gone')} words={t('notme.gone.words')}>
          <Link to="/find/password" className={buttonClass('line', 48, 'mt-8 w-full')}>
            {t('notme.password')}
          </Link>
        </Board>
      )}
      {(state === 'asking' || state === 'busy') && (
        <Board icon={<ShieldAlert size={22} />} title={t('notme.title')} words={t('notme.words')}>
          <ul className="mt-5 list-disc space-y-1.5 pl-5 text-14 text-sub">
            <li>{t('notme.does.1')}</li>
            <li>{t('notme.does.2')}</li>
            <li>{t('notme.does.3')}</li>
          </ul>
          {error !== undefined && (
            <p role="alert" className="mt-5 text-13 text-danger">
              {error}
            </p>
          )}
          <Button look="danger" size={48} className="mt-8 w-full" isBusy={state === 'busy'} onClick={() => void lock()}>
            {t('notme.lock')}
          </Button>
          <Link to="/" className={buttonClass('quiet', 48, 'mt-2 w-full')}>
            {t('notme.me')}
          </Link>
        </Board>
      )}
    </PageSheet>
  );
}
