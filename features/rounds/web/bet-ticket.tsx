// The ticket of the next round: stake, what a win pays and what a tie does, and two buttons that take no second tap.
import { Failure, messageOf } from '@maru/kit/web/failure.ts';
import { shortRound } from '@maru/kit/web/i18n/figures.ts';
import { type Text, useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { readAmount, tabDrafts } from '@maru/kit/web/tab-drafts.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Spinner } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { ArrowDownIcon, ArrowUpIcon, MinusIcon, PlusIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TradeOption, TradeRound } from '../contract.ts';
import { pointMath, poolShare } from './bet-figures.ts';
import { FundButton } from './fund-button.tsx';
import { LossRuler } from './loss-ruler.tsx';
import type { Play } from './play.ts';
import { PlaySwitch } from './play-switch.tsx';
import { roundNumber } from './round-board.ts';
import { roundsTexts } from './rounds-texts.ts';

export type Side = 'UP' | 'DOWN';
/** What stands in the field, by option. */
const stakeDrafts = tabDrafts<string>('maru.stakes', readAmount);
/** Two presses within it are one. */
const GUARD_MS = 600;

export interface TicketProps {
  option: TradeOption;
  round: TradeRound | undefined;
  /** What the BINARY wallet has; undefined: not known yet. */
  available: string | undefined;
  now: number;
  isPhone: boolean;
  play: Play;
}

export function useTicket({ option, round, available, now, play }: Omit<TicketProps, 'isPhone'>) {
  const t = useText(roundsTexts);
  const math = pointMath(option);
  const name = `${play.practice ? 'practice ' : ''}${option.tradeOptionId}`;
  const point = stakeDrafts.use(name) ?? math.first;
  const setPoint = (next: string) => stakeDrafts.change(name, () => next);
  const [busy, setBusy] = useState<Side | undefined>();
  const pressedAt = useRef(-GUARD_MS);
  const isOpen = option.state === 'OPEN' && round !== undefined && now >= Date.parse(round.betOpenAt) && now < Date.parse(round.betCloseAt);
  const isShort = available !== undefined && math.units(point) > math.units(available);
  const lacks = math.units(point) < math.units(option.minPoint) || math.units(point) > math.units(option.maxPoint);
  const reason =
    option.state === 'CLOSED'
      ? t(option.holiday === null ? 'bet.ticket.closed' : 'bet.ticket.holiday')
      : option.state === 'HALTED'
        ? t('bet.ticket.halted')
        : option.state === 'PAUSED'
          ? t('bet.ticket.paused')
          : isShort
            ? t('bet.ticket.short')
            : lacks
              ? t('bet.ticket.range', { min: math.round(option.minPoint), max: math.round(option.maxPoint) })
              : undefined;
  const press = async (side: Side) => {
    const at = performance.now();
    if (round === undefined || busy !== undefined || at - pressedAt.current < GUARD_MS) return;
    pressedAt.current = at;
    setBusy(side);
    try {
      const bet = await play.place({ point, tradeRoundId: round.tradeRoundId, type: side });
      const line = t('bet.ticket.placedLine', { side: t(`side.${side}`), amount: math.shown(bet.point), n: roundNumber(round) });
      toast({ title: t(play.practice ? 'practice.placed' : 'bet.ticket.placed'), line });
    } catch (error) {
      const isUnknown = error instanceof Failure && error.isUnknown;
      toast({ title: messageOf(error), ...(isUnknown && { line: t('bet.ticket.unknown') }), kind: 'warn' });
    } finally {
      setBusy(undefined);
    }
  };
  return { point, setPoint, math, busy, isOpen, isShort, reason, press };
}

export function BetTicket(props: TicketProps) {
  const t = useText(roundsTexts);
  const { option, round, isPhone, play } = props;
  const ticket = useTicket(props);
  const { math } = ticket;
  return (
    <section aria-label={t('bet.ticket.title')} className={isPhone ? 'flex flex-col gap-2' : 'flex flex-col gap-3'}>
      <PlayHead {...props} {...ticket} />
      <StakeField {...props} {...ticket} />
      {!isPhone && (
        <p className="flex justify-between text-12 text-mute">
          <span>{t('bet.ticket.range', { min: math.round(option.minPoint), max: math.round(option.maxPoint) })}</span>
          {play.practice ? <StartAgain play={play} /> : <Available {...props} {...ticket} />}
        </p>
      )}
      <Outcome {...props} {...ticket} />
      <div className={play.practice && '-m-1 rounded-8 bg-warn-tint p-1'}>
        {hasNothing(props, math) ? (
          <FundButton className={isPhone ? 'h-16' : 'h-22'} />
        ) : (
          <div className="grid grid-cols-2 gap-1.5">
            {(['UP', 'DOWN'] as const).map((side) => (
              <SideButton key={side} side={side} isPhone={isPhone} words={sideWords(props, side, t)} {...ticket} />
            ))}
          </div>
        )}
        {play.practice && <p className="pt-1 text-center text-12 font-semibold text-warn">{t('practice.buttons')}</p>}
      </div>
      {ticket.reason !== undefined && !hasNothing(props, math) && (
        <output className="flex justify-between gap-2 text-12 text-warn">
          {ticket.reason}
          {ticket.isShort && play.practice === undefined && (
            <OwnLink href="/dnw/transfer" className="touch font-semibold text-text underline underline-offset-2">
              {t('bet.ticket.fund')}
            </OwnLink>
          )}
        </output>
      )}
      {round && !isPhone && <PoolShare round={round} isOfOthers={play.practice !== undefined} />}
      {!isPhone && play.practice === undefined && <LossRuler currency={option.currency} />}
    </section>
  );
}

/** For money, and there is none: the buttons become the way to some. */
const hasNothing = ({ available, play }: TicketProps, math: ReturnType<typeof pointMath>) =>
  play.practice === undefined && available !== undefined && math.units(available) === 0n;

type Ticket = ReturnType<typeof useTicket>;

/** Whether it is for money, and on a phone or with practice money the balance beside it. */
function PlayHead(props: TicketProps & Ticket) {
  const { option, isPhone, play } = props;
  if (!option.hasPractice) return null;
  return (
    <div className="flex items-center justify-between gap-1.5 text-12 text-mute">
      <PlaySwitch option={option} />
      {isPhone && <StartAgain play={play} />}
      {(isPhone || play.practice) && <Available {...props} />}
    </div>
  );
}

function StartAgain({ play: { practice } }: Pick<TicketProps, 'play'>) {
  const t = useText(roundsTexts);
  const [isBusy, setBusy] = useState(false);
  const startAgain = practice?.startAgain;
  if (startAgain === undefined) return null;
  return (
    <button
      type="button"
      className="touch text-12 whitespace-nowrap text-text underline underline-offset-2 disabled:text-mute disabled:no-underline"
      disabled={isBusy}
      onClick={() => {
        setBusy(true);
        void startAgain().finally(() => setBusy(false));
      }}
    >
      {t('practice.again')}
    </button>
  );
}

/** The balance that bets are paid from; practice money says what it is. */
function Available({ option, available, math, play: { practice } }: TicketProps & Ticket) {
  const t = useText(roundsTexts);
  return (
    <span
      className={cx('whitespace-nowrap', practice && 'rounded-4 bg-warn-tint px-1.5 py-0.5 font-semibold text-warn')}
      data-testid="available"
    >
      {t(practice ? 'practice.available' : 'bet.ticket.available')}{' '}
      <b className={practice ? 'tabular-nums' : 'font-semibold text-text tabular-nums'}>
        {available === undefined ? '—' : math.brief(available)}
      </b>{' '}
      {option.currency}
    </span>
  );
}

/** What the side means; on a phone how many chose it, as the picture has it: with money, since practice is in no pool. */
function sideWords({ option, round, isPhone, play }: TicketProps, side: Side, t: Text<typeof roundsTexts>): string {
  if (isPhone && round !== undefined && play.practice === undefined) {
    const share = poolShare(round.pool);
    if (share !== undefined) return t('bet.ticket.chose', { percent: side === 'UP' ? share.up : share.down });
  }
  if (option.isInRound) return side === 'UP' ? t('bet.ticket.aboveNow') : t('bet.ticket.belowNow');
  return side === 'UP' ? t('bet.ticket.above') : t('bet.ticket.below');
}

/** What a win pays and what a tie does, before anything is pressed. */
function Outcome({ option, round, isPhone, math, point }: TicketProps & Ticket) {
  const t = useText(roundsTexts);
  const odds = option.odds.find(({ type }) => type === 'UP')?.odds ?? '1';
  const pays = math.payout(point, odds);
  if (isPhone)
    return (
      <p className="flex justify-between gap-2 text-12 text-mute tabular-nums" data-testid="pays">
        <span>{t('bet.ticket.paysShort', { amount: math.shown(pays), unit: option.currency })}</span>
        {round && <span>{t('rounds.number', { n: roundNumber(round) })}</span>}
      </p>
    );
  return (
    <div className="border-t border-line pt-3 text-12 text-mute">
      <p className="flex items-baseline justify-between gap-2">
        <span>{t('bet.ticket.pays', { odds })}</span>
        <span>
          <b className="text-20 font-bold text-text tabular-nums" data-testid="pays">
            {math.shown(pays)}
          </b>{' '}
          {option.currency}
        </span>
      </p>
      <p className="mt-1 flex justify-between">
        <span>{t('bet.ticket.tie', { amount: math.shown(point) })}</span>
        <span>
          {t('bet.ticket.profit')} <b className="font-semibold text-text tabular-nums">+{math.shown(math.minus(pays, point))}</b>
        </span>
      </p>
    </div>
  );
}

function StakeField({ option, available, isPhone, point, setPoint, math }: TicketProps & Ticket) {
  const t = useText(roundsTexts);
  const language = useLanguage();
  const most = math.least(option.maxPoint, available ?? option.maxPoint);
  const step = isPhone ? [10, 50] : [5, 10, 50, 100];
  const set = (next: string) => setPoint(math.within(next, most));
  // Won are long: on a phone their figure needs the steps' room.
  const isLong = isPhone && math.one === 1000;
  const button = 'touch flex shrink-0 items-center justify-center bg-hover text-text hover:brightness-95';
  return (
    <div className={isPhone ? 'flex gap-2' : 'flex flex-col gap-2'}>
      <div
        className={`flex items-center gap-1 rounded-4 border border-line bg-field pl-3 focus-within:border-2 focus-within:border-text ${isPhone ? 'h-12 flex-1' : 'h-13'}`}
      >
        <label className="shrink-0 text-12 text-mute" htmlFor="stake">
          {t('bet.ticket.amount')}
        </label>
        <AmountInput
          id="stake"
          className={`w-full min-w-0 bg-transparent text-right font-bold tabular-nums outline-none ${isLong ? 'text-16' : 'text-20'}`}
          value={point}
          onChange={setPoint}
          rules={{ decimals: Math.min(2, option.pointPrecision) }}
          step={math.step(1)}
        />
        {(!isPhone || isLong) && <span className="px-1.5 text-12 text-mute">{option.currency}</span>}
        {!isLong && (
          <>
            <button
              type="button"
              aria-label={t('bet.ticket.less')}
              className={`${button} ml-px h-full w-9`}
              onClick={() => set(math.add(point, -math.one * 5))}
            >
              <MinusIcon size={16} />
            </button>
            <button
              type="button"
              aria-label={t('bet.ticket.more')}
              className={`${button} ml-px h-full w-9 rounded-r-4`}
              onClick={() => set(math.add(point, math.one * 5))}
            >
              <PlusIcon size={16} />
            </button>
          </>
        )}
      </div>
      <div className={isPhone ? 'flex gap-1' : 'grid grid-cols-5 gap-1.5'}>
        {step.map((each) => (
          <button
            key={each}
            type="button"
            className={`${button} rounded-4 text-13 font-medium tabular-nums ${isPhone ? 'h-12 w-12' : 'h-8'}`}
            onClick={() => set(math.add(point, math.one * each))}
          >
            +{shortRound(math.one * each, language)}
          </button>
        ))}
        <button
          type="button"
          className={`${button} rounded-4 text-13 font-medium ${isPhone ? 'h-12 w-12' : 'h-8'}`}
          onClick={() => setPoint(most)}
        >
          {t('bet.ticket.most')}
        </button>
      </div>
    </div>
  );
}

function SideButton({ side, words, isPhone, busy, isOpen, reason, press }: { side: Side; words: string; isPhone: boolean } & Ticket) {
  const t = useText(roundsTexts);
  const Arrow = side === 'UP' ? ArrowUpIcon : ArrowDownIcon;
  const isOff = !isOpen || reason !== undefined;
  return (
    <button
      type="button"
      data-testid={`bet-${side}`}
      disabled={isOff || busy !== undefined}
      onClick={() => void press(side)}
      className={`touch flex flex-col items-center justify-center gap-1 rounded-8 text-on-solid disabled:bg-hover disabled:text-mute ${side === 'UP' ? 'bg-long' : 'bg-short'} ${isPhone ? 'h-16' : 'h-22'}`}
    >
      <span className="flex items-center gap-1.5 text-18 font-bold">
        {busy === side ? <Spinner /> : <Arrow size={20} aria-hidden="true" />}
        {t(`side.${side}`)}
      </span>
      <span className="text-12 tabular-nums">{words}</span>
    </button>
  );
}

function PoolShare({ round, isOfOthers }: { round: TradeRound; isOfOthers: boolean }) {
  const t = useText(roundsTexts);
  const share = poolShare(round.pool);
  return (
    <div className="text-11">
      <div className="flex h-1 gap-0.5" aria-hidden="true">
        <i className={cx('rounded-2', share ? 'bg-rise' : 'bg-line')} style={{ flexGrow: share?.up ?? 1 }} />
        <i className={cx('rounded-2', share ? 'bg-fall' : 'bg-line')} style={{ flexGrow: share?.down ?? 1 }} />
      </div>
      {share === undefined ? (
        <p className="mt-1 text-mute">{t('bet.ticket.noneYet')}</p>
      ) : (
        <p className="mt-1 flex justify-between tabular-nums">
          <span className="text-rise">{t('bet.ticket.share', { side: t('side.UP'), percent: share.up, count: round.pool.upCount })}</span>
          <span className="text-fall">
            {t('bet.ticket.share', { side: t('side.DOWN'), percent: share.down, count: round.pool.downCount })}
          </span>
        </p>
      )}
      {isOfOthers && <p className="text-mute">{t('practice.pool')}</p>}
    </div>
  );
}
