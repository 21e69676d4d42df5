// What closing all will do, before it is done: each position with its result, their sum and fees, and the orders that go first.
import { pairOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { feeOf, feeRatio } from '@maru/engine/futures/fee.ts';
import { MARK_PER_TICK } from '@maru/engine/money/units.ts';
import type { PositionNow } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { ActDialog } from './act-dialog.tsx';
import { Expected } from './expected.tsx';
import { openedTexts } from './opened-texts.ts';
import { SideBadge } from './side-badge.tsx';
import { amount, directionOfAmount, size } from './shown-figures.ts';
import { type CloseReason, closeEvery } from './trade-actions.ts';

/** Why something is left, in the server's words, with the symbols that each sentence is of. */
function leftReason(reasons: readonly CloseReason[]): string {
  const names = new Map<string, Set<string>>();
  for (const { message, symbol } of reasons) names.set(message, (names.get(message) ?? new Set()).add(pairOf(symbol)));
  return [...names].map(([message, symbols]) => `${[...symbols].join(', ')}: ${message}`).join(' ');
}

/** All at their marks, each by a taker's fee. */
function CloseAllSum({ positions }: { positions: readonly PositionNow[] }) {
  const sum = (of: (p: PositionNow) => number) => positions.reduce((total, p) => total + of(p), 0);
  const fee = sum(({ instrument: i, mark, held }) => feeOf(Math.round(mark / MARK_PER_TICK), held.lots, feeRatio(i.units, i.takerFee)));
  return <Expected realized={sum((p) => p.pnl)} fee={fee} />;
}

interface CloseAllProps {
  positions: readonly PositionNow[];
  /** Of one symbol only. */
  onlyId: number | undefined;
  onClose(): void;
}

export function CloseAllDialog({ positions, onlyId, onClose }: CloseAllProps) {
  const t = useText(openedTexts);
  const orders = useAccount(
    (s) => [...s.account.orders.values()].filter((o) => onlyId === undefined || o.futuresOptionId === onlyId).length,
  );
  const run = async () => {
    const outcome = await closeEvery(onlyId);
    if (!outcome.ok) return outcome;
    const { closed, left, reasons } = outcome.value;
    // Done whole, the positions' own results tell it.
    if (left.length > 0)
      toast({
        title: t('closeAll.failed', { done: closed, failed: left.length }),
        line: leftReason(reasons),
        kind: 'warn',
        stay: 'notice',
      });
    return outcome;
  };
  return (
    <ActDialog
      title={t('closeAll.title')}
      description={t('closeAll.lines', { positions: positions.length, orders })}
      does={t('closeAll.do')}
      act={run}
      onClose={onClose}
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
      <CloseAllSum positions={positions} />
    </ActDialog>
  );
}
