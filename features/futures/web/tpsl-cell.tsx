// TP and SL of a position in its row: both prices and the pencil that opens the dialog.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Pencil } from 'lucide-react';
import type { PositionNow } from './account-now.ts';
import { useAccount } from './account-store.ts';
import { futuresTexts } from './futures-texts.ts';
import { askForTpsl } from './position-commands.ts';
import { tpslOf } from './position-tpsl.ts';

/** Both prices as the wire writes them, '' = none; primitives, so that other orders' news draws nothing anew. */
export function useTpslPrices(p: PositionNow): { takeProfit: string; stopLoss: string; partial: number } {
  const takeProfit = useAccount((s) => tpslOf(p.position, s.account.orders.values()).takeProfit?.stopPrice ?? '');
  const stopLoss = useAccount((s) => tpslOf(p.position, s.account.orders.values()).stopLoss?.stopPrice ?? '');
  const partial = useAccount((s) => tpslOf(p.position, s.account.orders.values()).partial.length);
  return { takeProfit, stopLoss, partial };
}

/** Short: whole figures where they are large, as a card has room for. */
function shown(price: string, isShort: boolean): string {
  if (price === '') return '--';
  return isShort && Number(price) >= 10_000 ? figure(price, { decimals: 0 }) : figure(price);
}

export function TpslText({ p, isShort = false }: { p: PositionNow; isShort?: boolean }) {
  const { takeProfit, stopLoss, partial } = useTpslPrices(p);
  return (
    <>
      <span className="whitespace-nowrap">
        {shown(takeProfit, isShort)} / {shown(stopLoss, isShort)}
      </span>
      {partial > 0 && <span className="ml-1 rounded-4 bg-hover px-1 text-11 text-sub">+{partial}</span>}
    </>
  );
}

export function TpslCell({ p, isShort = false }: { p: PositionNow; isShort?: boolean }) {
  const t = useText(futuresTexts);
  return (
    <button
      type="button"
      title={t('act.tpsl')}
      onClick={() => askForTpsl(p.position.futuresPositionId)}
      className="inline-flex items-center gap-1 rounded-4 hover:text-text"
      data-testid="tpsl-cell"
    >
      <TpslText p={p} isShort={isShort} /> <Pencil size={11} aria-hidden="true" className="text-mute" />
      <span className="sr-only">{t('act.tpsl')}</span>
    </button>
  );
}
