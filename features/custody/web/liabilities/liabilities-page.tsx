// /dnw_history/proof: what the site owes its members of a coin, and that my own balance is in it, checked on this device alone.
import { moment } from '@maru/kit/web/i18n/moments.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Select } from '@maru/kit/web/ui/choices.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { useState } from 'react';
import { type LiabilityFile, listLiabilities } from '../../liabilities-contract.ts';
import { type LiabilityRecord, readRecord } from '../../liability-record.ts';
import { CoinChips } from './coin-chips.tsx';
import { liabilityTexts } from './liability-texts.ts';
import { OwnBalance } from './own-balance.tsx';
import type { IsSigned } from './own-proof.ts';
import { ProofWords } from './proof-words.tsx';
import { PublishedRoot } from './published-root.tsx';

export interface ShownProof {
  file: LiabilityFile;
  record: LiabilityRecord;
}

const readable = (files: readonly LiabilityFile[]): ShownProof[] =>
  files.flatMap((file) => {
    const record = readRecord(file.record);
    return record === undefined ? [] : [{ file, record }];
  });

export function LiabilitiesPage({ isSigned }: { isSigned: IsSigned }) {
  const t = useText(liabilityTexts);
  const newest = useCall(listLiabilities);
  const [chosen, setChosen] = useState<string>();
  const coins = readable(newest.data?.content ?? []).map(({ record }) => record.coin);
  const coin = chosen ?? (coins.includes('USDT') ? 'USDT' : coins[0]);
  return (
    <div className="min-h-[calc(100dvh-57px)]">
      <header className="border-b border-line px-4 py-6 laptop:px-8">
        <h1 className="text-24 font-bold tracking-[-0.02em]">{t('balanceProof.title')}</h1>
        <p className="mt-1 text-14 text-sub">{t('balanceProof.lead')}</p>
        {coin !== undefined && <CoinChips coins={coins} coin={coin} onChoose={setChosen} label={t('balanceProof.coins')} />}
      </header>
      {coin !== undefined ? (
        <OfCoin key={coin} coin={coin} isSigned={isSigned} />
      ) : newest.data !== undefined ? (
        <EmptyState title={t('balanceProof.none')}>{t('balanceProof.none.words')}</EmptyState>
      ) : newest.error ? (
        <FailingState
          title={t('balanceProof.failed')}
          error={newest.error}
          onRetry={() => void newest.refetch()}
          isRetrying={newest.isFetching}
        >
          {t('balanceProof.safe')}
        </FailingState>
      ) : (
        <SkeletonRows hasMark={false} rows={4} rowClass="h-16" label={t('balanceProof.loading')} />
      )}
    </div>
  );
}

function OfCoin({ coin, isSigned }: { coin: string; isSigned: IsSigned }) {
  const t = useText(liabilityTexts);
  const { data, error, isFetching, refetch } = useCall(listLiabilities, { query: { coin } });
  const [number, setNumber] = useState<string>();
  const proofs = readable(data?.content ?? []);
  const shown = proofs.find(({ record }) => record.number === number) ?? proofs[0];
  if (shown === undefined)
    return error ? (
      <FailingState title={t('balanceProof.failed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching}>
        {t('balanceProof.safe')}
      </FailingState>
    ) : (
      <SkeletonRows hasMark={false} rows={4} rowClass="h-16" label={t('balanceProof.loading')} />
    );
  const options = proofs.map(({ record }) => ({
    value: record.number,
    label: t('balanceProof.option', { time: moment(Number(record.at), 'said'), n: record.number }),
  }));
  return (
    <>
      <PublishedRoot proof={shown}>
        <Select options={options} value={shown.record.number} onChange={setNumber} label={t('balanceProof.when')} />
      </PublishedRoot>
      <OwnBalance key={shown.record.number} proof={shown} isSigned={isSigned} />
      <ProofWords />
    </>
  );
}
