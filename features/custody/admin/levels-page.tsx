// How much of a member's may leave, by its level: what a level asks for, and its limits.
import { defineDeskPage } from '@maru/kit/web/desk/define-page.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { Figure } from '@maru/kit/web/ui/figure.tsx';
import { changeDeskLevel, type DeskLevel, listDeskLevels } from '../rules-admin-contract.ts';
import { levelColumns } from '../rule-list-contract.ts';
import { RuleTabs } from './rule-tabs.tsx';
import { ruleTexts } from './rule-texts.ts';

const LevelForm = lazyArea<{ of: DeskLevel; onClose(): void }>(() => import('./rule-forms.tsx').then((m) => m.LevelForm));

export const LevelsPage = defineDeskPage({
  texts: ruleTexts,
  title: 'ru.levels',
  line: 'ru.levels.line',
  tabs: <RuleTabs view="levels" />,
  list: {
    route: listDeskLevels,
    columns: levelColumns,
    looks: {
      level: { namesRow: true },
      day: ({ dayMost }, text) => (dayMost === null ? text : <Figure value={dayMost} />),
      month: ({ monthMost }, text) => (monthMost === null ? text : <Figure value={monthMost} />),
    },
    rows: (reply) => reply,
    keyOf: ({ level }) => level,
    empty: ['ru.levels.empty'],
    failed: ['ru.failed'],
  },
  acts: [{ key: 'change', label: 'ru.change', may: changeDeskLevel, form: LevelForm }],
});
