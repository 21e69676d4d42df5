// The ticket: stake with presets, what the most would pay, one button that takes no second press, and in words whatever stands in the way.
import { shortRound } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { Spinner } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { OwnLink } from '@maru/kit/web/ui/own-link.tsx';
import { MinusIcon, PlusIcon, WalletIcon } from 'lucide-react';
import { useEffect } from 'react';
import type { SlotRestriction, SlotGameShown } from '../contract.ts';
import { slotTexts } from './slot-texts.ts';
import type { StakeMath } from './stake-math.ts';

export interface TicketProps {
  game: SlotGameShown;
  math: StakeMath;
  point: string;
  setPoint(point: string): void;
  /** What the BINARY wallet shows; while reels turn it stands as it was, less the stake. */
  available: string | undefined;
  restriction: SlotRestriction | null;
  /** The server's words for a refused spin. */
  refused: string | undefined;
  isTurning: boolean;
  isPhone: boolean;
  onSpin(): void;
}

const quiet =
  'touch flex shrink-0 items-center justify-center bg-hover text-text hover:brightness-95 disabled:text-mute disabled:hover:brightness-100';

export function SpinTicket(props: TicketProps) {
  const { isPhone, math, game, available } = props;
  const t = useText(slotTexts);
  const short = (amount: string) => math.shown(amount).replace(/\.0+$/, '');
  return (
    <section aria-label={t('slot.ticket')} className={cx('flex flex-col', isPhone ? 'gap-2' : 'gap-3')}>
      <div className={cx('flex gap-2', !isPhone && 'flex-col')}>
        <StakeField {...props} />
        <Presets {...props} />
      </div>
      <p className="flex justify-between gap-2 text-12 text-mute tabular-nums">
        <span>{t('slot.least', { min: short(game.minPoint), max: short(game.maxPoint) })}</span>
        <span className="shrink-0">
          {t('slot.available')}{' '}
          <b className="font-semibold text-text" data-testid="available">
            {available === undefined ? '—' : math.shown(available)}
          </b>{' '}
          {game.currency}
        </span>
      </p>
      <SpinButton {...props} />
    </section>
  );
}

function StakeField({ game, math, point, setPoint, isTurning, isPhone }: TicketProps) {
  const t = useText(slotTexts);
  return (
    <div
      className={cx(
        'flex min-w-0 flex-1 items-center rounded-4 border border-line bg-field pl-3 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-text',
        isPhone ? 'h-12' : 'h-13 flex-none',
      )}
    >
      <label className="shrink-0 text-12 text-mute" htmlFor="slot-stake">
        {t('slot.stake')}
      </label>
      <AmountInput
        id="slot-stake"
        className="w-full min-w-0 bg-transparent text-right text-20 font-bold tabular-nums outline-none"
        value={point}
        onChange={setPoint}
        disabled={isTurning}
        rules={{ decimals: Math.min(2, game.pointPrecision), max: game.maxPoint }}
        step={String(math.one)}
      />
      <span className="px-1.5 text-12 text-mute">{game.currency}</span>
      {!isPhone && (
        <>
          <StepButton label={t('slot.less')} isOff={isTurning} onClick={() => setPoint(math.add(point, -math.one))}>
            <MinusIcon size={16} />
          </StepButton>
          <StepButton label={t('slot.more')} isOff={isTurning} onClick={() => setPoint(math.add(point, math.one))}>
            <PlusIcon size={16} />
          </StepButton>
        </>
      )}
    </div>
  );
}

function StepButton({ label, isOff, onClick, children }: { label: string; isOff: boolean; onClick(): void; children: React.ReactNode }) {
  return (
    <button type="button" aria-label={label} disabled={isOff} className={cx(quiet, 'ml-px h-full w-9 last:rounded-r-4')} onClick={onClick}>
      {children}
    </button>
  );
}

const presets = [1, 5, 10, 50] as const;

function Presets({ game, math, point, setPoint, available, isTurning, isPhone }: TicketProps) {
  const t = useText(slotTexts);
  const language = useLanguage();
  const most = math.text(Math.min(math.units(game.maxPoint), math.units(available ?? game.maxPoint)));
  const shown = isPhone ? presets.slice(1, 3) : presets;
  const look = cx(quiet, 'rounded-4 text-13 font-semibold tabular-nums', isPhone ? 'h-12 w-12' : 'h-8');
  return (
    <div className={isPhone ? 'flex gap-1' : 'grid grid-cols-5 gap-1.5'}>
      {shown.map((each) => (
        <button key={each} type="button" disabled={isTurning} className={look} onClick={() => setPoint(math.add(point, each * math.one))}>
          +{shortRound(each * math.one, language)}
        </button>
      ))}
      <button type="button" disabled={isTurning} className={look} onClick={() => setPoint(most)}>
        {t('slot.max')}
      </button>
    </div>
  );
}

/** What stands in the way of a spin, in words; undefined: nothing. */
function useObstacle({ game, math, point, available, restriction }: TicketProps): { words: string; isShort: boolean } | undefined {
  const t = useText(slotTexts);
  const stake = math.units(point);
  if (restriction !== null) return { words: t(`slot.bar.${restriction}`), isShort: false };
  if (stake < math.units(game.minPoint)) return { words: t('slot.under', { min: math.shown(game.minPoint) }), isShort: false };
  if (available !== undefined && stake > math.units(available)) return { words: t('slot.short'), isShort: true };
  return undefined;
}

function SpinButton(props: TicketProps) {
  const t = useText(slotTexts);
  const { game, math, point, isTurning, refused, isPhone, onSpin } = props;
  const obstacle = useObstacle(props);
  const isOff = isTurning || obstacle !== undefined;
  const hasNothing = !isTurning && props.restriction === null && props.available !== undefined && math.units(props.available) === 0;
  useSpaceKey(isOff ? undefined : onSpin);
  const words = isTurning ? undefined : (obstacle?.words ?? refused);
  if (hasNothing)
    return (
      <OwnLink
        href="/dnw/fund?to=BINARY"
        data-testid="fund"
        className={cx(
          'touch flex flex-col items-center justify-center rounded-8 bg-ink text-on-ink hover:opacity-90',
          isPhone ? 'h-14' : 'h-16',
        )}
      >
        <span className="flex items-center gap-2 text-16 font-bold">
          <WalletIcon size={16} aria-hidden="true" /> {t('slot.fundDo')}
        </span>
        <span className="text-11">{t('slot.fundWhy')}</span>
      </OwnLink>
    );
  return (
    <>
      <button
        type="button"
        disabled={isOff}
        aria-busy={isTurning}
        onClick={onSpin}
        data-testid="spin"
        className={cx(
          'touch flex flex-col items-center justify-center rounded-8 bg-ink text-on-ink hover:opacity-90 disabled:bg-hover disabled:text-mute disabled:opacity-100',
          isPhone ? 'h-14' : 'h-16',
        )}
      >
        <span className="flex items-center gap-2 text-16 font-bold">
          {isTurning ? <Spinner /> : null}
          {isTurning ? t('slot.turning') : t('slot.spin', { point: math.shown(point === '' ? '0' : point), unit: game.currency })}
        </span>
        {!isTurning && <span className="text-11">{t('slot.mostPays', { amount: math.shown(math.pays(point, game.mostPays)) })}</span>}
      </button>
      <output className={cx('flex justify-between gap-2 text-12 text-warn', words === undefined && 'sr-only')}>
        {words}
        {obstacle?.isShort === true && !isTurning && (
          <OwnLink href="/dnw/transfer" className="touch shrink-0 font-semibold text-text underline underline-offset-2">
            {t('slot.fund')}
          </OwnLink>
        )}
      </output>
    </>
  );
}

const ownsSpace = 'a, button, input, select, textarea, summary, [role=dialog], [contenteditable]';

/** Space spins where no other control wants it; a key held down is one press. */
function useSpaceKey(spin: (() => void) | undefined): void {
  useEffect(() => {
    if (spin === undefined) return undefined;
    const pressed = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.code !== 'Space' || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target instanceof Element && target.closest(ownsSpace) !== null) return;
      if (document.querySelector('[role=dialog]') !== null) return;
      event.preventDefault();
      spin();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [spin]);
}
