// Where a member is logged in, and every try of 90 days; one from a new place is marked.
import { DataTable } from '@maru/kit/web/desk/data-table.tsx';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { type Looks, useListColumns } from '@maru/kit/web/desk/list-columns.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { listMemberLogins } from '@maru/account/admin-contract.ts';
import { deviceOf, type DeskTry, loginColumns } from '@maru/account/login-list-contract.ts';
import { memberTexts } from '@maru/account/admin/desk-texts.ts';

export function LoginsTab({ member }: { member: number }) {
  const t = useText(memberTexts);
  const say = useWords();
  const logins = useCall(listMemberLogins, { query: { playerId: String(member) } });
  const columns = useListColumns(loginColumns, looks);
  return (
    <Loaded query={logins} rows={8}>
      {({ open, tries }) => (
        <>
          <DeskPanel title={open.length === 0 ? t('m.logins.none') : t('m.logins.open', { count: open.length })}>
            <ul className="flex flex-col gap-1.5 text-13">
              {open.map((row) => (
                <li key={row.id} className="flex flex-wrap items-baseline gap-x-3">
                  <span className="font-semibold">{deviceOf(row.device, say)}</span>
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

const looks: Looks<DeskTry> = {
  time: { width: '120px', isFigure: false },
  result: (row, text) => (row.result.startsWith('OK') ? text : <Badge tone="warn">{text}</Badge>),
  ip: {
    isFigure: true,
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        {row.isNew && <NewPlace />}
        {row.ip}
      </span>
    ),
  },
};

function NewPlace() {
  return <Badge>{useText(memberTexts)('m.logins.new')}</Badge>;
}
