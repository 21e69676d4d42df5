// /explorer: one transaction of a demo's own chain, as the explorers of real networks show theirs.
import { figure, unitOf } from '@maru/kit/web/i18n/figures.ts';
import { tableMoment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { FailingState } from '@maru/kit/web/ui/states.tsx';
import { useParams } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { type ChainTransaction, readChainTransaction } from '../explorer-contract.ts';
import { ChainText } from './chain-text.tsx';
import { explorerTexts } from './explorer-texts.ts';
import { FactRow } from './fact-row.tsx';
import { Notice } from './notice.tsx';

/** A demo's block comes every three seconds. */
const EVERY_MS = 3_000;

export function ExplorerPage() {
  const t = useText(explorerTexts);
  const { chain, hash } = useParams({ strict: false }) as { chain: string; hash: string };
  const { data, error, isFetching, refetch } = useCall(readChainTransaction, { query: { chain, hash }, everyMs: () => EVERY_MS });
  return (
    <div className="px-4 py-6 laptop:px-8">
      <h1 className="text-24 font-bold tracking-[-0.02em]">{t('explorer.title', { chain })}</h1>
      <div className="mt-4">
        <Notice icon={<FlaskConical size={18} />} title={t('explorer.demo')} words={t('explorer.words', { chain })} />
      </div>
      {data !== undefined ? (
        <Facts of={data} />
      ) : error ? (
        <FailingState title={t('explorer.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonRows rows={6} rowClass="h-14" label={t('explorer.title', { chain })} />
      )}
    </div>
  );
}

function Facts({ of: { hash, state, block, confirmations, from, payments } }: { of: ChainTransaction }) {
  const t = useText(explorerTexts);
  return (
    <dl className="mt-5 divide-y divide-line border-y border-line text-13" data-testid="chain-transaction">
      <Fact label={t('explorer.hash')} copied={hash}>
        <span className="font-mono break-all select-all">{hash}</span>
      </Fact>
      <Fact label={t('explorer.state')}>{t(`explorer.state.${state}`)}</Fact>
      {block !== null && (
        <>
          <Fact label={t('explorer.block')} copied={block.hash}>
            <span className="num font-semibold">{block.height}</span>{' '}
            <span className="font-mono break-all text-sub select-all">{block.hash}</span>
          </Fact>
          {block.at !== null && <Fact label={t('explorer.time')}>{tableMoment(block.at)}</Fact>}
          <Fact label={t('explorer.confirmations')}>
            <span className="num font-semibold" aria-live="polite">
              {confirmations}
            </span>
          </Fact>
        </>
      )}
      {from === null ? (
        <Fact label={t('explorer.from')}>{t('explorer.from.none')}</Fact>
      ) : (
        <Fact label={t('explorer.from')} copied={from}>
          <ChainText text={from} />
        </Fact>
      )}
      {payments.map(({ to, memo, amount, currency }) => (
        <Fragment key={`${to} ${memo} ${currency} ${amount}`}>
          <Fact label={t('explorer.to')} copied={to}>
            <ChainText text={to} />
          </Fact>
          {memo !== null && (
            <Fact label={t('explorer.memo')} copied={memo}>
              <span className="num font-semibold break-all select-all">{memo}</span>
            </Fact>
          )}
          <Fact label={t('explorer.amount')}>
            <span className="num font-semibold">{figure(amount)}</span> {unitOf(currency)}
          </Fact>
        </Fragment>
      ))}
    </dl>
  );
}

function Fact({ label, children, copied }: { label: string; children: ReactNode; copied?: string }) {
  const t = useText(explorerTexts);
  return (
    <FactRow label={label} copied={copied} copy={t('explorer.copy')}>
      {children}
    </FactRow>
  );
}
