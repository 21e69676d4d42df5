// Cancel all and close all: the first at once, the second after a summary of what it will do.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useState } from 'react';
import { pairOf } from './trade-result.ts';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { SideBadge } from './side-badge.tsx';
import { amount, directionOfAmount, size } from './shown-figures.ts';
import { cancelEvery, closeEvery, tellFailure } from './trade-actions.ts';
import type { AccountFigures } from './trade-context.tsx';

export function CancelAllButton({ futuresOptionId }: { futuresOptionId: number | undefined }) {
  const t = useText(futuresTexts);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const outcome = await cancelEvery(futuresOptionId);
    setBusy(false);
    if (outcome.ok) toast({ title: t('toast.canceled'), line: t('cancelAll.done', { count: outcome.value }), kind: 'notice' });
    else tellFailure(outcome.failure);
  };
  return (
    <Button look="quiet" size={24} className="text-13 text-text" isBusy={isBusy} onClick={() => void run()}>
      {t('tab.cancelAll')}
    </Button>
  );
}

export function CloseAllButton({ figures }: { figures: AccountFigures }) {
  const t = useText(futuresTexts);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const orders = useAccount((s) => s.account.orders.size);
  const run = async () => {
    setBusy(true);
    const { done, failures } = await closeEvery(figures.positions.map((p) => p.position));
    setBusy(false);
    setOpen(false);
    if (failures.length === 0) toast({ title: t('tab.closeAll'), line: t('closeAll.done', { done }), kind: 'done' });
    else
      toast({
        title: t('closeAll.failed', { done, failed: figures.positions.length - done }),
        line: failures[0].message,
        kind: 'warn',
        stay: 'notice',
      });
  };
  return (
    <>
      <Button look="quiet" size={24} className="text-13 text-text" onClick={() => setOpen(true)}>
        {t('tab.closeAll')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('closeAll.title')}
        description={t('closeAll.lines', { positions: figures.positions.length, orders })}
        foot={
          <>
            <Button onClick={() => setOpen(false)}>{t('act.back')}</Button>
            <Button look="ink" isBusy={isBusy} onClick={() => void run()}>
              {t('closeAll.do')}
            </Button>
          </>
        }
      >
        <ul className="divide-y divide-line text-13">
          {figures.positions.map((p) => (
            <li key={p.position.futuresPositionId} className="flex h-9 items-center gap-2">
              <b className="font-semibold">{pairOf(p.position.symbol)}</b>
              <SideBadge tradeType={p.position.tradeType} />
              <span>{size(p.instrument, p.held.lots)}</span>
              <span className={`ml-auto font-semibold ${directionClass(directionOfAmount(p.pnl))}`}>{amount(p.pnl, true)}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
