// Rounds that members have money on now: both sides against their cap; a site without games has no such panel.
import { useCan } from '@maru/kit/web/desk/desk-site.ts';
import { DeskPanel } from '@maru/kit/web/desk/page.tsx';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { CapRulers } from '@maru/rounds/admin/cap-rulers.tsx';
import { useGameName } from '@maru/rounds/admin/game-words.ts';
import { readLiveRounds } from '@maru/rounds/desk-contract.ts';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { todayTexts } from './today-texts.ts';

const shown = 4;
const askEveryMs = 5_000;

export function RoundsPanel() {
  const t = useText(todayTexts);
  const nameOf = useGameName();
  const can = useCan('rounds.read');
  const { data } = useCall(readLiveRounds, { isOn: can, everyMs: askEveryMs, keepsOld: true });
  if (data === undefined || data.games.length === 0) return null;
  const running = data.games.flatMap((game) => game.rounds.filter(({ bets }) => bets > 0).map((live) => ({ game, live })));
  return (
    <DeskPanel
      title={t('td.rounds')}
      aside={
        <Link to="/rounds" className="touch inline-flex items-center gap-1 hover:text-text">
          {t('td.rounds.all', { count: running.length })}
          <ChevronRight aria-hidden="true" size={13} />
        </Link>
      }
    >
      {running.length === 0 ? (
        <p className="py-6 text-center text-13 text-mute">{t('td.rounds.none')}</p>
      ) : (
        <ul className="divide-y divide-line">
          {running.slice(0, shown).map(({ game, live }) => (
            <li key={live.round.tradeRoundId} className="py-2 first:pt-0 last:pb-0">
              <p className="text-13 font-semibold">{nameOf(game)}</p>
              <CapRulers game={game} live={live} currency={data.currency} />
            </li>
          ))}
        </ul>
      )}
    </DeskPanel>
  );
}
