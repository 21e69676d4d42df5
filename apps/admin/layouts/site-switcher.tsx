// Which site one works at: every call after a choice is that site's.
import { chooseDeskSite, type DeskSite, useDeskSites, useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { MaruMark } from '@maru/kit/web/ui/maru-mark.tsx';
import { Menu } from '@maru/kit/web/ui/overlays.tsx';
import { ChevronDown } from 'lucide-react';
import { texts } from '../texts.ts';

export function SiteMark({ site, size }: { site: Pick<DeskSite, 'code' | 'logo'>; size: number }) {
  if (site.code === 'maru' || site.logo === '') return <MaruMark size={size} />;
  return <img src={site.logo} alt="" width={size} height={size} className="shrink-0" />;
}

export function SiteSwitcher() {
  const t = useText(texts);
  const words = useWords();
  const sites = useDeskSites();
  const site = useMaybeDeskSite();
  if (!site) return null;
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${t('shell.site')}: ${words(site.name)}`}
          className="touch flex h-8 shrink-0 items-center gap-2 rounded-6 border border-line bg-surface px-2.5 text-13 font-semibold hover:bg-hover"
        >
          <SiteMark site={site} size={16} />
          {words(site.name)}
          <ChevronDown aria-hidden="true" size={14} className="text-mute" />
        </button>
      }
      items={sites.map((each) => ({
        key: each.code,
        label: words(each.name),
        icon: <SiteMark site={each} size={16} />,
        isChosen: each.code === site.code,
        onChoose: () => chooseDeskSite(each.code),
      }))}
    />
  );
}
