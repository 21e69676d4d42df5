// Cancel all and close all: the first at once, the second after a summary of what it will do.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { useState } from 'react';
import { futuresTexts } from './futures-texts.ts';
import { CloseAllDialog } from './position-dialogs.ts';
import { cancelEvery, tellFailure } from './trade-actions.ts';
import type { AccountFigures } from './trade-context.tsx';

/** At the end of a table's row of tabs, or on a phone below the cards. */
const dress = (isPhone: boolean | undefined) =>
  isPhone
    ? ({ look: 'line', size: 40, className: 'w-full' } as const)
    : ({ look: 'quiet', size: 24, className: 'text-13 text-text' } as const);

export function CancelAllButton({ futuresOptionId, isPhone }: { futuresOptionId: number | undefined; isPhone?: boolean }) {
  const t = useText(futuresTexts);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const outcome = await cancelEvery(futuresOptionId);
    setBusy(false);
    // Done, the orders' own events tell it.
    if (!outcome.ok) tellFailure(outcome.failure);
  };
  return (
    <Button {...dress(isPhone)} isBusy={isBusy} onClick={() => void run()}>
      {t('tab.cancelAll')}
    </Button>
  );
}

interface CloseAllButtonProps {
  figures: Pick<AccountFigures, 'positions'>;
  /** The list is narrowed to one symbol, and so is the button. */
  onlyId: number | undefined;
  isPhone?: boolean;
}

export function CloseAllButton({ figures, onlyId, isPhone }: CloseAllButtonProps) {
  const t = useText(futuresTexts);
  const [isOpen, setOpen] = useState(false);
  const positions = figures.positions.filter((p) => onlyId === undefined || p.position.futuresOptionId === onlyId);
  return (
    <>
      <Button {...dress(isPhone)} onClick={() => setOpen(true)}>
        {t('tab.closeAll')}
      </Button>
      {isOpen && <CloseAllDialog positions={positions} onlyId={onlyId} onClose={() => setOpen(false)} />}
    </>
  );
}
