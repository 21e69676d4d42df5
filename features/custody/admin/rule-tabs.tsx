// The three views of what holds withdrawals back, as links under the head.
import { ViewLinks } from '@maru/kit/web/desk/view-links.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { ruleTexts } from './rule-texts.ts';

const views = [
  { value: 'rules', to: '/withdrawals/rules' },
  { value: 'levels', to: '/withdrawals/rules/levels' },
  { value: 'sanctions', to: '/withdrawals/rules/sanctions' },
] as const;

export function RuleTabs({ view }: { view: (typeof views)[number]['value'] }) {
  const t = useText(ruleTexts);
  return (
    <ViewLinks label={t('ru.tabs')} views={views.map(({ value, to }) => ({ to, words: t(`ru.tab.${value}`), isHere: view === value }))} />
  );
}
