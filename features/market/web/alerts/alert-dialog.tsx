// Setting a price alert, and the list of those there are.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useState } from 'react';
import type { PriceAlert } from '../../alert-contract.ts';
import { AlertForm } from './alert-form.tsx';
import { AlertRows } from './alert-rows.tsx';
import { type AskedAlert, useAlerts } from './alert-store.ts';
import { alertDialogTexts } from './dialog-texts.ts';

export function AlertDialog({ asked, onClose }: { asked: AskedAlert; onClose(): void }) {
  const t = useText(alertDialogTexts);
  const { data, isError, error, refetch, isFetching } = useAlerts();
  const [edited, edit] = useState<PriceAlert>();
  const { symbol } = asked;
  const active = data?.content.filter(({ status }) => status === 'ACTIVE') ?? [];
  const ended = data?.content.filter(({ status }) => status !== 'ACTIVE') ?? [];
  return (
    <Dialog isOpen onClose={onClose} title={t('alert.of', { name: symbol.pair })} description={t('alert.about')}>
      <AlertForm
        key={edited?.id ?? 'new'}
        symbol={symbol}
        price={asked.price}
        edited={edited}
        canMail={data?.canMail === true}
        mostLetters={data?.mostLetters ?? 0}
        done={() => edit(undefined)}
      />
      <div className="mt-5 border-t border-line pt-3">
        {data ? (
          <>
            <h3 className="text-13 font-semibold">{t('alert.mine', { count: active.length, most: data.most })}</h3>
            {active.length === 0 ? (
              <EmptyState isLow title={t('alert.none')}>
                {t('alert.noneNext')}
              </EmptyState>
            ) : (
              <AlertRows alerts={active} symbol={symbol} edit={edit} />
            )}
            {ended.length > 0 && (
              <>
                <h3 className="mt-3 text-13 font-semibold text-sub">{t('alert.ended')}</h3>
                <AlertRows alerts={ended} symbol={symbol} />
              </>
            )}
          </>
        ) : isError ? (
          <FailingState isLow title={t('alert.loadFailed')} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <SkeletonRows rows={2} rowClass="h-11" hasMark={false} label={t('alert.loading')} />
        )}
      </div>
    </Dialog>
  );
}
