// Sign-ups that wait for an operator: the oldest first, let in or refused with a reason that the mail tells.
import { call } from '@maru/kit/web/api-client.ts';
import { ageWords } from '@maru/kit/web/desk/age.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import type { Text } from '@maru/kit/web/i18n/use-text.ts';
import { refetch } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Link } from '@tanstack/react-router';
import { decideSignUp } from '../admin-acts-contract.ts';
import { type DeskMember, listMembers } from '../admin-contract.ts';
import { memberColumns } from '../member-list-contract.ts';
import { memberTexts } from './desk-texts.ts';
import { partnerCell } from './status-badges.tsx';

const decide = (decision: 'APPROVE' | 'REFUSE') => async (member: DeskMember, reason: string, t: Text<typeof memberTexts>) => {
  await call(decideSignUp, { body: { playerId: member.id, decision, reason } });
  toast({ title: t('mw.done'), kind: 'done' });
  await refetch(listMembers);
};

export const WaitingPage = defineDeskPage({
  texts: memberTexts,
  title: 'mw.title',
  note: (t, { total }) => t('md.count', { n: total, count: total }),
  list: {
    route: listMembers,
    asks: { status: 'WAIT', sort: 'joined', isUp: 'true', size: '200' },
    columns: memberColumns,
    shown: ['nick', 'username', 'name', 'phone', 'partner', 'joined'],
    looks: {
      nick: (row) => (
        <Link to={`/members/${row.id}`} className="font-semibold hover:underline">
          {row.nick}
        </Link>
      ),
      partner: partnerCell,
      joined: (row) => ageWords(row.joinedAt),
    },
    keyOf: ({ id }) => id,
    isTall: true,
    empty: ['mw.empty', 'mw.empty.words'],
    failed: ['md.failed'],
  },
  acts: (['refuse', 'approve'] as const).map((kind) => ({
    key: kind,
    label: `mw.${kind}` as const,
    may: decideSignUp,
    look: kind === 'approve' ? ('brand' as const) : ('line' as const),
    ask: {
      title: (t: Text<typeof memberTexts>, { nick }: DeskMember) => t(`mw.${kind}.title`, { who: nick }),
      words: `mw.${kind}.words` as const,
      confirm: `mw.${kind}` as const,
      look: kind === 'approve' ? ('brand' as const) : ('danger' as const),
      call: decide(kind === 'approve' ? 'APPROVE' : 'REFUSE'),
    },
  })),
});
