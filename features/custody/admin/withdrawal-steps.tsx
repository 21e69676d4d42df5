// Who has agreed so far and who is still wanted, as four steps: done ones filled, the present one framed.
import { useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import type { ReactNode } from 'react';
import type { DeskWithdrawal } from '../withdraw-admin-contract.ts';
import { withdrawalStateWords } from '../withdrawal-list-contract.ts';
import { deskWithdrawalTexts } from './withdrawal-texts.ts';

type Standing = 'done' | 'now' | 'ahead' | 'over';
const looks: Readonly<Record<Standing, string>> = {
  done: 'bg-ink text-on-ink',
  now: 'bg-surface shadow-[inset_0_0_0_2px_var(--brand)]',
  ahead: 'bg-soft text-sub',
  over: 'bg-hover text-sub',
};

function Step({ is, head, who, children }: { is: Standing; head: string; who: ReactNode; children?: ReactNode }) {
  return (
    <li aria-current={is === 'now' ? 'step' : undefined} className={cx('min-h-20 rounded-3 p-3', looks[is])}>
      <p className={cx('text-12', is === 'now' && 'font-semibold text-brand')}>{head}</p>
      <p className="text-13 font-bold break-words">{who}</p>
      <p className="mt-1 text-12">{children}</p>
    </li>
  );
}

const RULES = 'RULES';
const stopped = ['REFUSED', 'CANCELLED', 'FAILED'];
const gone = ['SIGNED', 'SENT', 'CONFIRMED'];

export function WithdrawalSteps({ row }: { row: DeskWithdrawal }) {
  const t = useText(deskWithdrawalTexts);
  const say = useWords();
  const { state, needsTwo, agreed, asked, isInside } = row;
  const [first = asked, second] = agreed;
  const isStopped = stopped.includes(state);
  const isReview = state === 'REVIEW';
  const nameOf = (person: string) => (person === RULES ? t('dw.step.rules') : person);
  const standing = (isDone: boolean, isNow: boolean): Standing => (isDone ? 'done' : isStopped ? 'over' : isNow ? 'now' : 'ahead');
  return (
    <section className="border-b border-line px-4 py-5 laptop:px-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-14 font-bold">{t('dw.steps')}</h3>
        <span className="text-12 text-mute">{t(needsTwo ? 'dw.steps.two' : 'dw.steps.one')}</span>
      </div>
      <ol className={cx('grid grid-cols-2 gap-[3px]', needsTwo ? 'tablet:grid-cols-4' : 'tablet:grid-cols-3')}>
        <Step is="done" head={`1 ${t('dw.step.1')}`} who={t('dw.step.member')}>
          <TableTime at={row.askedAt} />
        </Step>
        <Step
          is={standing(first !== null, isReview)}
          head={`2 ${t(needsTwo ? 'dw.step.2' : 'dw.step.2.only')}`}
          who={first === null ? t('dw.step.nobody') : nameOf(first.person)}
        >
          {first && <TableTime at={first.at} />}
        </Step>
        {needsTwo && (
          <Step
            is={standing(second !== undefined, isReview && first !== null)}
            head={`3 ${t('dw.step.3')}`}
            who={second === undefined ? t('dw.step.another') : nameOf(second.person)}
          >
            {second ? <TableTime at={second.at} /> : asked && t('dw.step.asked')}
          </Step>
        )}
        <Step
          is={standing(state === 'CONFIRMED', state === 'APPROVED' || gone.includes(state))}
          head={`${needsTwo ? 4 : 3} ${t('dw.step.4')}`}
          who={state === 'APPROVED' || gone.includes(state) || isStopped ? say(withdrawalStateWords[state]) : '–'}
        >
          {!isInside && gone.includes(state) && `${Math.min(row.confirmations, row.settledAfter)}/${row.settledAfter}`}
        </Step>
      </ol>
    </section>
  );
}
