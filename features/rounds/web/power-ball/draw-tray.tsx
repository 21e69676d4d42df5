// The tray: the coming draw with its sealed balls, or the one that is being shown, beside the last result; the five steps below.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { currentLanguage } from '@maru/kit/web/i18n/language.ts';
import { useState } from 'react';
import type { TradeRound } from '../../contract.ts';
import type { DrawRow } from '../../power-ball-contract.ts';
import { pointMath } from '../bet-figures.ts';
import { roundNumber } from '../round-board.ts';
import { Balls, inOrder } from './balls.tsx';
import { DrawBadge } from './draw-badge.tsx';
import { signsOf } from './draw-facts.ts';
import { DrawSteps } from './draw-steps.tsx';
import type { PowerBallView } from './power-ball-view.ts';
import type { DrawShow } from './use-draws.ts';
import { powerBallTexts } from './power-ball-texts.ts';

export function DrawTray(view: PowerBallView) {
  const { betting, draws, now, isPhone, isTight, onShow } = view;
  const { show, list, proof } = draws;
  const fixed = useFixed(betting?.tradeRoundId, proof?.entropy != null);
  if (betting === undefined) return <SkeletonBlock className={isPhone ? 'h-64' : 'h-48'} />;
  const isShowing = show.tradeRoundId !== undefined;
  // The result that is being shown takes the place of the last one only when all of it is seen.
  const last = isShowing ? list.find(({ tradeRoundId }) => tradeRoundId !== show.tradeRoundId) : list[0];
  return (
    <section
      className={cx(
        'flex flex-col bg-surface',
        isPhone ? 'gap-3 px-4 py-3' : 'rounded-8 px-6',
        isTight ? 'gap-3 py-3' : !isPhone && 'h-48 justify-between pt-3 pb-1.5',
      )}
      data-testid="tray"
    >
      <div className={isPhone ? 'flex flex-col gap-4' : cx('grid gap-6', isTight ? 'grid-cols-2' : 'grid-cols-[616px_minmax(0,1fr)]')}>
        <Coming {...view} />
        {last === undefined ? (
          <p className={cx('self-center text-12 text-mute', !isPhone && 'border-l border-line pl-6')}>
            {!draws.isLoading && view.t('tray.unknown')}
          </p>
        ) : (
          <Result draw={last} isPhone={isPhone} isSmall={isPhone || isTight} onShow={onShow} />
        )}
      </div>
      <DrawSteps
        round={stepsOf(betting, show)}
        now={now}
        proof={proof}
        hasValue={isShowing ? fixed === show.tradeRoundId || show.draw?.entropy != null : proof?.entropy != null}
        isShowing={isShowing}
        isOpened={isShowing && show.shown === 6}
        isPhone={isPhone || isTight}
      />
    </section>
  );
}

/** The last round whose public value was seen fixed: when its draw is waited for, the betting round is the next already. */
function useFixed(tradeRoundId: number | undefined, isFixed: boolean): number | undefined {
  const [fixed, setFixed] = useState<number>();
  if (isFixed && fixed !== tradeRoundId) setFixed(tradeRoundId);
  return fixed;
}

/** While balls are shown the steps are those of their round. */
function stepsOf(round: TradeRound, { tradeRoundId, draw }: DrawShow): TradeRound {
  return tradeRoundId === undefined ? round : { ...roundBefore(round), commit: draw?.seal ?? null };
}

function roundBefore(round: TradeRound): TradeRound {
  const length = Date.parse(round.endAt) - Date.parse(round.startAt);
  const before = (at: string) => new Date(Date.parse(at) - length).toISOString();
  const { betCloseAt, startAt, endAt } = round;
  return { ...round, betCloseAt: before(betCloseAt), startAt: before(startAt), endAt: before(endAt) };
}

function Coming({ betting, draws, now, bets, option, isPhone, isTight, t }: PowerBallView) {
  const { show } = draws;
  const round = show.draw ?? betting;
  if (round === undefined || betting === undefined) return null;
  const math = pointMath(option);
  const isSmall = isPhone || isTight;
  const isShowing = show.tradeRoundId !== undefined;
  const isLocked = now >= Date.parse(betting.betCloseAt);
  const n = roundNumber(isShowing ? roundBefore(betting) : betting);
  const title = isShowing ? t(show.shown === 6 ? 'tray.drawn' : 'tray.drawing', { n }) : t(isLocked ? 'tray.locked' : 'tray.coming', { n });
  const mine = bets.open.filter(({ tradeRoundId }) => tradeRoundId === betting.tradeRoundId);
  const staked = mine.reduce((sum, bet) => sum + math.units(bet.point), 0n);
  const all = math.units(betting.pool.up) + math.units(betting.pool.down);
  const isVoid = show.draw?.balls === null;
  return (
    <div className="min-w-0" data-testid="coming">
      <p className="flex items-baseline gap-2">
        <b className="text-16 font-bold">{title}</b>
        <span className="text-12 text-mute tabular-nums">
          {t('tray.drawnAt', { at: moment(isShowing ? betting.startAt : betting.endAt, 'time') })}
        </span>
      </p>
      <div className={cx('mt-2 flex items-center', isSmall ? 'flex-wrap gap-2' : 'gap-5')}>
        <Balls balls={show.draw?.balls ?? undefined} size={isSmall ? 40 : 48} shown={show.shown} />
        <output className="text-12 text-sub">
          {isVoid ? t('tray.void') : isShowing ? t(show.draw === undefined ? 'tray.waitWords' : 'tray.decidedWords') : t('tray.ballsWords')}
          {!isShowing && <span className={isSmall ? '' : 'block'}> {t('tray.sealedWords')}</span>}
        </output>
      </div>
      {show.draw != null && show.draw.balls !== null && show.shown === 6 ? (
        <Signs balls={show.draw.balls} />
      ) : (
        <p className={cx('mt-2 flex flex-wrap gap-1.5', isShowing && 'invisible')}>
          <Chip>{t('tray.bets', { count: (betting.pool.upCount + betting.pool.downCount).toLocaleString('en-US') })}</Chip>
          <Chip>{t('tray.sum', { amount: math.shown(math.text(all)), unit: option.currency })}</Chip>
          <Chip>{staked === 0n ? t('tray.mine.none') : t('tray.mine', { amount: math.shown(math.text(staked)) })}</Chip>
        </p>
      )}
    </div>
  );
}

interface ResultProps {
  draw: DrawRow;
  isPhone: boolean;
  isSmall: boolean;
  onShow(tradeRoundId: number): void;
}

function Result({ draw, isPhone, isSmall, onShow }: ResultProps) {
  const t = useText(powerBallTexts);
  return (
    <div className={cx('min-w-0', !isPhone && 'border-l border-line pl-6')} data-testid="last-result">
      <p className="flex items-baseline gap-2">
        <b className="text-16 font-bold">{t('tray.result', { n: roundNumber(draw) })}</b>
        <span className="text-12 text-mute tabular-nums">{moment(draw.endAt, 'time')}</span>
        <span className="ml-auto self-center">
          <DrawBadge draw={draw} onShow={onShow} />
        </span>
      </p>
      {draw.balls === null ? (
        <p className="mt-4 text-13 text-sub">{t('tray.void')}</p>
      ) : (
        <>
          <div className="mt-2">
            <Balls balls={inOrder(draw.balls)} size={isSmall ? 40 : 48} />
          </div>
          <Signs balls={draw.balls} />
        </>
      )}
    </div>
  );
}

function Signs({ balls }: { balls: readonly number[] }) {
  const t = useText(powerBallTexts);
  const signs = signsOf(balls);
  const size = POWER_BALL_MARKETS.find(({ code }) => code === signs.size);
  const parity = (isOdd: boolean) => t(isOdd ? 'road.odd' : 'road.even');
  const half = (isOver: boolean) => t(isOver ? 'road.over' : 'road.under');
  return (
    <p className="mt-2 flex flex-wrap gap-1.5">
      <Chip>{t('chip.sum', { n: signs.sum })}</Chip>
      <Chip>{t('chip.sumOf', { word: parity(signs.isSumOdd) })}</Chip>
      <Chip>{t('chip.sumOf', { word: half(signs.isSumOver) })}</Chip>
      <Chip>{size?.[currentLanguage()]}</Chip>
      <Chip>{t('chip.powerOf', { word: parity(signs.isPowerOdd) })}</Chip>
      <Chip>{t('chip.powerOf', { word: half(signs.isPowerOver) })}</Chip>
    </p>
  );
}

function Chip({ children }: { children: React.ReactNode }) {
  return (
    <span className="inline-flex h-5.5 items-center rounded-4 bg-hover px-1.5 text-12 font-medium text-sub tabular-nums">{children}</span>
  );
}
