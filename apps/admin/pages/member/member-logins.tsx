// Where a member is logged in, and every try of 90 days; one from a new place is marked.
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { type Text, useNewText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { useMemo } from 'react';
import { listMemberLogins } from '@maru/account/admin-contract.ts';
import type { DeviceName } from '@maru/account/profile-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';

type Reply = NonNullable<ReturnType<typeof useCall<typeof listMemberLogins>>['data']>;
type Try = Reply['tries'][number];

function deviceWords(t: Text<typeof memberTexts>, { system, browser }: DeviceName): string {
  return [system, browser].filter(Boolean).join(' · ') || t('m.logins.unknown');
}

export function LoginsTab({ member }: { member: number }) {
  const t = useNewText(memberTexts);
  const logins = useCall(listMemberLogins, { query: { playerId: String(member) } });
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <Loaded query={logins} rows={8}>
      {({ open, tries }) => (
        <>
          <DeskPanel title={open.length === 0 ? t('m.logins.none') : t('m.logins.open', { count: open.length })}>
            <ul className="flex flex-col gap-1.5 text-13">
              {open.map((row) => (
                <li key={row.id} className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-semibold">{deviceWords(t, row.device)}</span>
                  <span className="text-sub">{row.ip}</span>
                  <span className="ml-auto text-mute">
                    <TableTime at={row.seenAt} />
                  </span>
                </li>
              ))}
            </ul>
          </DeskPanel>
          <DataTable label={t('m.logins.tries')} columns={columns} rows={tries} keyOf={(row) => row.id} />
        </>
      )}
    </Loaded>
  );
}

const columnsOf = (t: Text<typeof memberTexts>): DeskColumn<Try>[] => [
  { key: 'time', head: t('m.ledger.time'), width: '120px', cell: (row) => <TableTime at={row.at} /> },
  {
    key: 'result',
    head: t('m.logins.result'),
    cell: (row) => (row.result.startsWith('OK') ? t(`m.try.${row.result}`) : <Badge tone="warn">{t(`m.try.${row.result}`)}</Badge>),
  },
  { key: 'device', head: t('m.logins.device'), cell: (row) => deviceWords(t, row.device) },
  {
    key: 'ip',
    head: t('m.logins.address'),
    isFigure: true,
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        {row.isNew && <Badge>{t('m.logins.new')}</Badge>}
        {row.ip}
      </span>
    ),
  },
];
