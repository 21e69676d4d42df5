// The foot of home: language, documents, who stands behind the site, and the risk lines (합니다체: they are the law).
import type { SiteCompany } from '@maru/kit/contract/site-config.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useSite } from '@maru/kit/web/site.ts';
import { Link } from '@tanstack/react-router';
import { LanguageMenu } from '../../layouts/header-tools.tsx';
import { termPages } from '../../paths.ts';
import { texts } from '../../texts.ts';
import { homeTexts } from './home-texts.ts';

export function HomeFoot() {
  const t = useText(homeTexts);
  const s = useText(texts);
  const { isDemo, company } = useSite();
  return (
    <footer className="bg-sunken px-4 py-6 text-12 text-mute laptop:bg-surface laptop:px-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-13 text-sub">
        <Link to={termPages.service} className="touch hover:text-text">
          {s('side.term.service')}
        </Link>
        <Link to={termPages.privacy} className="touch font-semibold text-text hover:text-brand">
          {s('side.term.privacy')}
        </Link>
        <a href="/api/docs" className="touch hover:text-text">
          {t('home.foot.api')}
        </a>
        <span className="ml-auto">
          <LanguageMenu withName />
        </span>
      </div>
      {company && <CompanyLines company={company} />}
      <p className="mt-3 max-w-[100ch]">{t('home.foot.risk.1')}</p>
      <p className="max-w-[100ch]">{t('home.foot.risk.2')}</p>
      {isDemo && <p className="max-w-[100ch]">{t('home.foot.demo')}</p>}
    </footer>
  );
}

/** As the law wants it said: name and representative first, then where and how the company is reached. */
function CompanyLines({ company }: { company: SiteCompany }) {
  const t = useText(homeTexts);
  const language = currentLanguage();
  const facts: [label: string, value: string | undefined][] = [
    [t('home.foot.representative'), company.representative[language]],
    [t('home.foot.registration'), company.registration],
    [t('home.foot.mailOrder'), company.mailOrder],
    [t('home.foot.address'), company.address[language]],
    [t('home.foot.phone'), company.phone],
    [t('home.foot.mail'), company.mail],
  ];
  return (
    <div className="mt-4">
      <p className="font-semibold text-sub">{company.name[language]}</p>
      <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="flex gap-1.5">
                <dt>{label}</dt>
                <dd className="text-sub">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}
