// Opens the calculators; they are loaded when somebody asks.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { IconButton } from '@maru/kit/web/ui/button.tsx';
import { Calculator } from 'lucide-react';
import { useState } from 'react';
import { viewTexts } from './view-texts.ts';
import type { AccountNow, MarketNow } from './order-preview.ts';
import type { TradeState } from './trade-context.tsx';

const CalculatorDialog = lazyArea(() => import('./calculator-dialog.tsx').then((m) => m.CalculatorDialog));

export function CalculatorButton({ state, account, market }: { state: TradeState; account: AccountNow; market: MarketNow }) {
  const t = useText(viewTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton size={28} label={t('ticket.calculator')} onClick={() => setOpen(true)} data-testid="calculator">
        <Calculator size={15} />
      </IconButton>
      {isOpen && (
        <CalculatorDialog
          i={state.instrument}
          leverage={account.leverage}
          last={market.last}
          mark={market.mark}
          available={account.purse.available}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
