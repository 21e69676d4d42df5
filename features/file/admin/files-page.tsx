// The desk's list of files: whose, how large, what they hang on, how much of a day's number is used; loose ones swept by hand.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { FilterBar, FilterSelect, SearchBox } from '@maru/kit/web/desk/filter-bar.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { PagedList } from '@maru/kit/web/desk/paged-list.tsx';
import { sizeWords } from '@maru/kit/web/desk/size-words.ts';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { fetchFile } from '@maru/kit/web/file-client.ts';
import { useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { AskDialog } from '@maru/kit/web/ui/ask-dialog.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useMemo, useState } from 'react';
import { type DeskFileRow, downloadDeskFile, fileStates, listDeskFiles, sweepFiles } from '../admin-contract.ts';
import { FILES_A_DAY } from '../contract.ts';
import { fileDeskTexts } from './desk-texts.ts';

const pageSize = 30;
const tones = { HELD: 'plain', PUBLIC: 'brand', LOOSE: 'warn' } as const;

/** `1.2 MB`: 1 KB = 1000 B. */

/** Fetched with the bearer; the name is the file's own, so that nothing of it runs here. */
async function save(file: DeskFileRow): Promise<void> {
  try {
    const address = URL.createObjectURL(await fetchFile(downloadDeskFile, { id: file.id }));
    const link = document.createElement('a');
    link.href = address;
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (thrown) {
    toast({ title: messageOf(thrown), kind: 'danger', stay: 'notice' });
  }
}

function useColumns(): DeskColumn<DeskFileRow>[] {
  const t = useNewText(fileDeskTexts);
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('file.name'),
        cell: (row) => (
          <button
            type="button"
            aria-label={t('file.open', { name: row.name })}
            onClick={() => void save(row)}
            className="line-clamp-1 max-w-80 text-left font-semibold break-all hover:text-brand hover:underline"
          >
            {row.name}
          </button>
        ),
      },
      {
        key: 'state',
        head: t('file.state'),
        width: '112px',
        cell: (row) => <Badge tone={tones[row.state]}>{t(`file.state.${row.state}`)}</Badge>,
      },
      {
        key: 'owner',
        head: t('file.owner'),
        width: '160px',
        cell: (row) => (
          <span>
            {row.owner.name} <span className="text-mute">{t(`file.owner.${row.owner.kind}`)}</span>
          </span>
        ),
      },
      {
        key: 'today',
        head: t('file.today'),
        isFigure: true,
        width: '92px',
        cell: (row) =>
          row.owner.kind === 'MEMBER' && (
            <span className={row.today >= FILES_A_DAY ? 'font-semibold text-warn' : undefined}>
              {row.today} / {FILES_A_DAY}
            </span>
          ),
      },
      { key: 'type', head: t('file.type'), width: '110px', cell: (row) => <span className="text-sub">{row.type.split('/')[1]}</span> },
      { key: 'size', head: t('file.size'), isFigure: true, width: '84px', cell: (row) => sizeWords(row.size) },
      { key: 'time', head: t('file.time'), isFigure: true, width: '128px', cell: (row) => <TableTime at={row.createdAt} /> },
    ],
    [t],
  );
}

export function FilesPage() {
  const t = useText(fileDeskTexts);
  const columns = useColumns();
  const [isAsking, setAsking] = useState(false);
  const [filters, setFilters] = useUrlState({ state: 'ALL', owner: '', q: '', page: 0 });
  const state = fileStates.find((one) => one === filters.state) ?? 'ALL';
  const owner = filters.owner === 'MEMBER' || filters.owner === 'OPERATOR' ? { owner: filters.owner } : {};
  const query = useCall(listDeskFiles, {
    query: { state, ...(owner as { owner?: 'MEMBER' }), search: filters.q, page: String(filters.page), size: String(pageSize) },
    keepsOld: true,
  });
  const { data } = query;
  const owners = ['', 'MEMBER', 'OPERATOR'] as const;
  return (
    <DeskPage
      title={t('file.title')}
      note={data && t('file.note', { size: sizeWords(data.bytes), loose: data.loose })}
      actions={
        <IfCan right="file.write">
          <Button size={32} disabled={!data?.totalElements} onClick={() => setAsking(true)}>
            {t('file.sweep')}
          </Button>
        </IfCan>
      }
    >
      <FilterBar>
        <FilterSelect
          label={t('file.state')}
          options={fileStates.map((value) => ({ value: value as string, label: t(`file.state.${value}`) }))}
          value={state as string}
          onChange={(next) => setFilters({ state: next })}
        />
        <FilterSelect
          label={t('file.owner')}
          options={owners.map((value) => ({ value: value as string, label: t(`file.owner.${value === '' ? 'ALL' : value}`) }))}
          value={filters.owner}
          onChange={(next) => setFilters({ owner: next })}
        />
        <SearchBox value={filters.q} onChange={(q) => setFilters({ q })} placeholder={t('file.search')} />
      </FilterBar>
      <PagedList
        query={query}
        rows={(answer) => answer.content}
        total={(answer) => answer.totalElements}
        page={filters.page}
        size={pageSize}
        onPage={(page) => setFilters({ page })}
        empty={
          filters.q || filters.owner || state !== 'ALL'
            ? { title: t('file.none') }
            : { title: t('file.empty'), words: t('file.empty.words') }
        }
        failing={{ title: t('file.failed'), words: t('file.failed.words') }}
      >
        {(rows) => <DataTable<DeskFileRow> label={t('file.title')} columns={columns} rows={rows} keyOf={(row) => row.id} />}
      </PagedList>
      {isAsking && (
        <AskDialog
          title={t('file.sweep.ask')}
          description={t('file.sweep.words')}
          cancel={t('file.cancel')}
          confirm={t('file.sweep')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const swept = await call(sweepFiles, { body: {} });
            toast({ title: t('file.swept', { count: swept.count, size: sizeWords(swept.bytes) }), kind: 'done' });
            await refetch(listDeskFiles);
          }}
        />
      )}
    </DeskPage>
  );
}
