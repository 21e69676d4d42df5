// The audit log: filters in the address, each line with what changed, and the state of its chain.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { SplitView } from '@maru/kit/web/desk/detail-side.tsx';
import { ExportFile } from '@maru/kit/web/desk/export-file.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@maru/kit/web/desk/filter-bar.tsx';
import { isMoment } from '@maru/kit/web/desk/before-after.tsx';
import { changesBetween } from '@maru/kit/web/desk/json-changes.ts';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { fullMoment, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { periodOf } from '@maru/kit/web/periods.ts';
import { DaySpan } from '@maru/kit/web/ui/period-segment.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { type AuditEntry, checkAudit, exportAudit, listAudit } from '../audit-contract.ts';
import { AuditDetail, useActionName } from './audit-detail.tsx';
import { auditTexts } from './audit-texts.ts';
import { useFieldWords } from './field-labels.ts';
import { useTargetWords } from './target-words.ts';

const size = 50;

/** Of an asking, the state that it asks for. */
const wantedOf = (after: unknown): unknown => (typeof after === 'object' && after !== null && 'wanted' in after ? after.wanted : after);

/** `50000 → 20000`, the first field that differs, and how many more. */
function ChangeWords({ entry }: { entry: AuditEntry }) {
  const t = useText(auditTexts);
  const { nameOf, format } = useFieldWords();
  if (entry.refusal) return <Badge tone="danger">{t('au.refused', { code: entry.refusal })}</Badge>;
  // What was only asked for has changed nothing yet: what it wants stands beside what is.
  const wanted = entry.action === 'askApproval' ? wantedOf(entry.after) : entry.after;
  const [first, ...more] = changesBetween(entry.before, wanted);
  if (!first) return null;
  const said = (value: unknown) =>
    value === undefined || value === null
      ? '–'
      : typeof value === 'object'
        ? '…'
        : (format(first.path, value) ?? (isMoment(value) ? fullMoment(value) : String(value))).slice(0, 40);
  return (
    <span className="inline-flex max-w-80 items-baseline gap-1.5 whitespace-nowrap">
      <span className="text-mute">{nameOf(first.path) ?? first.path}</span>
      <span className="truncate">
        {said(first.before)} → <b className="font-semibold">{said(first.after)}</b>
      </span>
      {more.length > 0 && <span className="text-12 text-mute">{t('au.more', { count: more.length })}</span>}
    </span>
  );
}

function useColumns(): DeskColumn<AuditEntry>[] {
  const t = useText(auditTexts);
  const nameOf = useActionName();
  const targetOf = useTargetWords();
  return useMemo(
    () => [
      { key: 'at', head: t('au.col.at'), width: '128px', cell: (row) => <TableTime at={row.at} className="text-sub" /> },
      { key: 'who', head: t('au.col.who'), width: '96px', cell: (row) => row.operator?.username ?? t('au.system') },
      {
        key: 'what',
        namesRow: true,
        head: t('au.col.what'),
        cell: (row) => <b className="line-clamp-2 min-w-36 font-semibold tablet:line-clamp-1">{nameOf(row)}</b>,
      },
      {
        key: 'target',
        head: t('au.col.target'),
        cell: (row) => (
          <span title={row.target} className="whitespace-nowrap text-sub">
            {targetOf(row.target)}
          </span>
        ),
      },
      { key: 'change', head: t('au.col.change'), cell: (row) => <ChangeWords entry={row} /> },
      { key: 'reason', head: t('au.col.reason'), cell: (row) => <span className="line-clamp-1 max-w-64 text-sub">{row.reason}</span> },
    ],
    [t, nameOf, targetOf],
  );
}

/** Computed anew at the server when the page is opened, and on demand. */
function ChainState() {
  const t = useText(auditTexts);
  const check = useCall(checkAudit, { staleMs: 60_000 });
  if (!check.data) return check.error ? null : <span className="text-12 text-mute">{t('au.chain.checking')}</span>;
  const { isWhole, rows, broken } = check.data;
  return (
    <span className="flex items-center gap-2 text-13">
      {isWhole ? (
        <span className="inline-flex items-center gap-1.5 font-semibold text-green">
          <ShieldCheck aria-hidden="true" size={15} />
          {t('au.chain.whole')}
        </span>
      ) : (
        <Badge tone="danger" icon={<ShieldAlert size={12} />}>
          {t('au.chain.broken', { seq: broken?.seq ?? 0 })}
          {broken && ` · ${t(`au.chain.why.${broken.why}`)}`}
        </Badge>
      )}
      <span className="text-12 text-mute">{t('au.chain.rows', { rows })}</span>
      <Button look="quiet" size={24} isBusy={check.isFetching} onClick={() => void check.refetch()}>
        {t('au.chain.again')}
      </Button>
    </span>
  );
}

const refusedValues = ['', 'true', 'false'] as const;

export function AuditPage() {
  const t = useText(auditTexts);
  const [filters, setFilters] = useUrlState({
    action: '',
    target: '',
    refused: '',
    operatorId: '',
    operator: '',
    ip: '',
    from: '',
    to: '',
    page: 0,
    open: 0,
  });
  const isAddress = filters.ip === '' || /^[0-9a-fA-F.:]{2,45}$/.test(filters.ip);
  const asked = {
    ...(filters.action && { action: filters.action }),
    ...(filters.target && { target: filters.target }),
    ...(filters.operatorId && { operatorId: filters.operatorId }),
    ...(filters.operator && { operator: filters.operator }),
    ...(isAddress && filters.ip !== '' && { ip: filters.ip }),
    ...periodOf({ period: 'own', from: filters.from, to: filters.to }, serverNow()),
    ...(filters.refused && { refused: filters.refused as 'true' | 'false' }),
  };
  const list = useCall(listAudit, { query: { ...asked, page: String(filters.page), size: String(size) } as never, keepsOld: true });
  const columns = useColumns();
  const opened = list.data?.content.find(({ seq }) => seq === filters.open);
  const refused = refusedValues.find((value) => value === filters.refused) ?? '';
  return (
    <DeskPage
      title={t('au.title')}
      note={t('au.note')}
      actions={
        <>
          <ChainState />
          <ExportFile
            right="audit.export"
            label={t('au.export')}
            title={t('au.export.title')}
            description={t('au.export.words')}
            confirm={t('au.export.go')}
            isOff={false}
            onExport={async (reason) => saveFile('audit.csv', await fetchFile(exportAudit, { ...asked, reason }))}
          />
        </>
      }
    >
      <FilterBar>
        <SearchBox
          value={filters.action}
          onChange={(action) => setFilters({ action })}
          placeholder={t('au.filter.action')}
          className="w-56"
        />
        <SearchBox
          value={filters.target}
          onChange={(target) => setFilters({ target })}
          placeholder={t('au.filter.target')}
          className="w-56"
        />
        <SearchBox
          value={filters.operator}
          onChange={(operator) => setFilters({ operator })}
          placeholder={t('au.filter.operator')}
          className="w-40"
        />
        <SearchBox value={filters.ip} onChange={(ip) => setFilters({ ip })} placeholder={t('au.filter.ip')} className="w-44" />
        <DaySpan from={filters.from} to={filters.to} onChange={setFilters} />
        <FilterSelect
          label={t('au.filter.refused.label')}
          value={refused}
          onChange={(value) => setFilters({ refused: value })}
          options={[
            { value: '', label: t('au.filter.all') },
            { value: 'true', label: t('au.filter.refused') },
            { value: 'false', label: t('au.filter.done') },
          ]}
        />
      </FilterBar>
      {!isAddress && (
        <output className="block border-b border-line px-4 py-2 text-12 text-danger floor:px-6">{t('au.filter.ip.wrong')}</output>
      )}
      <SplitView
        list={
          <PagedList
            query={list}
            rows={(data) => data.content}
            total={(data) => data.totalElements}
            page={filters.page}
            size={size}
            onPage={(page) => setFilters({ page, open: 0 })}
            empty={{ title: t('au.empty'), words: t('au.empty.words') }}
            failing={{ title: t('au.failed'), words: t('au.failed.words') }}
          >
            {(rows) => (
              <DataTable
                label={t('au.title')}
                columns={columns}
                rows={rows}
                keyOf={(row) => row.seq}
                openKey={opened?.seq}
                onOpen={(row) => setFilters({ open: row.seq, page: filters.page })}
              />
            )}
          </PagedList>
        }
        side={opened && <AuditDetail entry={opened} onClose={() => setFilters({ open: 0, page: filters.page })} />}
      />
    </DeskPage>
  );
}
