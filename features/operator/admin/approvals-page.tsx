// What waits for a second person: the longest waiting first at the left, the chosen one with its two persons, checks and change at the right.
import { ageMs, ageWords } from '@maru/kit/web/desk/age.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { useKeptFocus } from '@maru/kit/web/ui/kept-focus.ts';
import { Chip } from '@maru/kit/web/ui/marks.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { useMedia } from '@maru/kit/web/use-width.ts';
import { Lock } from 'lucide-react';
import { type ApprovalRow, approvalStatuses, getApproval, listApprovals } from '../approval-contract.ts';
import { ApprovalDetail } from './approval-detail.tsx';
import { approvalTexts } from './approval-texts.ts';

const size = 30;
/** Answers of the page asked again by themselves: the note that something changed may be lost. */
const askEveryMs = 20_000;
/** Of the one before one's eyes. */
const lookEveryMs = 5_000;
/** From here on a waiting request is amber. */
export const lateMs = 30 * 60_000;

function Row({ row, isOpen, onOpen }: { row: ApprovalRow; isOpen: boolean; onOpen(): void }) {
  const t = useText(approvalTexts);
  const words = useWords();
  const isWaiting = row.status === 'WAITING';
  const state = !isWaiting
    ? t(`ap.status.${row.status}`)
    : row.claim
      ? t('ap.row.taken', { name: row.claim.by.name })
      : t(row.isOwn ? 'ap.row.own' : 'ap.row.new');
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cx(
          'flex min-h-16 w-full flex-col justify-center gap-1 border-b border-line px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2 laptop:px-6',
          isOpen && 'bg-brand-tint shadow-[inset_3px_0_0_var(--brand)]',
          row.isOwn && isWaiting && !isOpen && 'bg-sunken',
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span className={cx('min-w-0 truncate text-14 font-bold', row.isOwn && isWaiting && 'text-sub')}>{words(row.summary)}</span>
          {row.isOwn && isWaiting && <Lock aria-hidden="true" size={13} className="shrink-0 text-mute" />}
        </span>
        <span className="flex items-baseline justify-between gap-3 text-12">
          <span className="min-w-0 truncate text-sub">
            {words(row.kindName)} ·{' '}
            {isWaiting ? (
              <span className={cx(ageMs(row.askedAt) > lateMs && 'font-semibold text-warn')}>
                {t('ap.waits', { age: ageWords(row.askedAt) })}
              </span>
            ) : (
              <TableTime at={row.decidedAt ?? row.askedAt} />
            )}
          </span>
          <span className={cx('shrink-0', row.claim ? 'text-brand' : 'text-mute')}>{state}</span>
        </span>
      </button>
    </li>
  );
}

/** A link from elsewhere may open one that is not on this page of the list. */
function Opened({ id, known, onApproved }: { id: number; known: ApprovalRow | undefined; onApproved(): void }) {
  const asked = useCall(getApproval, { query: { id: String(id) }, everyMs: lookEveryMs });
  const t = useText(approvalTexts);
  // A list holds no live values: what it knows is shown until they come, and nothing is decided on it.
  if (known && asked.data === undefined && !asked.isError) return <ApprovalDetail key={known.id} row={known} onApproved={onApproved} />;
  return (
    <Loaded query={asked} title={t('ap.failed')}>
      {(row) => <ApprovalDetail key={row.id} row={row} onApproved={onApproved} />}
    </Loaded>
  );
}

export function ApprovalsPage() {
  const t = useText(approvalTexts);
  const words = useWords();
  const [filters, setFilters] = useUrlState({ status: 'WAITING', kind: '', page: 0, open: 0 });
  const status = approvalStatuses.find((each) => each === filters.status) ?? 'WAITING';
  const query = { status, page: String(filters.page), size: String(size), ...(filters.kind ? { kind: filters.kind } : {}) };
  const list = useCall(listApprovals, { query: query as never, everyMs: askEveryMs, keepsOld: true });
  const isBeside = useMedia('(min-width: 1024px)');
  const panel = useKeptFocus<HTMLDivElement>();
  const rows = list.data?.content ?? [];
  const openId = filters.open || (isBeside ? (rows[0]?.id ?? 0) : 0);
  const opened = openId > 0 && (
    <Opened id={openId} known={rows.find(({ id }) => id === openId)} onApproved={() => setFilters({ open: openId, page: filters.page })} />
  );
  const kinds = list.data?.waiting ?? [];
  return (
    <div ref={panel} className="flex min-h-[calc(100dvh-48px)] items-stretch">
      <section className="flex w-full shrink-0 flex-col border-line laptop:w-[408px] laptop:border-r">
        <header className="border-b border-line px-4 pt-4 pb-3 laptop:px-6">
          <div className="flex items-baseline justify-between gap-2">
            <h1 className="text-20 font-bold tracking-[-0.02em]">{t('ap.title')}</h1>
            {list.data && <span className="text-13 text-mute">{t('ap.count', { count: list.data.totalElements })}</span>}
          </div>
          <div className="mt-3 flex flex-wrap gap-1.5">
            {approvalStatuses.map((each) => (
              <Chip key={each} isChosen={each === status} onClick={() => setFilters({ status: each, open: 0 })}>
                {t(`ap.status.${each}`)}
              </Chip>
            ))}
            <Select
              label={t('ap.kind.all')}
              value={filters.kind}
              onChange={(kind) => setFilters({ kind, open: 0 })}
              options={[
                { value: '', label: t('ap.kind.all') },
                ...kinds.map(({ kind, kindName, count }) => ({ value: kind, label: `${words(kindName)} ${count}` })),
              ]}
              className="touch flex h-8 items-center gap-2 rounded-full border border-line bg-surface px-3 text-13 text-sub hover:bg-hover"
            />
          </div>
        </header>
        <Loaded query={list} title={t('ap.failed')} words={t('ap.failed.words')}>
          {(data) =>
            data.content.length === 0 ? (
              <EmptyState title={t(status === 'WAITING' ? 'ap.empty' : 'ap.empty.other')}>
                {status === 'WAITING' && t('ap.empty.words')}
              </EmptyState>
            ) : (
              <>
                <ul>
                  {data.content.map((row) => (
                    <Row
                      key={row.id}
                      row={row}
                      isOpen={row.id === openId}
                      onOpen={() => setFilters({ open: row.id, page: filters.page })}
                    />
                  ))}
                </ul>
                {data.content.some((row) => row.isOwn && row.status === 'WAITING') && (
                  <p className="flex items-center gap-2 px-4 py-3 text-12 text-mute laptop:px-6">
                    <Lock aria-hidden="true" size={13} />
                    {t('ap.own.note')}
                  </p>
                )}
                <Pager page={filters.page} size={size} total={data.totalElements} onPage={(page) => setFilters({ page, open: 0 })} />
              </>
            )
          }
        </Loaded>
      </section>
      {isBeside ? (
        <div className="flex min-w-0 flex-1 flex-col">
          {opened || (list.data && list.data.content.length > 0 && <EmptyState title={t('ap.choose')} isLow />)}
        </div>
      ) : (
        <Sheet
          isOpen={openId > 0}
          onClose={() => setFilters({ open: 0, page: filters.page })}
          title={t('ap.number', { id: openId })}
          className="max-laptop:px-0 [&>div:nth-child(2)]:px-4"
        >
          {opened}
        </Sheet>
      )}
    </div>
  );
}
