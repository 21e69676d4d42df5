// My own balance in a proof: what I was owed, every check of my branch, and the way from my first leaf to the root.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { saveFile } from '@maru/kit/web/save-file.ts';
import { useSession } from '@maru/kit/web/session.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { CircleCheck, CircleDashed, CircleX, Download } from 'lucide-react';
import { readLiabilityBranch } from '../../liabilities-contract.ts';
import { BranchSteps } from './branch-steps.tsx';
import type { ShownProof } from './liabilities-page.tsx';
import { liabilityTexts } from './liability-texts.ts';
import { type IsSigned, type OwnBranch, type OwnCheck, type OwnProof, useOwnProof } from './own-proof.ts';

const KEPT_MS = 600_000;
const whole = (ms: number): number => Math.max(1, Math.round(ms));

interface OwnBalanceProps {
  proof: ShownProof;
  isSigned: IsSigned;
}

export function OwnBalance({ proof: { file, record }, isSigned }: OwnBalanceProps) {
  const t = useText(liabilityTexts);
  const member = useSession(({ user }) => user?.id);
  const { coin, number, decimals } = record;
  const { data, error, isFetching, refetch } = useCall(readLiabilityBranch, { query: { coin, number }, staleMs: KEPT_MS });
  const own = useOwnProof(data, file, String(member), isSigned);
  if (data === null) return <EmptyState title={t('balanceProof.mine.none', { coin })}>{t('balanceProof.mine.none.words')}</EmptyState>;
  if (data === undefined || own === undefined)
    return error ? (
      <FailingState title={t('balanceProof.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
        {t('balanceProof.safe')}
      </FailingState>
    ) : (
      <SkeletonRows hasMark={false} rows={4} rowClass="h-16" label={t('balanceProof.loading')} />
    );
  return (
    <div className="grid border-b border-line laptop:grid-cols-[minmax(0,1fr)_336px]">
      <BranchSteps proof={own} unit={coin} decimals={Number(decimals)} />
      <section className="border-t border-line px-4 py-6 laptop:border-t-0 laptop:border-l laptop:px-6">
        <h2 className="text-13 text-sub">{t('balanceProof.mine')}</h2>
        <p className="num text-24 font-bold">
          <Amount value={formatDecimal(own.total, Number(decimals), true)} unit={coin} />
        </p>
        <Checks own={own} file={data} />
      </section>
    </div>
  );
}

function Checks({ own, file }: { own: OwnProof; file: OwnBranch }) {
  const t = useText(liabilityTexts);
  const save = () => saveFile(`${file.record.split('|')[3]}-branch.json`, new Blob([JSON.stringify(file)], { type: 'application/json' }));
  return (
    <>
      <h3 className="mt-4 text-14 font-bold">{t('balanceProof.checks')}</h3>
      <ul className="mt-3 space-y-2 text-13">
        {own.checks.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
      <output className={cx('mt-4 block text-14 font-bold', own.isRight ? 'text-green' : 'text-danger')}>
        {t(own.isRight ? 'balanceProof.right' : 'balanceProof.broken')}
      </output>
      <p className="mt-1 text-12 text-mute">{t('balanceProof.checks.words', { ms: whole(own.ms), signed: whole(own.signatureMs) })}</p>
      <Button size={40} look="line" className="mt-4 w-full" icon={<Download size={16} aria-hidden="true" />} onClick={save}>
        {t('balanceProof.save')}
      </Button>
    </>
  );
}

function CheckRow({ check: { name, isRight, isMissing = false } }: { check: OwnCheck }) {
  const t = useText(liabilityTexts);
  const Mark = isMissing ? CircleDashed : isRight ? CircleCheck : CircleX;
  const words = isMissing ? t('balanceProof.unsigned') : t(`balanceProof.check.${name}`);
  const isWrong = !isRight && !isMissing;
  return (
    <li className="flex items-center gap-2">
      <Mark size={16} className={cx('shrink-0', isMissing ? 'text-mute' : isRight ? 'text-green' : 'text-danger')} aria-hidden="true" />
      <span className={cx('min-w-0 flex-1', isWrong && 'font-semibold text-danger')}>
        {isWrong ? t('balanceProof.wrong', { words }) : words}
      </span>
    </li>
  );
}
