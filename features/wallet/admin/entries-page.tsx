// Ledger entries made by hand: what was asked for, agreed to and posted, and beside it the form that asks.
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage, DeskRoom, DeskRooms } from '@maru/kit/web/desk/page.tsx';
import { isAmount, useFieldFaults } from '@maru/kit/web/desk/field-faults.ts';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useNewText, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { TextField } from '@maru/kit/web/ui/field.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { askGrantFund, type Entry, listEntries } from '../admin-contract.ts';
import { EntryForm } from './entry-form.tsx';
import { entryTexts, walletWord } from './entry-texts.ts';

export function EntriesPage() {
  const t = useNewText(entryTexts);
  const [{ member }] = useUrlState({ member: '' });
  const list = useCall(listEntries, { query: { size: '100', ...(member && { playerId: member }) } });
  const mayWrite = useCan('ledger.write');
  const columns = useMemo(() => columnsOf(t), [t]);
  const table = (
    <div>
      <DeskRoom title={t('e.list')} className="pb-2" />
      <Loaded query={list} title={t('e.failed')}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState title={t('e.empty')}>{t('e.empty.words')}</EmptyState>
          ) : (
            <DataTable label={t('e.list')} isTall columns={columns} rows={content} keyOf={(row) => row.id} />
          )
        }
      </Loaded>
    </div>
  );
  return (
    <DeskPage
      title={t('e.title')}
      note={list.data && <Purse purse={list.data.purse} promised={list.data.promised} />}
      actions={<FundButton />}
    >
      {mayWrite ? (
        <DeskRooms columns="minmax(0, 1fr) 400px" className="flex-1 border-b-0">
          {table}
          <EntryForm key={member} member={member} />
        </DeskRooms>
      ) : (
        table
      )}
    </DeskPage>
  );
}

function Purse({ purse, promised }: { purse: string; promised: string }) {
  const t = useText(entryTexts);
  const rest = directionOf(promised) === 0 ? '' : ` · ${t('e.promised', { amount: figure(promised, { decimals: 2 }) })}`;
  return (
    <>
      {t('e.purse', { amount: figure(purse, { decimals: 2 }) })}
      {rest}
    </>
  );
}

const tones: Readonly<Record<Entry['status'], Tone>> = { ASKED: 'warn', APPROVED: 'brand', POSTED: 'plain', PARTLY: 'danger' };

const columnsOf = (t: Text<typeof entryTexts>): DeskColumn<Entry>[] => [
  { key: 'time', head: t('e.col.time'), width: '110px', cell: (row) => <TableTime at={row.askedAt} /> },
  { key: 'who', namesRow: true, head: t('e.col.who'), cell: (row) => <Who entry={row} /> },
  {
    key: 'kind',
    head: t('e.col.kind'),
    cell: (row) => (
      <span className="whitespace-nowrap">
        {t(`e.type.${row.type}`)}
        {row.walletType && <span className="ml-1.5 text-mute">{walletWord(t, row.walletType)}</span>}
      </span>
    ),
  },
  {
    key: 'amount',
    head: t('e.col.amount'),
    isFigure: true,
    cell: (row) => <Figure value={row.type === 'PM' ? `-${row.total}` : row.total} sign unit={row.currency} className="font-semibold" />,
  },
  { key: 'reason', head: t('e.col.reason'), cell: (row) => <span className="line-clamp-2 min-w-32 break-words">{row.reason}</span> },
  {
    key: 'by',
    head: t('e.col.by'),
    cell: (row) => (
      <span className="whitespace-nowrap">
        {row.askedBy}
        <span className="text-mute"> → {row.approvedBy ?? '–'}</span>
      </span>
    ),
  },
  {
    key: 'status',
    head: t('e.col.status'),
    isFigure: true,
    cell: (row) =>
      row.status === 'ASKED' && row.requestId !== null ? (
        <Link to={`/approvals?open=${row.requestId}`} className="hover:underline">
          <Badge tone={tones.ASKED}>{t('e.status.ASKED')}</Badge>
        </Link>
      ) : (
        <span
          title={row.rows
            .map(({ fault }) => fault)
            .filter(Boolean)
            .join(', ')}
        >
          <Badge tone={tones[row.status]}>{t(`e.status.${row.status}`)}</Badge>
        </span>
      ),
  },
];

function Who({ entry: { rows, rowCount } }: { entry: Entry }) {
  const t = useText(entryTexts);
  const first = rows.at(0);
  if (first === undefined) return <span className="text-mute">{t('e.house')}</span>;
  return (
    <Link to={`/members/${first.playerId}`} className="whitespace-nowrap hover:underline">
      <b className="font-semibold">{rowCount > 1 ? t('e.many', { who: first.nick, count: rowCount - 1 }) : first.nick}</b>
      {rowCount === 1 && <span className="ml-1.5 text-mute">{first.username}</span>}
    </Link>
  );
}

function FundButton() {
  const t = useText(entryTexts);
  const [isOpen, setOpen] = useState(false);
  const [point, setPoint] = useState('');
  const faults = useFieldFaults();
  const ask = async (reason: string) => {
    await call(askGrantFund, { body: { point, reason } }).finally(() => refetch(listEntries));
  };
  return (
    <IfCan right="ledger.fund">
      <Button size={32} icon={<Plus size={14} />} onClick={() => setOpen(true)}>
        {t('e.fund')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('e.fund.title')}
          description={t('e.fund.words')}
          confirm={t('e.fund.ask')}
          blocked={isAmount(point, USDT_DECIMALS) ? undefined : point === '' ? t('e.missing.amount') : faults.some}
          fields={['point']}
          onConfirm={ask}
          onClose={() => setOpen(false)}
        >
          {(wrongAt) => (
            <TextField
              label={t('e.amount')}
              inputMode="decimal"
              end="USDT"
              value={point}
              error={faults.amount(point, USDT_DECIMALS) ?? wrongAt('point')}
              onChange={(event) => setPoint(event.target.value.replaceAll(',', '').trim())}
            />
          )}
        </ReasonDialog>
      )}
    </IfCan>
  );
}
