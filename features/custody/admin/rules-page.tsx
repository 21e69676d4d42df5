// What is looked at before a withdrawal goes: the site's rules, each with its threshold and who has to look.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { changeDeskRule, type DeskRule, listDeskRules } from '../rules-admin-contract.ts';
import { ruleColumns } from '../rule-list-contract.ts';
import { RuleTabs } from './rule-tabs.tsx';
import { ruleTexts } from './rule-texts.ts';

const RuleForm = lazyArea<{ of: DeskRule; onClose(): void }>(() => import('./rule-forms.tsx').then((m) => m.RuleForm));

export const RulesPage = defineDeskPage({
  texts: ruleTexts,
  title: 'ru.title',
  line: 'ru.line',
  tabs: <RuleTabs view="rules" />,
  list: {
    route: listDeskRules,
    columns: ruleColumns,
    looks: {
      rule: { namesRow: true },
      isOn: { tone: ({ isOn }) => (isOn ? 'good' : 'plain') },
      threshold: (row, text) => (row.threshold === null ? text || '–' : <Figure value={row.threshold} />),
      action: { isQuiet: true },
    },
    rows: (reply) => reply,
    keyOf: ({ rule }) => rule,
    empty: ['ru.empty'],
    failed: ['ru.failed'],
  },
  acts: [{ key: 'change', label: 'ru.change', may: changeDeskRule, form: RuleForm }],
});
