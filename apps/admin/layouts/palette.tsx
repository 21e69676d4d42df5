// ⌘K: pages by name, members by what was typed, and whatever bears a number at any of one's brands.
import { useHitKeys } from '@maru/kit/web/hit-keys.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { chooseDeskSite, useCan, useDeskSites } from '@maru/kit/web/desk/desk-site.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { findNumber } from '@maru/operator/group-contract.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useNavigate } from '@tanstack/react-router';
import { CornerDownLeft, Hash, Search, Users } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { texts } from '../texts.ts';
import { useOwnPages } from './own-pages.ts';

interface Hit {
  key: string;
  label: ReactNode;
  icon: ReactNode;
  go(): void;
}

function useHits(query: string, onClose: () => void): Hit[] {
  const t = useText(texts);
  const words = useWords();
  const navigate = useNavigate();
  const pages = useOwnPages();
  const canSeeMembers = useCan('member.read');
  const wanted = query.trim().toLowerCase();
  const sites = useDeskSites();
  const number = useSettled(/^#?\d{1,16}$/.test(wanted) ? wanted.replace('#', '') : '');
  const numbered = useCall(findNumber, { query: { number: number || '0' }, isOn: number !== '' }).data ?? [];
  const open = (to: string, search?: Record<string, string>) => {
    onClose();
    void navigate({ to, ...(search ? { search: search as never } : {}) });
  };
  const found = pages.filter(({ title }) => `${title.ko} ${title.en}`.toLowerCase().includes(wanted));
  const hits: Hit[] = found.map((row) => {
    const Icon = row.nav!.icon;
    return { key: row.path, label: words(row.title), icon: <Icon size={16} />, go: () => open(row.path) };
  });
  if (number !== '')
    hits.unshift(
      ...numbered.map(({ kind, site, number: found, playerId, username }): Hit => {
        const brand = sites.find(({ code }) => code === site);
        const label = [`${t(`shell.found.${kind}`)} ${found}`, found !== number && `#${number}`, username, brand && words(brand.name)]
          .filter(Boolean)
          .join(' · ');
        const goThere = () =>
          chooseDeskSite(site, () => (kind === 'REQUEST' ? open('/approvals', { open: found }) : open(`/members/${playerId}`)));
        return { key: `${kind} ${site} ${found}`, label, icon: <Hash size={16} />, go: goThere };
      }),
    );
  if (wanted !== '' && canSeeMembers) {
    const member = { key: 'find-members', label: t('shell.search.more', { query: query.trim() }), icon: <Users size={16} /> };
    hits.unshift({ ...member, go: () => open('/members', { q: query.trim() }) });
  }
  return hits;
}

const settledMs = 250;

/** What was typed once typing rests. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value ? settled : '';
}

export function Palette({ isOpen, onOpen, onClose }: { isOpen: boolean; onOpen(): void; onClose(): void }) {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return isOpen ? <OpenPalette onClose={onClose} /> : null;
}

function OpenPalette({ onClose }: { onClose(): void }) {
  const t = useText(texts);
  const [query, setQuery] = useState('');
  const hits = useHits(query, onClose);
  const { chosen, point, restart, hitId, field } = useHitKeys('palette-hits', hits, ({ go }) => go());
  return (
    <Dialog isOpen onClose={onClose} title={t('shell.search')} className="top-[16dvh] w-[min(560px,calc(100vw-32px))] translate-y-0">
      <div className="flex h-11 items-center gap-2 rounded-8 border border-edge/70 px-3 focus-within:border-brand">
        <Search aria-hidden="true" size={16} className="text-mute" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to type
          autoFocus
          {...field}
          aria-label={t('shell.search')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            restart();
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none tablet:text-14"
        />
      </div>
      {hits.length === 0 && <p className="px-2 py-6 text-center text-13 text-mute">{t('shell.search.none')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- hits of a search, not values of a form */}
      <div id="palette-hits" role="listbox" aria-label={t('shell.search')} className="mt-2 max-h-[50dvh] overflow-y-auto">
        {hits.map((hit, i) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input takes the keys for all of them
          <div
            key={hit.key}
            id={hitId(i)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onClick={hit.go}
            onPointerMove={() => point(i)}
            className={cx(
              'flex h-10 cursor-default items-center gap-3 rounded-6 px-2.5 text-13 pointer-coarse:h-11',
              i === chosen && 'bg-hover',
            )}
          >
            <span aria-hidden="true" className="text-mute">
              {hit.icon}
            </span>
            <span className="min-w-0 flex-1 truncate">{hit.label}</span>
            {i === chosen && <CornerDownLeft aria-hidden="true" size={14} className="text-mute" />}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
