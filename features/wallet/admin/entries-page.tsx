// Ledger entries made by hand: what was asked for, agreed to and posted, and beside it the form that asks.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { useUrlState } from '@maru/kit/web/desk/url-state.ts';
import { directionOf, figure } from '@maru/kit/web/i18n/figures.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { askEntry, askGrantFund, listEntries } from '../admin-contract.ts';
import { entryColumns, entryFilters } from '../entry-list-contract.ts';
import { looksOf } from './entry-cells.tsx';
import { entryTexts } from './entry-texts.ts';

const usdt = (amount: string) => figure(amount, { decimals: 2 });

const EntryForm = lazyArea(() => import('./entry-form.tsx').then((m) => m.EntryForm));
const FundDialog = lazyArea(() => import('./fund-dialog.tsx').then((m) => m.FundDialog));

function FormOfAddress() {
  const [{ member }] = useUrlState({ member: '' });
  return <EntryForm key={member} member={member} />;
}

export const EntriesPage = defineDeskPage({
  texts: entryTexts,
  title: 'e.title',
  note: (t, { purse, promised, others }) =>
    [
      t('e.purse', { amount: usdt(purse) }),
      directionOf(promised) !== 0 && t('e.promised', { amount: usdt(promised) }),
      ...others.map((one) => `${figure(one.purse)} ${one.currency}`),
    ]
      .filter(Boolean)
      .join(' · '),
  list: {
    route: listEntries,
    asks: { size: '100' },
    columns: entryColumns,
    filters: entryFilters,
    useLooks: (t) => useMemo(() => looksOf(t), [t]),
    keyOf: ({ id }) => id,
    label: 'e.list',
    heading: 'e.list',
    isTall: true,
    empty: ['e.empty', 'e.empty.words'],
    failed: ['e.failed'],
  },
  actions: [{ key: 'fund', label: 'e.fund', icon: <Plus size={14} />, may: askGrantFund, form: FundDialog }],
  beside: { columns: 'minmax(0, 1fr) 400px', may: askEntry, Form: FormOfAddress },
});
