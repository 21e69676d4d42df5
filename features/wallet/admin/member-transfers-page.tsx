// Transfers between members: who sent what to whom and how it ended, and above them their limits and the switch of the site's.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { changeMemberTerms, listMemberTransfers, openMemberTransfers, pauseMemberTransfers } from '../member-transfer-admin-contract.ts';
import { memberTransferColumns, memberTransferFilters } from '../member-transfer-list-contract.ts';
import { memberTransferLooks, TermsBadge } from './member-transfer-cells.tsx';
import { deskTransferTexts } from './member-transfer-texts.ts';
const LimitsForm = lazyArea(() => import('./member-transfer-form.tsx').then((m) => m.LimitsForm));

export const MemberTransfersPage = defineDeskPage({
  texts: deskTransferTexts,
  title: 'wm.title',
  note: (t, { terms: { least, most, dayMost, secondFrom } }) =>
    t('wm.note', { least: figure(least), most: figure(most), dayMost: figure(dayMost), secondFrom: figure(secondFrom) }),
  Badges: TermsBadge,
  list: {
    route: listMemberTransfers,
    columns: memberTransferColumns,
    filters: memberTransferFilters,
    looks: memberTransferLooks,
    paging: 'pages',
    size: 30,
    keyOf: ({ transferId }) => transferId,
    everyMs: 10_000,
    empty: ['wm.empty', 'wm.empty.words'],
    none: ['wm.none'],
    failed: ['wm.failed'],
  },
  actions: [
    { key: 'change', label: 'wm.change', may: changeMemberTerms, when: (reply) => reply !== undefined, form: LimitsForm },
    {
      key: 'pause',
      label: 'wm.pause',
      may: pauseMemberTransfers,
      when: (reply) => reply?.terms.isPaused === false,
      look: 'danger',
      ask: {
        title: 'wm.pause.title',
        words: 'wm.pause.words',
        confirm: 'wm.pause',
        call: (_reply, reason) => call(pauseMemberTransfers, { body: { reason } }),
      },
    },
    {
      key: 'reopen',
      label: 'wm.reopen',
      may: openMemberTransfers,
      when: (reply) => reply?.terms.isPaused === true,
      ask: {
        title: 'wm.reopen.title',
        words: 'wm.reopen.words',
        confirm: 'wm.reopen',
        call: (_reply, reason) => call(openMemberTransfers, { body: { reason } }),
      },
    },
  ],
  file: { label: 'wm.file', name: 'member-transfers' },
});
