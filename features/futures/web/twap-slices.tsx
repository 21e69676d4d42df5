// The orders that a TWAP sent: what each came to, and why one did not go out.
import { directionOf, figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Pager } from '@maru/kit/web/ui/pager.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { TableTime } from '@maru/kit/web/ui/table-time.tsx';
import { type Twap, type TwapSlice, twapSlices } from '@maru/futures/twap-contract.ts';
import { useState } from 'react';
import { sliceState } from './twap-state.ts';
import { twapPanelTexts } from './twap-panel-texts.ts';

const PAGE_SIZE = 10;

export function SlicesDialog({ twap, onClose }: { twap: Twap; onClose(): void }) {
  const t = useText(twapPanelTexts);
  const [page, setPage] = useState(0);
  const list = useCall(twapSlices, { query: { id: String(twap.id), page: String(page), size: String(PAGE_SIZE) }, keepsOld: true });
  const { refetch } = list;
  const slices = list.data?.content ?? [];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('twap.slicesTitle', { name: pairOf(twap.symbol) })}
      foot={<Button onClick={onClose}>{t('twap.close')}</Button>}
    >
      {list.isPending ? (
        <SkeletonRows rows={4} rowClass="h-12" label={t('twap.slices')} />
      ) : list.isError && slices.length === 0 ? (
        <FailingState isLow title={t('twap.failed')} error={list.error} onRetry={() => void refetch()} isRetrying={list.isFetching} />
      ) : slices.length === 0 ? (
        <EmptyState isLow title={t('twap.slicesNone')}>
          {t('twap.slicesNoneNext')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-grid" data-testid="twap-slices">
          {slices.map((slice) => (
            <Slice key={slice.no} slice={slice} />
          ))}
        </ul>
      )}
      <Pager page={page} size={PAGE_SIZE} total={list.data?.totalElements ?? 0} onPage={setPage} />
    </Dialog>
  );
}

function Slice({ slice }: { slice: TwapSlice }) {
  const t = useText(twapPanelTexts);
  const hasFilled = Number(slice.filledQuantity) > 0;
  return (
    <li className="py-2 text-13">
      <p className="flex items-baseline gap-2">
        <span className="text-mute">
          {t('twap.slice.no')} {slice.no}
        </span>
        <TableTime at={slice.time} className="text-12 text-mute" />
        <span className="ml-auto text-right font-semibold">
          {figure(slice.filledQuantity)} / {figure(slice.quantity)}
          {hasFilled && ` · ${figure(slice.averagePrice)}`}
        </span>
      </p>
      <p className="mt-0.5 flex gap-3 text-12 text-mute">
        <span>{sliceState(slice)}</span>
        {hasFilled && (
          <span className="ml-auto">
            {t('twap.slice.fee')} {figure(slice.fee, { decimals: 4 })}
            {Number(slice.realizedPnl) !== 0 && (
              <>
                {' · '}
                {t('twap.slice.pnl')}{' '}
                <b className={`font-semibold ${directionClass(directionOf(slice.realizedPnl))}`}>
                  {figure(slice.realizedPnl, { decimals: 2, sign: true })}
                </b>
              </>
            )}
          </span>
        )}
      </p>
    </li>
  );
}
