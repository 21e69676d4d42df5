// Banks on the desk: the list of all sites, and which of them this site offers its members.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { refetch } from '@maru/kit/web/query.ts';
import { listDeskBanks, offerBank, saveBank } from '../bank-contract.ts';
import { bankColumns } from '../bank-list-contract.ts';
import { BankDialog } from './bank-dialog.tsx';
import { bankTexts } from './bank-texts.ts';

export const BanksPage = defineDeskPage({
  texts: bankTexts,
  title: 'bk.title',
  line: 'bk.words',
  list: {
    route: listDeskBanks,
    columns: bankColumns,
    looks: {
      place: { width: '80px' },
      code: { width: '90px' },
      ko: { namesRow: true },
      en: { isQuiet: true },
      state: { tone: ({ isOffered }) => (isOffered ? 'good' : 'plain') },
    },
    keyOf: ({ id }) => id,
    empty: ['bk.none'],
    failed: ['bk.failed'],
  },
  actions: [{ key: 'new', label: 'bk.new', may: saveBank, look: 'brand', form: BankDialog }],
  acts: [
    { key: 'change', label: 'bk.change', may: saveBank, form: BankDialog },
    {
      key: 'offer',
      label: (t, { isOffered }) => t(isOffered ? 'bk.hide' : 'bk.show'),
      may: offerBank,
      ask: {
        title: (t, { isOffered, nameKo }) => t(isOffered ? 'bk.hide.title' : 'bk.show.title', { name: nameKo }),
        words: (t, { isOffered }) => t(isOffered ? 'bk.hide.words' : 'bk.show.words'),
        confirm: (t, { isOffered }) => t(isOffered ? 'bk.hide' : 'bk.show'),
        call: async ({ id, isOffered }, reason) => {
          await call(offerBank, { body: { id, isOffered: !isOffered, reason } });
          await refetch(listDeskBanks);
        },
      },
    },
  ],
});
