// Which site one works at: every call after a choice is that site's. Found by name, also by Korean initials, with what waits beside each.
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { chooseDeskSite, type DeskSite, useDeskSites, useMaybeDeskSite } from '@maru/kit/web/desk/desk-site.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useHitKeys } from '@maru/kit/web/hit-keys.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { MaruMark } from '@maru/kit/web/ui/maru-mark.tsx';
import { Popover } from '@maru/kit/web/ui/overlays.tsx';
import { getGroupWaiting } from '@maru/operator/group-contract.ts';
import { useNavigate } from '@tanstack/react-router';
import { Check, ChevronDown, Layers, Search } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../texts.ts';
import { isNamed } from './site-names.ts';
import { useNewBrands } from './waiting.ts';

export function SiteMark({ site, size }: { site: Pick<DeskSite, 'code' | 'logo'>; size: number }) {
  if (site.code === 'maru' || site.logo === '') return <MaruMark size={size} />;
  return <img src={site.logo} alt="" width={size} height={size} className="shrink-0" />;
}

const askEveryMs = 30_000;

export function SiteSwitcher() {
  const t = useText(texts);
  const words = useWords();
  const site = useMaybeDeskSite();
  if (!site) return null;
  return (
    <Popover
      align="start"
      className="w-[314px] p-2"
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
    >
      {(close) => <Sites chosen={site.code} onClose={close} />}
    </Popover>
  );
}

function Sites({ chosen, onClose }: { chosen: string; onClose(): void }) {
  const t = useText(texts);
  const words = useWords();
  const navigate = useNavigate();
  const sites = useDeskSites();
  const waiting = useCall(getGroupWaiting, { everyMs: askEveryMs });
  useNewBrands(waiting.data);
  const [query, setQuery] = useState('');
  const hits = sites.filter(({ code, name }) => isNamed([code, name.ko, name.en], query));
  const choose = ({ code }: DeskSite) => {
    onClose();
    chooseDeskSite(code);
  };
  const keys = useHitKeys('site-hits', hits, choose);
  return (
    <>
      <div className="flex h-10 items-center gap-2 rounded-6 border border-edge/70 px-2.5 focus-within:border-brand">
        <Search aria-hidden="true" size={14} className="text-mute" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to type
          autoFocus
          {...keys.field}
          aria-label={t('shell.sites.search')}
          placeholder={t('shell.sites.hint')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            keys.restart();
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none tablet:text-13"
        />
      </div>
      <p className="px-2 pt-3 pb-1 text-12 text-mute">{t('shell.sites.found', { all: sites.length, count: hits.length })}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- hits of a search, not values of a form */}
      <div id="site-hits" role="listbox" aria-label={t('shell.site')} className="max-h-[50dvh] overflow-y-auto">
        {hits.map((site, i) => {
          const count = waiting.data?.find(({ code }) => code === site.code);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input takes the keys for all of them
            <div
              key={site.code}
              id={keys.hitId(i)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="option"
              tabIndex={-1}
              aria-selected={i === keys.chosen}
              onClick={() => choose(site)}
              onPointerMove={() => keys.point(i)}
              className={cx(
                'flex h-10 cursor-default items-center gap-2.5 rounded-6 px-2 text-13 pointer-coarse:h-11',
                i === keys.chosen && 'bg-hover',
              )}
            >
              <SiteMark site={site} size={18} />
              <span className={cx('min-w-0 flex-1 truncate', site.code === chosen && 'font-bold')}>{words(site.name)}</span>
              {count !== undefined && count.count > 0 && (
                <span className="text-12 whitespace-nowrap text-sub">
                  {t('shell.sites.waiting', { count: count.count })}
                  {count.since !== null && ` · ${ageWords(count.since)}`}
                </span>
              )}
              {site.code === chosen && <Check aria-hidden="true" size={14} className="text-brand" />}
            </div>
          );
        })}
      </div>
      {sites.length > 1 && (
        <button
          type="button"
          onClick={() => {
            onClose();
            void navigate({ to: '/brands' });
          }}
          className="mt-1 flex h-10 w-full items-center gap-2.5 rounded-6 border-t border-line px-2 text-13 font-medium hover:bg-hover pointer-coarse:h-11"
        >
          <Layers aria-hidden="true" size={16} className="text-brand" />
          {t('shell.sites.all')}
        </button>
      )}
    </>
  );
}
