// Choosing the leverage: number, slider over the true range, and the largest position it allows.
import { maxNotionalOf } from '@maru/engine/market/tiers.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { RulerSlider } from '@maru/kit/web/ruler/ruler-slider.tsx';
import { Button } from '@maru/kit/web/ui/button.tsx';
import { Dialog } from '@maru/kit/web/ui/overlays.tsx';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { DialogError } from './dialog-error.tsx';
import { futuresTexts } from './futures-texts.ts';
import type { AccountNow } from './order-preview.ts';
import { amount } from './shown-figures.ts';
import { changeLeverage } from './trade-actions.ts';
import type { TradeState } from './trade-context.tsx';

export function LeverageDialog({
  state,
  account,
  isLocked,
  onClose,
}: {
  state: TradeState;
  account: AccountNow;
  isLocked: boolean;
  onClose(): void;
}) {
  const t = useText(futuresTexts);
  const { option } = state.instrument;
  const most = option.maxLeverage;
  const [leverage, setLeverage] = useState(account.leverage);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const set = (next: number) => setLeverage(Math.min(Math.max(Math.round(next), 1), most));
  const apply = async () => {
    setBusy(true);
    const outcome = await changeLeverage(option.futuresOptionId, leverage);
    setBusy(false);
    if (outcome.ok) onClose();
    else setError(outcome.failure.message);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('leverage.title')}
      foot={
        <Button
          look="ink"
          size={48}
          className="w-full"
          disabled={isLocked || leverage === account.leverage}
          isBusy={isBusy}
          onClick={() => void apply()}
        >
          {t('leverage.do', { leverage })}
        </Button>
      }
    >
      <div className="flex h-12 items-center rounded-4 border border-line bg-field px-1">
        <button
          type="button"
          aria-label="−1"
          className="flex size-10 items-center justify-center rounded-4 hover:bg-hover"
          disabled={isLocked}
          onClick={() => set(leverage - 1)}
        >
          <Minus size={16} />
        </button>
        <AmountInput
          value={String(leverage)}
          onChange={(value) => set(Number(value || 1))}
          rules={{ decimals: 0, max: String(most), wholeDigits: 3 }}
          step="1"
          disabled={isLocked}
          aria-label={t('leverage.title')}
          className="min-w-0 flex-1 bg-transparent text-center text-20 font-bold outline-none"
        />
        <button
          type="button"
          aria-label="+1"
          className="flex size-10 items-center justify-center rounded-4 hover:bg-hover"
          disabled={isLocked}
          onClick={() => set(leverage + 1)}
        >
          <Plus size={16} />
        </button>
      </div>
      <div className="mt-3">
        <RulerSlider
          value={most === 1 ? 100 : Math.round(((leverage - 1) / (most - 1)) * 100)}
          onChange={(share) => set(1 + ((most - 1) * share) / 100)}
          label={t('leverage.title')}
          valueText={`${leverage}x`}
          disabled={isLocked}
          scale={[]}
        />
      </div>
      <p className="mt-2 text-13 text-sub">
        {t('leverage.most', { leverage, amount: amount(maxNotionalOf(state.instrument.tiers, leverage)).replace(/\.\d+$/, '') })}
      </p>
      <p className="mt-1 text-13 text-mute">{t(isLocked ? 'leverage.locked' : 'leverage.warn')}</p>
      <DialogError message={error} />
    </Dialog>
  );
}
