// A member's ledger over all wallets: filters, the balance after each movement, and whether the sum is what the wallets hold.
import { DAY_MS } from '@maru/kit/contract/calendar.ts';
import type { Say } from '@maru/kit/contract/list.ts';
import { call } from '@maru/kit/web/api-client.ts';
import { downloadCsv } from '@maru/kit/web/csv.ts';
import { DataTable } from '@maru/kit/web/desk/data-table.tsx';
import { ExportFile } from '@maru/kit/web/desk/export-file.tsx';
import { ListFilters, type Looks, useListColumns } from '@maru/kit/web/desk/list-columns.tsx';
import { filterDefaults, filterQuery } from '@maru/kit/web/desk/list-filters.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { MoreRows } from '@maru/kit/web/desk/more-rows.tsx';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { serverNow } from '@maru/kit/web/i18n/moments.ts';
import { type Text, useNewText, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { exportMemberLedger, LEDGER_EXPORT_ROWS, listMemberLedger } from '@maru/wallet/admin-contract.ts';
import type { DnwEntry, WalletType } from '@maru/wallet/contract.ts';
import { ledgerColumns, ledgerFilters, movementWords } from '@maru/wallet/ledger-list-contract.ts';
import { useInfiniteQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { memberTexts, walletWord, wordsOf } from '@maru/account/admin/desk-texts.ts';
import { pairOf, type Wallets } from './member-holdings.tsx';
import { MemberProof } from './member-proof.tsx';

const SIZE = '50';

interface LedgerTabProps {
  member: number;
  wallets: Wallets | undefined;
  /** The codes of this tab alone. */
  types?: string;
}

export function LedgerTab({ member, wallets, types }: LedgerTabProps) {
  const t = useNewText(memberTexts);
  const shown = types === undefined ? ledgerFilters : ledgerFilters.filter(({ key }) => key !== 'type');
  const [values, setValues] = useState(() => filterDefaults(ledgerFilters));
  const { period = '', ...asked } = filterQuery(shown, values) as LedgerFilters & { period?: string };
  // To the minute: every render would be another question.
  const since = period === '' ? undefined : new Date(Math.floor(serverNow() / 60_000) * 60_000 - Number(period) * DAY_MS).toISOString();
  const filters: LedgerFilters = { ...(types && { typeStrs: types }), ...asked, ...(since && { startDate: since }) };
  const query = { ...filters, playerId: String(member), size: SIZE };
  const list = useInfiniteQuery({
    queryKey: [listMemberLedger.name, query],
    queryFn: ({ pageParam, signal }) => call(listMemberLedger, { query: { ...query, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ content }) => content) ?? [], [list.data]);
  const say = useWords();
  const looks = useMemo(() => looksOf(t, say), [t, say]);
  const columns = useListColumns(ledgerColumns, looks);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-3 laptop:px-6">
        <ListFilters
          filters={shown}
          values={values}
          further={{ wallet: (wallets?.wallets ?? []).map((one) => ({ value: one.type as string, label: walletWord(t, one.type) })) }}
          onChange={(change) => setValues({ ...values, ...change })}
        />
        {wallets && <MemberProof member={member} proof={wallets.proof} />}
        <LedgerExport member={member} filters={filters} isOff={rows.length === 0} />
      </div>
      <Loaded query={list as unknown as UseQueryResult<unknown, Error>} rows={8}>
        {() =>
          rows.length === 0 ? (
            <EmptyState isLow title={t('m.ledger.empty')} />
          ) : (
            <>
              <DataTable label={t('m.tab.ledger')} isTall columns={columns} rows={rows} keyOf={(row) => row.dnwHistoryId} />
              <MoreRows list={list} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface LedgerFilters {
  walletType?: WalletType;
  typeStrs?: string;
  startDate?: string;
}

function LedgerExport({ member, filters, isOff }: { member: number; filters: LedgerFilters; isOff: boolean }) {
  const t = useText(memberTexts);
  const onExport = async (reason: string) => {
    const file = await call(exportMemberLedger, { body: { playerId: member, ...filters, reason } });
    downloadCsv(file.name, file.csv);
    const done = t('m.ledger.csv.done', { count: file.rows });
    toast({ title: done, kind: 'done', ...(file.isCut && { line: t('m.ledger.csv.cut') }) });
  };
  return (
    <ExportFile
      right="ledger.export"
      label={t('m.ledger.csv')}
      title={t('m.ledger.csv.title')}
      description={t('m.ledger.csv.words', { limit: figure(String(LEDGER_EXPORT_ROWS)) })}
      confirm={t('md.export.do')}
      {...{ isOff, onExport }}
    />
  );
}

const looksOf = (t: Text<typeof memberTexts>, say: Say): Looks<DnwEntry> => ({
  time: { width: '130px', isFigure: false },
  wallet: { width: '90px', cell: (row) => <Badge>{walletWord(t, row.walletType)}</Badge> },
  what: {
    namesRow: true,
    cell: (row) => (
      <>
        <b className="block font-semibold">{row.type === 'C' ? wordsOf(t, 'm.reason', row.reason) : say(movementWords[row.type])}</b>
        <span className="text-12 text-mute">{noteOf(t, row)}</span>
      </>
    ),
  },
  amount: (row) => <Figure value={row.point} sign className={directionOf(row.point) < 0 ? 'font-semibold' : 'font-bold'} />,
  after: (row) => <Figure value={row.balance} className="text-sub" />,
});

function noteOf(t: Text<typeof memberTexts>, row: DnwEntry): string {
  const parts = [
    row.otherWalletType === null ? '' : `${row.type === 'TO' || row.type === 'CO' ? '→' : '←'} ${walletWord(t, row.otherWalletType)}`,
    row.symbol === null ? '' : pairOf(row.symbol),
    row.type === 'C' ? '' : row.otherWalletType === null ? wordsOf(t, 'm.reason', row.reason) : '',
    `#${row.sequence}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
