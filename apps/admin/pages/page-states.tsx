// Instead of a page: not there, not allowed, not opened, no site.
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOwnPages } from '../layouts/own-pages.ts';
import { texts } from '../texts.ts';

const Middle = ({ children }: { children: ReactNode }) => <div className="flex min-h-[60dvh] items-center justify-center">{children}</div>;

export function MissingPage() {
  const t = useText(texts);
  return (
    <Middle>
      <EmptyState
        title={t('shell.missing')}
        actions={
          <Link to="/" className={buttonClass('brand', 40)}>
            {t('shell.home')}
          </Link>
        }
      >
        {t('shell.missing.words')}
      </EmptyState>
    </Middle>
  );
}

export function ForbiddenPage({ title, right }: { title: string; right: string }) {
  const t = useText(texts);
  const language = useLanguage();
  // By the menu's order: there may be rights to some page of this site.
  const [first] = useOwnPages();
  return (
    <Middle>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        title={t('shell.forbidden')}
        actions={
          first && (
            <Link to={first.path} className={buttonClass('brand', 40)}>
              {t('shell.allowed', { page: first.title[language] })}
            </Link>
          )
        }
      >
        {t('shell.forbidden.words', { right })}
      </EmptyState>
    </Middle>
  );
}

export function NoSitePage() {
  const t = useText(texts);
  return (
    <Middle>
      <EmptyState title={t('shell.nosite')}>{t('shell.nosite.words')}</EmptyState>
    </Middle>
  );
}

export function FailedPage({ error }: { error: unknown }) {
  const t = useText(texts);
  return (
    <Middle>
      <FailingState title={t('shell.failed')} error={error} onRetry={() => location.reload()}>
        {t('shell.failed.words')}
      </FailingState>
    </Middle>
  );
}
