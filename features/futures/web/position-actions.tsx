// The dialogs that positions open: close with share and price, reverse, margin. One host, so that rows stay plain.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { toast } from '@maru/kit/web/toasts/toast-list.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { useState } from 'react';
import type { PositionNow } from './account-now.ts';
import { pairOf } from './trade-result.ts';
import { CloseDialog } from './close-dialog.tsx';
import { DialogError } from './dialog-error.tsx';
import { futuresTexts } from './futures-texts.ts';
import { MarginDialog } from './margin-dialog.tsx';
import { size } from './shown-figures.ts';
import { sideWord, useAsked } from './position-commands.ts';
import { reverse } from './trade-actions.ts';
import type { AccountFigures } from './trade-context.tsx';

const done = () => useAsked.setState({ asked: undefined });

export function PositionDialogs({ figures }: { figures: AccountFigures }) {
  const asked = useAsked((s) => s.asked);
  const p = asked && figures.positions.find((row) => row.position.futuresPositionId === asked.id);
  if (!asked || !p) return null;
  if (asked.what === 'close')
    return <CloseDialog p={p} figures={figures} isLimit={asked.isLimit ?? false} percent={asked.percent ?? 100} onClose={done} />;
  if (asked.what === 'margin') return <MarginDialog p={p} available={figures.purse.available} onClose={done} />;
  return <ReverseDialog p={p} />;
}

function ReverseDialog({ p }: { p: PositionNow }) {
  const t = useText(futuresTexts);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const from = sideWord(p);
  const to = t(p.position.tradeType === 'LONG' ? 'side.short' : 'side.long');
  const name = pairOf(p.position.symbol);
  const quantity = `${size(p.instrument, p.held.lots)} ${p.instrument.option.base}`;
  const run = async () => {
    setBusy(true);
    const result = await reverse(p.position);
    setBusy(false);
    if (result.done === 'none') {
      setError(result.failure.message);
      return;
    }
    done();
    if (result.done === 'both') toast({ title: t('reverse.done'), line: t('reverse.doneLine', { name, to, quantity }), kind: 'done' });
    else toast({ title: t('reverse.half'), line: result.failure.message, kind: 'warn', stay: 'notice' });
  };
  return (
    <Dialog
      isOpen
      onClose={done}
      title={t('reverse.title', { name, from, to })}
      description={t('reverse.body', { quantity })}
      foot={
        <>
          <Button onClick={done}>{t('act.back')}</Button>
          <Button look="ink" isBusy={isBusy} onClick={() => void run()}>
            {t('reverse.do')}
          </Button>
        </>
      }
    >
      <DialogError message={error} />
    </Dialog>
  );
}
