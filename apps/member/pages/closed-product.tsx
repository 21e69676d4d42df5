// In the place of a product that the site switched off: what is safe, and where to go.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { paths, walletPages } from '../paths.ts';
import { type ShellText, texts } from '../texts.ts';

export function ClosedProduct({ title }: { title: ShellText }) {
  const t = useText(texts);
  const isMember = useSession(isLoggedIn);
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <h1 className="sr-only">{t(title)}</h1>
      <EmptyState
        title={t('closed.title')}
        actions={
          <>
            <Link to={paths.home} className={buttonClass('brand', 40)}>
              {t('closed.home')}
            </Link>
            {isMember && (
              <Link to={walletPages.asset} className={buttonClass('line', 40)}>
                {t('closed.asset')}
              </Link>
            )}
          </>
        }
      >
        {t('closed.words')}
      </EmptyState>
    </div>
  );
}
