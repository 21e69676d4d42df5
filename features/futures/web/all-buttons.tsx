// Cancel all and close all: the first at once, the second after a summary of what it will do.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { useState } from 'react';
import { pairOf } from './trade-result.ts';
import { ActDialog } from './act-dialog.tsx';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { SideBadge } from './side-badge.tsx';
import { amount, directionOfAmount, size } from './shown-figures.ts';
import { type CloseReason, cancelEvery, closeEvery, tellFailure } from './trade-actions.ts';
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

/** Why something is left, in the server's words, with the symbols that each sentence is of. */
function leftReason(reasons: readonly CloseReason[]): string {
  const names = new Map<string, Set<string>>();
  for (const { message, symbol } of reasons) names.set(message, (names.get(message) ?? new Set()).add(pairOf(symbol)));
  return [...names].map(([message, symbols]) => `${[...symbols].join(', ')}: ${message}`).join(' ');
}

/** `onlyId`: the list is narrowed to one symbol, and so is the button. */
export function CloseAllButton({ figures, onlyId }: { figures: AccountFigures; onlyId: number | undefined }) {
  const t = useText(futuresTexts);
  const [isOpen, setOpen] = useState(false);
  const orders = useAccount(
    (s) => [...s.account.orders.values()].filter((o) => onlyId === undefined || o.futuresOptionId === onlyId).length,
  );
  const positions = figures.positions.filter((p) => onlyId === undefined || p.position.futuresOptionId === onlyId);
  const run = async () => {
    const outcome = await closeEvery(onlyId);
    if (!outcome.ok) return outcome;
    const { closed, left, reasons } = outcome.value;
    if (left.length === 0) toast({ title: t('tab.closeAll'), line: t('closeAll.done', { done: closed }), kind: 'done' });
    else
      toast({
        title: t('closeAll.failed', { done: closed, failed: left.length }),
        line: leftReason(reasons),
        kind: 'warn',
        stay: 'notice',
      });
    return outcome;
  };
  return (
    <>
      <Button look="quiet" size={24} className="text-13 text-text" onClick={() => setOpen(true)}>
        {t('tab.closeAll')}
      </Button>
      {isOpen && (
        <ActDialog
          title={t('closeAll.title')}
          description={t('closeAll.lines', { positions: positions.length, orders })}
          does={t('closeAll.do')}
          act={run}
          onClose={() => setOpen(false)}
        >
          <ul className="divide-y divide-line text-13">
            {positions.map((p) => (
              <li key={p.position.futuresPositionId} className="flex h-9 items-center gap-2">
                <b className="font-semibold">{pairOf(p.position.symbol)}</b>
                <SideBadge tradeType={p.position.tradeType} />
                <span>{size(p.instrument, p.held.lots)}</span>
                <span className={`ml-auto font-semibold ${directionClass(directionOfAmount(p.pnl))}`}>{amount(p.pnl, true)}</span>
              </li>
            ))}
          </ul>
        </ActDialog>
      )}
    </>
  );
}
