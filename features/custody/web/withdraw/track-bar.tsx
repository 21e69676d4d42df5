// The steps of a withdrawal as boards with their times, and below them the blocks that lie on its transaction.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Check, Hourglass, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Withdrawal } from '../../withdraw-contract.ts';
import { type TrackStep, trackSteps } from './track-steps.ts';
import { trackerTexts } from './tracker-texts.ts';

const looks: Readonly<Record<TrackStep['look'], string>> = {
  done: 'bg-ink text-on-ink',
  now: 'bg-brand-tint text-text',
  wait: 'bg-warn-tint text-warn',
  ahead: 'bg-wood-1 text-sub',
  bad: 'bg-danger-tint text-danger',
};

const icons: Partial<Record<TrackStep['look'], ReactNode>> = {
  done: <Check size={14} aria-hidden="true" />,
  wait: <Hourglass size={14} aria-hidden="true" />,
  bad: <X size={14} aria-hidden="true" />,
};

/** Boards are drawn one a block up to so many, then in groups. */
const MOST_BOARDS = 19;

export function TrackBar({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useText(trackerTexts);
  const { state, confirmations, settledAfter } = withdrawal;
  return (
    <div className="mt-4">
      <ol aria-label={t('track.steps')} className="flex gap-[3px]">
        {trackSteps(withdrawal).map(({ state: of, look, at }) => (
          <li key={of} className="min-w-0 flex-1">
            <span className={cx('flex h-[34px] items-center justify-center gap-1 rounded-4 px-1 text-12 font-semibold', looks[look])}>
              <span className="max-phone:hidden">{icons[look]}</span>
              <span className="truncate">{t(`track.step.${of}`)}</span>
            </span>
            <span className="num mt-1 block truncate text-center text-11 text-sub">{at !== null && moment(at, 'time')}</span>
          </li>
        ))}
      </ol>
      {state === 'SENT' && <BlockBar done={Math.min(confirmations, settledAfter)} all={settledAfter} />}
    </div>
  );
}

function BlockBar({ done, all }: { done: number; all: number }) {
  const t = useText(trackerTexts);
  const boards = Math.min(all, MOST_BOARDS);
  const each = all / boards;
  return (
    <div className="mt-3">
      <div aria-hidden="true" className="flex gap-[3px]">
        {Array.from({ length: boards }, (_, at) => (
          <span
            key={at}
            className={cx('h-3 flex-1 rounded-2', done >= (at + 1) * each ? 'bg-ink' : done >= at * each ? 'bg-brand' : 'bg-wood-1')}
          />
        ))}
      </div>
      <p aria-live="polite" className="num mt-1 text-12 text-sub">
        {t('track.blocks', { done, all })}
      </p>
    </div>
  );
}
