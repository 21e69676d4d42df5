// Sign-ups that wait for an operator: the oldest first, let in or refused with a reason that the letter tells.
import { call } from '@maru/kit/web/api-client.ts';
import { DataTable, type DeskColumn } from '@maru/kit/web/desk/data-table.tsx';
import { IfCan } from '@maru/kit/web/desk/if-can.tsx';
import { type Looks, useListColumns } from '@maru/kit/web/desk/list-columns.tsx';
import { Loaded } from '@maru/kit/web/desk/loaded.tsx';
import { DeskPage } from '@maru/kit/web/desk/page.tsx';
import { ReasonDialog } from '@maru/kit/web/desk/reason-dialog.tsx';
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { type Text, useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { EmptyState } from '@maru/kit/web/ui/states.tsx';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { decideSignUp } from '../admin-acts-contract.ts';
import { type DeskMember, listMembers } from '../admin-contract.ts';
import { memberColumns } from '../member-list-contract.ts';
import { partnerCell } from './status-badges.tsx';
import { memberTexts } from './desk-texts.ts';

type Decision = { member: DeskMember; isLetIn: boolean };

export function WaitingPage() {
  const t = useText(memberTexts);
  const list = useCall(listMembers, { query: { status: 'WAIT', sort: 'joined', isUp: 'true', size: '200' } });
  const columns = useListColumns(memberColumns, looks, shown);
  const [decision, setDecision] = useState<Decision>();
  return (
    <DeskPage title={t('mw.title')} note={list.data && t('md.count', { count: list.data.total })}>
      <Loaded query={list} title={t('md.failed')}>
        {({ content }) =>
          content.length === 0 ? (
            <EmptyState title={t('mw.empty')}>{t('mw.empty.words')}</EmptyState>
          ) : (
            <DataTable
              label={t('mw.title')}
              isTall
              columns={[...columns, actColumn(t, setDecision)]}
              rows={content}
              keyOf={(row) => row.id}
            />
          )
        }
      </Loaded>
      {decision && <DecisionDialog {...decision} onClose={() => setDecision(undefined)} />}
    </DeskPage>
  );
}

const shown = ['nick', 'username', 'name', 'phone', 'partner', 'joined'];
const looks: Looks<DeskMember> = {
  nick: (row) => (
    <Link to={`/members/${row.id}`} className="font-semibold hover:underline">
      {row.nick}
    </Link>
  ),
  partner: partnerCell,
  joined: (row) => ageWords(row.joinedAt),
};

const actColumn = (t: Text<typeof memberTexts>, onDecide: (decision: Decision) => void): DeskColumn<DeskMember> => ({
  key: 'act',
  head: '',
  isAtHand: true,
  isFigure: true,
  width: '170px',
  cell: (row) => (
    <IfCan right="member.approve">
      <span className="inline-flex gap-2">
        <Button size={32} onClick={() => onDecide({ member: row, isLetIn: false })}>
          {t('mw.refuse')}
        </Button>
        <Button size={32} look="brand" onClick={() => onDecide({ member: row, isLetIn: true })}>
          {t('mw.approve')}
        </Button>
      </span>
    </IfCan>
  ),
});

function DecisionDialog({ member, isLetIn, onClose }: Decision & { onClose(): void }) {
  const t = useText(memberTexts);
  const kind = isLetIn ? 'approve' : 'refuse';
  const decide = async (reason: string) => {
    await call(decideSignUp, { body: { playerId: member.id, decision: isLetIn ? 'APPROVE' : 'REFUSE', reason } });
    toast({ title: t('mw.done'), kind: 'done' });
    await refetch(listMembers);
  };
  return (
    <ReasonDialog
      title={t(`mw.${kind}.title`, { who: member.nick })}
      description={t(`mw.${kind}.words`)}
      confirm={t(`mw.${kind}`)}
      look={isLetIn ? 'brand' : 'danger'}
      onConfirm={decide}
      onClose={onClose}
    />
  );
}
