// The three views of rounds on the desk, as links under the head.
import { ViewLinks } from '@maru/kit/web/desk/view-links.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { gamesTexts } from './games-texts.ts';

const views = [
  { value: 'live', to: '/rounds' },
  { value: 'games', to: '/rounds/games' },
  { value: 'past', to: '/rounds/past' },
] as const;

export function RoundsTabs({ view }: { view: (typeof views)[number]['value'] }) {
  const t = useText(gamesTexts);
  return (
    <ViewLinks label={t('rd.tabs')} views={views.map(({ value, to }) => ({ to, words: t(`rd.tab.${value}`), isHere: view === value }))} />
  );
}
