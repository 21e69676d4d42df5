// The way of a request in four steps: asked, looked at, decided, applied; done ones filled, the present one framed.
import { countdown, serverNow } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApprovalRow } from '../approval-contract.ts';
import { approvalTexts } from './approval-texts.ts';

type State = 'done' | 'now' | 'ahead' | 'failed';

function Step({ state, head, who, children }: { state: State; head: string; who: ReactNode; children: ReactNode }) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={cx(
        'min-h-24 rounded-3 p-3',
        state === 'done' && 'bg-ink text-on-ink',
        state === 'now' && 'bg-surface shadow-[inset_0_0_0_2px_var(--brand)]',
        state === 'ahead' && 'bg-soft text-sub',
        state === 'failed' && 'bg-danger-tint',
      )}
    >
      <p className={cx('text-12', state === 'now' && 'font-semibold text-brand')}>{head}</p>
      <p className="text-13 font-bold">{who}</p>
      <p className="mt-1 text-12">{children}</p>
    </li>
  );
}

/** `04:12` until a claim ends by itself. */
function ClaimLeft({ until }: { until: string }) {
  const t = useText(approvalTexts);
  const [nowMs, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return t('ap.step.left', { time: countdown(Date.parse(until), nowMs).slice(3) });
}

export function ApprovalSteps({ row, selfId }: { row: ApprovalRow; selfId: number | undefined }) {
  const t = useText(approvalTexts);
  const nameOf = ({ id, name }: { id: number; name: string }) => (id === selfId ? t('ap.step.me', { name }) : name);
  const isWaiting = row.status === 'WAITING';
  const isApplied = row.outcome === 'APPLIED';
  return (
    <ol className="grid grid-cols-2 gap-[3px] tablet:grid-cols-4">
      <Step state="done" head={t('ap.step.1')} who={nameOf(row.askedBy)}>
        <TableTime at={row.askedAt} /> · “{row.reason}”
      </Step>
      <Step
        state={row.claim ? 'now' : isWaiting ? 'now' : 'done'}
        head={t('ap.step.2')}
        who={row.claim ? nameOf(row.claim.by) : row.decidedBy ? nameOf(row.decidedBy) : t('ap.step.nobody')}
      >
        {row.claim ? <ClaimLeft until={row.claim.until} /> : isWaiting ? t('ap.step.open') : null}
      </Step>
      <Step
        state={isWaiting ? 'ahead' : 'done'}
        head={t('ap.step.3')}
        who={row.decidedBy ? nameOf(row.decidedBy) : isWaiting ? t('ap.step.another') : t(`ap.status.${row.status}`)}
      >
        {row.decidedAt && (
          <>
            {/* What was agreed to and then refused is told by the next step. */}
            {t(`ap.status.${row.status === 'FAILED' ? 'APPROVED' : row.status}`)} · <TableTime at={row.decidedAt} />
          </>
        )}
        {row.decisionReason && <> · “{row.decisionReason}”</>}
      </Step>
      <Step
        state={isApplied ? 'done' : row.status === 'FAILED' ? 'failed' : 'ahead'}
        head={t('ap.step.4')}
        who={
          row.outcome
            ? t(`ap.outcome.${row.outcome}`)
            : isWaiting
              ? '–'
              : row.status === 'APPROVED'
                ? t('ap.step.unknown')
                : t('ap.step.not')
        }
      >
        {isWaiting && t('ap.step.apply')}
        {row.appliedAt && <TableTime at={row.appliedAt} />}
      </Step>
    </ol>
  );
}
