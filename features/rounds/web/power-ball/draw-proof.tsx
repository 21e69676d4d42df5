// The evidence of one draw: the chained record where it had bets, else seal, seed and public value, checked on this device alone.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { CircleCheckIcon, CircleXIcon } from 'lucide-react';
import { checkDraw } from '../../power-ball-check.ts';
import { type DrawProof, powerBallDraw } from '../../power-ball-contract.ts';
import { EvidenceSheet } from '../evidence-sheet.tsx';
import { roundNumber } from '../round-board.ts';
import { Balls } from './balls.tsx';
import { powerBallTexts } from './power-ball-texts.ts';

export function DrawProofSheet({ tradeRoundId }: { tradeRoundId: number }) {
  const t = useText(powerBallTexts);
  const { data, error, isFetching, refetch } = useCall(powerBallDraw, { query: { tradeRoundId: String(tradeRoundId) }, staleMs: 2_000 });
  if (data === undefined && error !== null)
    return <FailingState title={t('proof.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} isLow />;
  if (data === undefined) return <SkeletonRows rows={5} rowClass="h-12" label={t('proof.loading')} />;
  return data.hasEvidence ? (
    <div className="-m-4">
      <EvidenceSheet tradeRoundId={tradeRoundId} />
    </div>
  ) : (
    <Unbet proof={data} />
  );
}

function Unbet({ proof }: { proof: DrawProof }) {
  const t = useText(powerBallTexts);
  const { balls, entropyOf } = proof;
  return (
    <section className="space-y-4" data-testid="draw-proof" aria-label={t('proof.title', { n: roundNumber(proof) })}>
      <h3 className="text-15 font-bold">{t('proof.title', { n: roundNumber(proof) })}</h3>
      {balls === null ? <p className="text-13 text-sub">{t('tray.void')}</p> : <Balls balls={balls} size={40} />}
      <p className="text-12 text-mute">
        {moment(proof.endAt, 'said')}
        {balls !== null && ` · ${t('proof.unbet')}`}
      </p>
      {proof.seed !== null && <Checks proof={proof} />}
      <dl className="space-y-2 text-12">
        <Line label={t('proof.seal')} value={proof.seal} />
        {proof.seed !== null && <Line label={t('proof.seed')} value={proof.seed} />}
        {proof.entropy !== null && <Line label={t('proof.value')} value={proof.entropy} />}
        {entropyOf?.kind === 'ticks' && (
          <Line
            label={t('proof.ticks', { symbol: entropyOf.symbol })}
            value={entropyOf.ticks
              .map(({ id, price, receivedAt }) => `${id} · ${price} · ${moment(Number(receivedAt), 'time')}`)
              .join('\n')}
          />
        )}
        {entropyOf?.kind === 'beacon' && (
          <Line
            label={t('proof.beacon', { chain: entropyOf.beacon.chain.slice(0, 8), round: entropyOf.round })}
            value={entropyOf.randomness}
          />
        )}
      </dl>
    </section>
  );
}

function Checks({ proof }: { proof: DrawProof }) {
  const t = useText(powerBallTexts);
  return (
    <div>
      <ul className="space-y-1.5 text-13">
        {checkDraw(proof).map(({ name, isRight }) => {
          const Mark = isRight ? CircleCheckIcon : CircleXIcon;
          return (
            <li key={name} className="flex items-center gap-2" data-right={isRight}>
              <Mark size={16} className={isRight ? 'text-green' : 'text-danger'} aria-hidden="true" />
              <span className={isRight ? '' : 'font-semibold text-danger'}>{t(`proof.check.${name}`)}</span>
            </li>
          );
        })}
      </ul>
      <p className="mt-2 text-12 text-mute">{t('proof.device')}</p>
    </div>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-mute">{label}</dt>
      <dd className="break-all whitespace-pre-line tabular-nums">{value}</dd>
    </div>
  );
}
