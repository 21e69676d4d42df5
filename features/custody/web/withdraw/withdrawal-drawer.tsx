// One withdrawal from the side: its steps with times, address and hash in full, why it waits or went no further, where the money is.
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Amount } from '@maru/kit/web/ui/figure.tsx';
import { Sheet } from '@maru/kit/web/ui/overlays.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import type { ReactNode } from 'react';
import { readWithdrawal, type Withdrawal } from '../../withdraw-contract.ts';
import { ChainText } from '../chain-text.tsx';
import { FactRow } from '../fact-row.tsx';
import { TxLink } from '../tx-link.tsx';
import { MoneyPlace } from './money-place.tsx';
import { reasonWords } from './reason-words.ts';
import { isOpen } from './track-steps.ts';
import { TrackBar } from './track-bar.tsx';
import { trackerTexts } from './tracker-texts.ts';

/** The queue tells changes; this is for whoever's socket is away. */
const everyMs = (found: Withdrawal | undefined) => (found !== undefined && isOpen(found.state) ? 5_000 : 60_000);

export function WithdrawalDrawer({ withdrawalId, onClose }: { withdrawalId: number; onClose(): void }) {
  const t = useText(trackerTexts);
  const isPhone = useIsPhone();
  const query = { withdrawalId: String(withdrawalId) };
  const { data, error, isFetching, refetch } = useCall(readWithdrawal, { query, everyMs });
  return (
    <Sheet isOpen onClose={onClose} side={isPhone ? 'bottom' : 'right'} title={t('track.title')} className="w-[min(640px,100vw)]">
      {data !== undefined ? (
        <Tracked withdrawal={data} />
      ) : error ? (
        <FailingState title={t('track.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows hasMark={false} rows={5} rowClass="h-14" label={t('track.title')} />
      )}
    </Sheet>
  );
}

function Tracked({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useText(trackerTexts);
  const { currency, chain, state, arrives } = withdrawal;
  const coin = unitOf(currency);
  return (
    <>
      <p className="text-13" aria-live="polite">
        {t(`track.head.${state}`, { chain })}
      </p>
      <p className="text-32 font-bold tracking-[-0.02em]">
        <Amount value={arrives} unit={coin} />
      </p>
      <TrackBar withdrawal={withdrawal} />
      <Facts withdrawal={withdrawal} />
      <MoneyPlace withdrawal={withdrawal} />
    </>
  );
}

/** Address and hash are never shortened. */
function Facts({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useText(trackerTexts);
  const { withdrawalId, currency, address, memo, txHash, explorer, point, fee, arrives, askedAt, state, reason } = withdrawal;
  const sum = { point: figure(point), fee: figure(fee), arrives: figure(arrives), coin: unitOf(currency) };
  const why = reason !== null && (state === 'REVIEW' || state === 'REFUSED' || state === 'FAILED') ? state : undefined;
  return (
    <dl className="mt-5 divide-y divide-line border-y border-line text-13">
      <Fact label={t('track.address')} copied={address}>
        <ChainText text={address} />
      </Fact>
      {memo !== null && (
        <Fact label={t('track.memo')} copied={memo}>
          <span className="num font-semibold break-all select-all">{memo}</span>
        </Fact>
      )}
      {txHash !== null && (
        <Fact label={t('track.hash')} copied={txHash}>
          <span className="font-mono break-all select-all" data-testid="tx-hash">
            <TxLink href={explorer}>{txHash}</TxLink>
          </span>
        </Fact>
      )}
      <Fact label={t('track.sum')}>{t('track.sum.words', sum)}</Fact>
      <Fact label={t('track.time')}>
        {tableMoment(askedAt)}{' '}
        <span className="text-mute">
          · {t('track.number')} {withdrawalId}
        </span>
      </Fact>
      {why !== undefined && (
        <Fact label={t(`track.why.${why}`)}>
          {reasonWords(t, why, reason ?? '').map((words) => (
            <span key={words} className="block font-semibold">
              {words}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children, copied }: { label: string; children: ReactNode; copied?: string }) {
  const t = useText(trackerTexts);
  return (
    <FactRow label={label} copied={copied} copy={t('track.copy')}>
      {children}
    </FactRow>
  );
}
