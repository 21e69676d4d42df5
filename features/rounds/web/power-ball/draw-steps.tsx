// The five steps of a draw on server time: sealed, open for bets, public value, drawn, opened.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CircleCheckIcon, CircleDotIcon, HashIcon, LockOpenIcon, type LucideIcon, RefreshCwIcon } from 'lucide-react';
import type { TradeRound } from '../../contract.ts';
import type { DrawProof } from '../../power-ball-contract.ts';
import { powerBallTexts } from './power-ball-texts.ts';

export type StepState = 'done' | 'now' | 'next';

/** Which step it is of the five: 1 open for bets, 2 public value, 3 drawn, 4 opened. */
export function stepOf(now: number, round: Pick<TradeRound, 'betCloseAt' | 'endAt'>, hasValue: boolean, isShowing: boolean): number {
  if (!isShowing && now < Date.parse(round.betCloseAt)) return 1;
  return hasValue ? 3 : 2;
}

interface DrawStepsProps {
  round: TradeRound;
  now: number;
  proof: DrawProof | undefined;
  /** Its public value is fixed. */
  hasValue: boolean;
  /** Balls of the round before are being shown, or waited for. */
  isShowing: boolean;
  isOpened: boolean;
  isPhone: boolean;
}

const head = (hash: string) => `sha256 ${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;

export function DrawSteps({ round, now, proof, hasValue, isShowing, isOpened, isPhone }: DrawStepsProps) {
  const t = useText(powerBallTexts);
  const step = isOpened ? 4 : stepOf(now, round, hasValue, isShowing);
  const from = proof?.entropyOf;
  const said =
    from == null
      ? undefined
      : from.kind === 'ticks'
        ? t('step.value.is', { id: from.ticks[0]?.id ?? '' })
        : t('step.value.beacon', { id: from.round });
  const value = said ?? (step === 2 ? t('step.value.wait') : t('step.value.words'));
  const rows: readonly { name: string; words: string; icon: LucideIcon }[] = [
    { name: t('step.seal'), words: round.commit === null ? '' : head(round.commit), icon: CircleCheckIcon },
    {
      name: t(step > 1 ? 'step.betsDone' : 'step.bets'),
      words: t('step.until', { at: moment(round.betCloseAt, 'time') }),
      icon: CircleDotIcon,
    },
    { name: t('step.value'), words: value, icon: HashIcon },
    { name: t('step.draw'), words: moment(round.endAt, 'time'), icon: RefreshCwIcon },
    { name: t('step.open'), words: t('step.open.words'), icon: LockOpenIcon },
  ];
  return (
    <div>
      <ol aria-label={t('step.label')} className="grid grid-cols-5 gap-1.5" data-testid="steps" data-step={step}>
        {rows.map((row, i) => (
          <Step key={row.name} {...row} state={i < step ? 'done' : i === step ? 'now' : 'next'} isPhone={isPhone} />
        ))}
      </ol>
      {isPhone && (
        <p className="mt-1 flex justify-between gap-3 text-11 text-mute tabular-nums">
          <span className="truncate">{rows[0].words}</span>
          <span className="shrink-0">
            {rows[step].name} · {rows[step].words}
          </span>
        </p>
      )}
    </div>
  );
}

const lines: Readonly<Record<StepState, string>> = { done: 'border-green', now: 'border-text', next: 'border-line' };

interface StepProps {
  name: string;
  words: string;
  icon: LucideIcon;
  state: StepState;
  isPhone: boolean;
}

function Step({ name, words, icon, state, isPhone }: StepProps) {
  const t = useText(powerBallTexts);
  const Mark = state === 'done' ? CircleCheckIcon : icon;
  return (
    <li
      className={cx('flex min-w-0 gap-2 border-t-2 pt-2', isPhone ? 'flex-col gap-0.5!' : 'h-13', lines[state])}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <Mark
        size={isPhone ? 16 : 18}
        aria-hidden="true"
        className={cx('mt-0.5 shrink-0', state === 'done' ? 'text-green' : state === 'now' ? 'text-text' : 'text-mute')}
      />
      <div className="min-w-0">
        <p className={cx('truncate', isPhone ? 'text-11' : 'text-12', state === 'next' ? 'font-medium text-sub' : 'font-semibold')}>
          {name}
          {state !== 'next' && <span className="sr-only"> ({t(state === 'done' ? 'step.done' : 'step.now')})</span>}
        </p>
        {!isPhone && (
          <p className="truncate text-11 text-mute tabular-nums" title={words}>
            {words}
          </p>
        )}
      </div>
    </li>
  );
}
