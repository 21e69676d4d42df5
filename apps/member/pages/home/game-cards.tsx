// Boards of the games: the running round of the first binary game with how the last ones went, the sealed draw to come, and the reels.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useServerTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { publicOptions, recentRounds, type TradeOption } from '@maru/rounds/contract.ts';
import { powerBallSeals } from '@maru/rounds/power-ball-contract.ts';
import { listSlots } from '@maru/slot/contract.ts';
import { Link } from '@tanstack/react-router';
import { LockIcon } from 'lucide-react';
import { paths } from '../../paths.ts';
import { lengthsText } from './game-lengths.ts';
import { homeTexts } from './home-texts.ts';
import { ProductCard, productCardLink } from './product-card.tsx';

const isDraw = ({ group }: TradeOption): boolean => group === 'POWERBALL';

function useGames(isOfDraws: boolean): TradeOption[] {
  const { data = [] } = useCall(publicOptions, { staleMs: 60_000 });
  return data.filter((option) => isDraw(option) === isOfDraws);
}

function useLengths(games: readonly TradeOption[]): string | undefined {
  return lengthsText(
    useText(homeTexts),
    games.map(({ durationSeconds }) => durationSeconds),
  );
}

export function BinaryCard() {
  const t = useText(homeTexts);
  const games = useGames(false);
  const odds = Math.max(0, ...games.flatMap((game) => game.odds.map((each) => Number(each.odds))));
  const lengths = useLengths(games);
  return (
    <Link to={paths.binary} className={productCardLink}>
      <ProductCard
        title={t('home.binary')}
        lines={[t('home.binary.1'), t('home.binary.2')]}
        facts={[
          [t('home.game.length'), lengths ?? '–'],
          [t('home.binary.pays'), odds === 0 ? '–' : t('home.binary.pays.value', { odds: figure(String(odds)) })],
        ]}
        short={t('home.binary.short')}
        shortFact={lengths ?? t('home.binary.1')}
        instrument={games[0] && <RunningRound game={games[0]} />}
      />
    </Link>
  );
}

const RING = 2 * Math.PI * 25;

/** Seconds until the running round ends, and up to sixteen results before it. */
function RunningRound({ game }: { game: TradeOption }) {
  const t = useText(homeTexts);
  const left = useSecondsLeft(game.durationSeconds);
  const { data = [] } = useCall(recentRounds, { query: { tradeOptionId: String(game.tradeOptionId) }, everyMs: 30_000 });
  const shown = data.filter(({ status }) => status === 1 || status === 2).slice(0, 16);
  return (
    <div className="flex items-center gap-3.5">
      <div className="relative size-14">
        <svg width="56" height="56" viewBox="0 0 56 56" className="-rotate-90">
          <circle cx="28" cy="28" r="25" fill="none" strokeWidth="4" className="stroke-line" />
          <circle
            cx="28"
            cy="28"
            r="25"
            fill="none"
            strokeWidth="4"
            className="stroke-text"
            strokeDasharray={`${(RING * left) / game.durationSeconds} ${RING}`}
          />
        </svg>
        <span className="absolute inset-0 grid place-items-center text-14 font-semibold tabular-nums">
          {`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}
        </span>
      </div>
      {shown.length > 0 && (
        <div>
          <span className="text-12 text-mute">{t('home.binary.past')}</span>
          <div className="mt-1 grid grid-cols-8 gap-1 text-[9px] leading-3">
            {shown.map(({ tradeRoundId, status }) => (
              <span key={tradeRoundId} className={status === 1 ? 'text-rise' : 'text-fall'}>
                {status === 1 ? '▲' : '▼'}
              </span>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function useSecondsLeft(length: number): number {
  return length - ((useServerTime(1_000) / 1_000) % length);
}

export function PowerBallCard() {
  const t = useText(homeTexts);
  const games = useGames(true);
  const lengths = useLengths(games);
  return (
    <Link to={paths.powerBall} className={productCardLink}>
      <ProductCard
        title={t('home.powerball')}
        lines={[t('home.powerball.1'), t('home.powerball.2')]}
        facts={[
          [t('home.game.length'), lengths ?? '–'],
          [t('home.powerball.balls'), t('home.powerball.balls.value')],
        ]}
        short={t('home.powerball.short')}
        shortFact={lengths ?? t('home.powerball.balls.value')}
        instrument={games[0] && <SealedDraw game={games[0]} />}
      />
    </Link>
  );
}

/** The seal of the next draw over six places that nobody knows yet. */
function SealedDraw({ game }: { game: TradeOption }) {
  const { data } = useCall(powerBallSeals, { query: { tradeOptionId: String(game.tradeOptionId) }, everyMs: 60_000 });
  const seal = data?.rounds[0]?.seal;
  return (
    <div className="flex flex-col items-end gap-1.5">
      {seal && (
        <span className="flex items-center gap-1 rounded-4 bg-soft px-1.5 text-12 text-sub tabular-nums">
          <LockIcon size={12} aria-hidden="true" />
          {`${seal.slice(0, 4)}…${seal.slice(-4)}`}
        </span>
      )}
      <span className="flex gap-1">
        {[0, 1, 2, 3, 4].map((ball) => (
          <i key={ball} className="size-5 rounded-4 bg-wood-2" />
        ))}
        <i className="size-5 rounded-full bg-brand" />
      </span>
    </div>
  );
}

export function SlotCard() {
  const t = useText(homeTexts);
  const { data } = useCall(listSlots, { staleMs: 300_000 });
  const game = data?.[0];
  const most = game && t('home.slot.most.value', { times: game.mostPays });
  return (
    <Link to={paths.slots} className={productCardLink}>
      <ProductCard
        title={t('home.slot')}
        lines={[t('home.slot.1'), t('home.slot.2')]}
        facts={[
          [t('home.slot.return'), game ? `${figure(game.returnPercent, { decimals: 2 })}%` : '–'],
          [t('home.slot.most'), most ?? '–'],
        ]}
        short={t('home.slot.short')}
        shortFact={most ?? t('home.slot.1')}
        instrument={<Reels />}
      />
    </Link>
  );
}

/** Three reels with the middle line complete. */
function Reels() {
  return (
    <span className="grid grid-cols-3 gap-1.5 rounded-8 bg-wood-1 p-1.5">
      {['top', 'middle', 'bottom'].map((line) =>
        [0, 1, 2].map((reel) => (
          <i key={`${line} ${reel}`} className={`h-4.5 w-8 rounded-4 ${line === 'middle' ? 'bg-brand' : 'bg-wood-2'}`} />
        )),
      )}
    </span>
  );
}
