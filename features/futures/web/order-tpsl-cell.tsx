// TP and SL of an open entry in its row or card, and the way to change them.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import type { Order } from '@maru/futures/contract.ts';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { openedTexts } from './opened-texts.ts';
import type { Instrument } from './instrument.ts';
import { carriesTpsl, tpslDraftOf } from './order-tpsl.ts';
import { OrderTpslDialog } from './order-tpsl-lazy.ts';
import { tpslTexts } from './tpsl-texts.ts';

export function OrderTpslCell({ order, instrument, isOff }: { order: Order; instrument: Instrument | undefined; isOff: boolean }) {
  const t = useText(openedTexts);
  const x = useText(tpslTexts);
  const [isOpen, setOpen] = useState(false);
  if (!instrument || !carriesTpsl(order)) return <span className="text-mute">--</span>;
  const { takeProfit, stopLoss } = tpslDraftOf(order);
  const shown = (price: string) => (price === '' ? '--' : figure(price));
  return (
    <>
      <button
        type="button"
        title={t('act.tpsl')}
        disabled={isOff}
        onClick={() => setOpen(true)}
        className="touch inline-flex items-center gap-1 rounded-4 hover:text-text"
        data-testid={`order-tpsl-${order.id}`}
      >
        {takeProfit || stopLoss ? `${shown(takeProfit)} / ${shown(stopLoss)}` : <span className="text-mute">{x('tpsl.add')}</span>}
        <Pencil size={11} aria-hidden="true" className="text-mute" />
        <span className="sr-only">{t('act.tpsl')}</span>
      </button>
      {isOpen && <OrderTpslDialog order={order} instrument={instrument} onClose={() => setOpen(false)} />}
    </>
  );
}
