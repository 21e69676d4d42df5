// Who works here: their roles by site, second factor, sessions; locked, invited anew or changed from the row.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { ReasonForm } from '@maru/kit/web/desk/reason-form.tsx';
import { useCallForm } from '@maru/kit/web/forms/use-call-form.ts';
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { Button, IconButton } from '@maru/kit/web/ui/button.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { Badge } from '@maru/kit/web/ui/marks.tsx';
import { Menu } from '@maru/kit/web/ui/overlays.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { Ellipsis, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { confirmOperator, inviteOperator, listOperators, listRoles, lockOperator, type OperatorRow } from '../people-contract.ts';
import { AddOperator, ChangeOperator, LinkDialog } from './operator-dialogs.tsx';
import { staffTexts } from './staff-texts.ts';

type Doing = { what: 'change' | 'lock' | 'invite' | 'confirm'; row: OperatorRow } | { what: 'add' } | { what: 'link'; token: string };

function StatusBadge({ row }: { row: OperatorRow }) {
  const t = useText(staffTexts);
  if (row.status === 'LOCKED') return <Badge tone="danger">{t('st.status.LOCKED')}</Badge>;
  return row.hasPassword ? <Badge tone="good">{t('st.status.ACTIVE')}</Badge> : <Badge tone="warn">{t('st.status.invited')}</Badge>;
}

function useColumns(canWrite: boolean, onDo: (doing: Doing) => void): DeskColumn<OperatorRow>[] {
  const t = useText(staffTexts);
  const words = useWords();
  return useMemo(() => {
    const columns: DeskColumn<OperatorRow>[] = [
      {
        key: 'name',
        head: t('st.col.name'),
        sort: (row) => row.name,
        cell: (row) => (
          <span className="inline-flex items-center gap-2">
            <b className="font-semibold">{row.name}</b>
            <span className="text-mute">{row.username}</span>
            {row.isSelf && <Badge tone="brand">{t('st.me')}</Badge>}
          </span>
        ),
      },
      {
        key: 'roles',
        head: t('st.col.roles'),
        cell: (row) => (
          <span className="flex flex-wrap gap-1">
            {row.grants.map((grant, i) => (
              <Badge key={i}>
                {words(grant.roleName)} · {grant.site ?? t('st.all')}
              </Badge>
            ))}
          </span>
        ),
      },
      { key: 'person', head: t('st.col.person'), cell: (row) => <PersonCell row={row} /> },
      { key: 'factor', head: t('st.col.factor'), cell: (row) => t(row.hasSecondFactor ? 'st.on' : 'st.off') },
      { key: 'sessions', head: t('st.col.sessions'), isFigure: true, sort: (row) => row.sessions, cell: (row) => row.sessions },
      {
        key: 'last',
        head: t('st.col.last'),
        sort: (row) => row.lastLoginAt ?? '',
        cell: (row) => (row.lastLoginAt ? <TableTime at={row.lastLoginAt} /> : <span className="text-mute">{t('st.never')}</span>),
      },
      { key: 'status', head: t('st.col.status'), cell: (row) => <StatusBadge row={row} /> },
    ];
    if (!canWrite) return columns;
    const actions = (row: OperatorRow) => (
      <Menu
        trigger={
          <IconButton
            label={`${row.name}: ${t('st.change')}`}
            size={28}
            disabled={!row.mayEdit && !row.mayConfirm}
            title={row.mayEdit || row.mayConfirm ? undefined : t('st.higher')}
          >
            <Ellipsis size={16} />
          </IconButton>
        }
        items={[
          ...(row.mayConfirm ? [{ key: 'confirm', label: t('st.confirm'), onChoose: () => onDo({ what: 'confirm', row }) }] : []),
          ...(row.mayEdit
            ? [
                { key: 'change', label: t('st.change'), onChoose: () => onDo({ what: 'change', row }) },
                { key: 'invite', label: t('st.invite'), onChoose: () => onDo({ what: 'invite', row }) },
                { key: 'lock', label: t(row.status === 'LOCKED' ? 'st.unlock' : 'st.lock'), onChoose: () => onDo({ what: 'lock', row }) },
              ]
            : []),
        ]}
      />
    );
    return [...columns, { key: 'do', head: '', isAtHand: true, width: '48px', isFigure: true, cell: actions }];
  }, [t, words, canWrite, onDo]);
}

/** With whom it counts as one person until a third has vouched for it. */
function PersonCell({ row }: { row: OperatorRow }) {
  const t = useText(staffTexts);
  if (row.ties.length === 0)
    return row.confirmed ? (
      <span>
        {t('st.person.confirmed', { by: row.confirmed.by ?? t('st.person.host') })} <TableTime at={row.confirmed.at} />
      </span>
    ) : (
      <span className="text-mute">{t('st.person.own')}</span>
    );
  return (
    <span className="flex flex-wrap gap-1">
      {row.ties.map((tie) => (
        <Badge key={tie.id} tone="warn">
          {tie.username || t('st.tie.elsewhere')} · {tie.why.map((why) => t(`st.tie.${why}`)).join(', ')}
        </Badge>
      ))}
    </span>
  );
}

function ConfirmDialog({ row, onClose }: { row: OperatorRow; onClose(): void }) {
  const t = useText(staffTexts);
  return (
    <ReasonDialog
      title={t('st.confirm.title', { name: row.name })}
      description={t('st.confirm.words')}
      confirm={t('st.confirm')}
      onConfirm={async (reason) => {
        await call(confirmOperator, { body: { id: row.id, reason } });
        await refetch(listOperators);
      }}
      onClose={onClose}
    />
  );
}

function LockDialog({ row, onClose }: { row: OperatorRow; onClose(): void }) {
  const t = useText(staffTexts);
  const isLocked = row.status !== 'LOCKED';
  return (
    <ReasonDialog
      title={t(isLocked ? 'st.lock.title' : 'st.unlock.title', { name: row.name })}
      description={t(isLocked ? 'st.lock.words' : 'st.unlock.words')}
      confirm={t(isLocked ? 'st.lock' : 'st.unlock')}
      look={isLocked ? 'danger' : 'brand'}
      onConfirm={async (reason) => {
        await call(lockOperator, { body: { id: row.id, isLocked, reason } });
        await refetch(listOperators);
      }}
      onClose={onClose}
    />
  );
}

function InviteDialog({ row, onMade, onClose }: { row: OperatorRow; onMade(token: string): void; onClose(): void }) {
  const t = useText(staffTexts);
  const form = useCallForm({
    route: inviteOperator,
    start: { forgetsApp: false, reason: '' },
    labels: {},
    otherwise: 'reason',
    body: ({ forgetsApp, reason }) => ({ id: row.id, forgetsApp, reason: reason.trim() }),
    onDone: async ({ setupToken }) => {
      await refetch(listOperators);
      onMade(setupToken);
    },
  });
  return (
    <ReasonForm form={form} title={t('st.invite.title')} description={t('st.invite.words')} confirm={t('st.invite')} onClose={onClose}>
      <div className="mb-3">
        <Checkbox isOn={form.values.forgetsApp} onChange={form.at('forgetsApp').onChange}>
          {t('st.invite.app')}
        </Checkbox>
      </div>
    </ReasonForm>
  );
}

export function PeoplePanel() {
  const t = useText(staffTexts);
  const canWrite = useCan('operator.write');
  const list = useCall(listOperators);
  const roles = useCall(listRoles).data?.roles ?? [];
  const [doing, setDoing] = useState<Doing>();
  const columns = useColumns(canWrite, setDoing);
  const end = () => setDoing(undefined);
  const show = (token: string) => setDoing({ what: 'link', token });
  return (
    <>
      {canWrite && (
        <div className="flex justify-end px-4 py-2.5 laptop:px-6">
          <Button look="brand" size={32} icon={<UserPlus aria-hidden="true" size={14} />} onClick={() => setDoing({ what: 'add' })}>
            {t('st.add')}
          </Button>
        </div>
      )}
      <Loaded query={list} title={t('st.failed')}>
        {(data) =>
          data.content.length === 0 ? (
            <EmptyState title={t('st.empty')} />
          ) : (
            <DataTable label={t('st.tab.people')} columns={columns} rows={data.content} keyOf={(row) => row.id} />
          )
        }
      </Loaded>
      {doing?.what === 'add' && <AddOperator roles={roles} onMade={show} onClose={end} />}
      {doing?.what === 'change' && <ChangeOperator row={doing.row} roles={roles} onClose={end} />}
      {doing?.what === 'lock' && <LockDialog row={doing.row} onClose={end} />}
      {doing?.what === 'confirm' && <ConfirmDialog row={doing.row} onClose={end} />}
      {doing?.what === 'invite' && <InviteDialog row={doing.row} onMade={show} onClose={end} />}
      {doing?.what === 'link' && <LinkDialog token={doing.token} onClose={end} />}
    </>
  );
}
