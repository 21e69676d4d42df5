// The three views of rounds on the desk, as links under the head.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Link } from '@tanstack/react-router';
import { gamesTexts } from './games-texts.ts';

const views = [
  { value: 'live', to: '/rounds' },
  { value: 'games', to: '/rounds/games' },
  { value: 'past', to: '/rounds/past' },
] as const;
export type RoundsView = (typeof views)[number]['value'];

export function RoundsTabs({ view }: { view: RoundsView }) {
  const t = useText(gamesTexts);
  return (
    <nav aria-label={t('rd.tabs')} className="flex h-9 gap-4 border-b border-line px-4 pointer-coarse:h-11 laptop:px-6">
      {views.map(({ value, to }) => (
        <Link
          key={value}
          to={to}
          aria-current={view === value ? 'page' : undefined}
          className={cx(
            'touch -mb-px inline-flex items-center border-b-2 text-13',
            view === value ? 'border-text font-semibold text-text' : 'border-transparent font-medium text-mute hover:text-text',
          )}
        >
          {t(`rd.tab.${value}`)}
        </Link>
      ))}
    </nav>
  );
}
