// Addresses under sanctions that this site's operators added, beside the installation's own file.
import { call } from '@maru/kit/web/api-client.ts';
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { addDeskSanctions, dropDeskSanction, listDeskSanctions } from '../rules-admin-contract.ts';
import { sanctionColumns, sanctionFilters } from '../rule-list-contract.ts';
import { RuleTabs } from './rule-tabs.tsx';
import { ruleTexts } from './rule-texts.ts';

const SanctionForm = lazyArea<{ onClose(): void }>(() => import('./rule-forms.tsx').then((m) => m.SanctionForm));

export const SanctionsPage = defineDeskPage({
  texts: ruleTexts,
  title: 'ru.sanctions',
  line: 'ru.sanctions.line',
  tabs: <RuleTabs view="sanctions" />,
  list: {
    route: listDeskSanctions,
    columns: sanctionColumns,
    filters: sanctionFilters,
    looks: { address: { namesRow: true } },
    paging: 'pages',
    size: 30,
    keyOf: ({ sanctionId }) => sanctionId,
    empty: ['ru.sanctions.empty', 'ru.sanctions.empty.words'],
    none: ['ru.sanctions.none'],
    failed: ['ru.failed'],
  },
  actions: [{ key: 'add', label: 'ru.add', may: addDeskSanctions, look: 'brand', form: SanctionForm }],
  acts: [
    {
      key: 'drop',
      label: 'ru.drop',
      may: dropDeskSanction,
      ask: {
        title: (t, { address }) => t('ru.drop.title', { address }),
        words: 'ru.drop.words',
        confirm: 'ru.drop',
        call: ({ sanctionId }, reason) => call(dropDeskSanction, { body: { sanctionId, reason } }),
      },
    },
  ],
});
