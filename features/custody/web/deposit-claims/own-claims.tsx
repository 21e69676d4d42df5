// The member's claims, newest first: how far each is, why one was refused, and a way to take back what nobody works on yet.
import { call } from '@maru/kit/web/api-client.ts';
import { messageOf } from '@maru/kit/web/failure.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Badge, type Tone } from '@maru/kit/web/ui/marks.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import { cancelDepositClaim, type DepositClaim, type DepositClaimState, listDepositClaims } from '../../deposit-claim-contract.ts';
import { claimTexts } from './claim-texts.ts';

const ASK_MS = 10_000;
const tones: Readonly<Record<DepositClaimState, Tone>> = {
  REQUESTED: 'plain',
  IN_REVIEW: 'brand',
  APPROVED: 'brand',
  CREDITED: 'good',
  REFUSED: 'danger',
  CANCELLED: 'plain',
};

export function OwnClaims() {
  const t = useText(claimTexts);
  const { data, error, isFetching, refetch: again } = useCall(listDepositClaims, { everyMs: ASK_MS });
  return (
    <section aria-labelledby="own-claims">
      <h2 id="own-claims" className="mb-1 text-14 font-bold">
        {t('claim.list')}
      </h2>
      {data !== undefined ? (
        data.content.length === 0 ? (
          <EmptyState title={t('claim.list.none')}>{t('claim.list.none.words')}</EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.content.map((claim) => (
              <Row key={claim.claimId} claim={claim} />
            ))}
          </ul>
        )
      ) : error ? (
        <FailingState title={t('claim.failed')} error={error} onRetry={() => void again()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={3} rowClass="h-16" label={t('claim.list')} />
      )}
    </section>
  );
}

function Row({ claim }: { claim: DepositClaim }) {
  const t = useText(claimTexts);
  const { point, currency, txHash, state, reason, canCancel, steps } = claim;
  const last = steps.at(-1);
  return (
    <li className="py-3 text-12 text-sub">
      <p className="flex items-center justify-between gap-3">
        <span className="num text-14 font-semibold text-text">
          {figure(point)} <span className="text-12 font-normal text-sub">{unitOf(currency)}</span>
        </span>
        <Badge tone={tones[state]}>{t(`claim.state.${state}`)}</Badge>
      </p>
      <p className="mt-0.5 flex items-center justify-between gap-3">
        <span className="truncate font-mono" title={txHash}>
          {txHash.slice(0, 8)}…{txHash.slice(-6)}
        </span>
        {last && <span className="num whitespace-nowrap">{moment(last.at, 'minute')}</span>}
      </p>
      {reason !== null && <p className="mt-1 break-words text-text">{t('claim.reason', { reason })}</p>}
      {canCancel && <Cancel claim={claim} />}
    </li>
  );
}

function Cancel({ claim: { claimId } }: { claim: DepositClaim }) {
  const t = useText(claimTexts);
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await call(cancelDepositClaim, { body: { claimId } });
      toast({ title: t('claim.cancelled'), kind: 'done' });
    } catch (thrown) {
      toast({ title: messageOf(thrown), kind: 'danger' });
    }
    await refetch(listDepositClaims);
    setBusy(false);
  };
  return (
    <Button size={32} className="mt-2" isBusy={isBusy} onClick={() => void press()}>
      {t('claim.cancel')}
    </Button>
  );
}
