// The menu: groups of the pages one may see, with the length of each queue.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { DeskLook } from '@maru/operator/admin/desk-look.tsx';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { DeskPageRow, NavGroup } from '../page-row.tsx';
import { texts } from '../texts.ts';
import { activePath } from './active-path.ts';
import { allPages, useOwnPages } from './own-pages.ts';
import { useGroupQueues, useWaiting } from './waiting.ts';

const ALL_BRANDS = '/brands';
const groups: readonly NavGroup[] = ['waiting', 'work', 'site', 'office'];

interface ItemProps {
  row: DeskPageRow;
  isActive: boolean;
  count: number;
  /** In place of its own page: this queue over all brands. */
  queue?: string;
  onChoose?: (() => void) | undefined;
}

function NavItem({ row, isActive, count, queue, onChoose }: ItemProps) {
  const words = useWords();
  const Icon = row.nav!.icon;
  const item = useRef<HTMLLIElement>(null);
  // The menu is longer than the window: where one is must be seen in it.
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li ref={item}>
      <Link
        to={queue === undefined ? row.path : ALL_BRANDS}
        search={(queue === undefined ? {} : { queue }) as never}
        aria-current={isActive ? 'page' : undefined}
        onClick={onChoose}
        className={cx(
          'flex h-8 items-center gap-3 rounded-6 border px-2 text-13 pointer-coarse:h-11',
          isActive
            ? 'border-line bg-surface font-bold [&>svg]:text-brand'
            : 'border-transparent font-medium text-sub hover:bg-hover hover:text-text',
        )}
      >
        <Icon aria-hidden="true" size={16} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">{words(row.title)}</span>
        {count > 0 && (
          <span className={isActive ? 'rounded-full bg-ink px-1.5 text-11 font-semibold text-on-ink' : 'text-12 text-sub'}>
            {count > 999 ? '999+' : count}
          </span>
        )}
      </Link>
    </li>
  );
}

/** While all brands are in view their queues are counted together; each leads to the brands that have it. */
function GroupQueues({ onChoose }: { onChoose?: (() => void) | undefined }) {
  const t = useText(texts);
  const queues = useGroupQueues(true);
  const chosen = useRouterState({ select: ({ location }) => (location.search as { queue?: string }).queue });
  const rows = allPages().filter(({ waits, nav }) => nav !== undefined && queues.some(({ kind }) => kind === waits));
  if (rows.length === 0) return null;
  return (
    <div>
      <p className="mb-1 px-2 text-12 font-semibold text-mute">{t('group.together')}</p>
      <ul className="flex flex-col gap-0.5">
        {rows.map((row) => (
          <NavItem
            key={row.path}
            row={row}
            queue={row.waits!}
            isActive={row.waits === chosen}
            count={queues.find(({ kind }) => kind === row.waits)?.count ?? 0}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  );
}

export function DeskNav({ onChoose }: { onChoose?: () => void }) {
  const t = useText(texts);
  const pages = useOwnPages();
  const waiting = useWaiting();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const active = activePath(allPages(), path);
  const countOf = (row: DeskPageRow) => waiting.find(({ kind }) => kind === row.waits)?.count ?? 0;
  const items = (rows: readonly DeskPageRow[]) => (
    <ul className="flex flex-col gap-0.5">
      {rows.map((row) => (
        <NavItem key={row.path} row={row} isActive={row.path === active} count={countOf(row)} onChoose={onChoose} />
      ))}
    </ul>
  );
  return (
    <nav aria-label={t('shell.nav')} className="flex flex-col gap-4">
      {items(pages.filter(({ nav }) => nav?.group === 'top'))}
      {active === ALL_BRANDS && <GroupQueues onChoose={onChoose} />}
      {groups.map((group) => {
        if (group === 'waiting' && active === ALL_BRANDS) return null;
        const rows = pages.filter(({ nav }) => nav?.group === group);
        if (rows.length === 0) return null;
        return (
          <div key={group}>
            <p className="mb-1 px-2 text-12 font-semibold text-mute">{t(`group.${group}`)}</p>
            {items(rows)}
          </div>
        );
      })}
    </nav>
  );
}

/** Below 1280. */
export function DeskNavSheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useText(texts);
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('shell.nav')} side="right">
      <DeskNav onChoose={onClose} />
      <DeskLook className="mt-4 border-t border-line pt-4" />
    </Sheet>
  );
}
