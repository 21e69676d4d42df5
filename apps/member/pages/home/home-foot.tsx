// The foot of home: language, documents, and the risk lines (합니다체: they are the law).
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { Link } from '@tanstack/react-router';
import { LanguageMenu } from '../../layouts/header-tools.tsx';
import { termPages } from '../../paths.ts';
import { texts } from '../../texts.ts';
import { homeTexts } from './home-texts.ts';

export function HomeFoot() {
  const t = useText(homeTexts);
  const s = useText(texts);
  const isMember = useSession(isLoggedIn);
  const { isDemo } = useSite();
  return (
    <footer className="bg-sunken px-4 py-6 text-12 text-mute floor:bg-surface floor:px-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-13 text-sub">
        {isMember && (
          <>
            <Link to={termPages.service} className="touch hover:text-text">
              {s('side.term.service')}
            </Link>
            <Link to={termPages.privacy} className="touch font-semibold text-text hover:text-brand">
              {s('side.term.privacy')}
            </Link>
          </>
        )}
        <a href="/api/docs" className="touch hover:text-text">
          {t('home.foot.api')}
        </a>
        <span className="ml-auto">
          <LanguageMenu withName />
        </span>
      </div>
      <p className="mt-3 max-w-[72ch]">{t('home.foot.risk.1')}</p>
      <p className="max-w-[72ch]">{t('home.foot.risk.2')}</p>
      {isDemo && <p className="max-w-[72ch]">{t('home.foot.demo')}</p>}
    </footer>
  );
}
