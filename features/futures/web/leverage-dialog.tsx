// Choosing the leverage: number, slider over the true range, and the largest position it allows.
import { maxNotionalOf } from '@maru/engine/market/tiers.ts';
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { RulerSlider } from '@maru/kit/web/ruler/ruler-slider.tsx';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { mostOf } from './calculators.ts';
import { openedTexts } from './opened-texts.ts';
import { infoTexts } from './info-texts.ts';
import { withinReach } from './instrument.ts';
import { NowAfter } from './now-after.tsx';
import type { AccountNow } from './order-preview.ts';
import { amount, size } from './shown-figures.ts';
import { changeLeverage } from './trade-actions.ts';
import { type TradeState, useMarketNow } from './trade-context.tsx';

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
  const t = useText(openedTexts);
  const { option } = state.instrument;
  const most = option.maxLeverage;
  const [leverage, setLeverage] = useState(account.leverage);
  const { instrument: i } = state;
  const { last, mark } = useMarketNow(i);
  const worth = (at: number) => amount(maxNotionalOf(i.tiers, at)).replace(/\.\d+$/, '');
  const opens = (at: number) => {
    const open = withinReach(() => mostOf(i, 1, at, last, account.purse.available, mark));
    return open ? `${size(i, open.lots)} ${option.base}` : '--';
  };
  const set = (next: number) => setLeverage(Math.min(Math.max(Math.round(next), 1), most));
  return (
    <ActDialog
      title={t('leverage.title')}
      does={t('leverage.do', { leverage })}
      why={isLocked ? t('leverage.locked') : leverage === account.leverage ? t('leverage.same', { leverage }) : undefined}
      act={() => changeLeverage(option.futuresOptionId, leverage)}
      onClose={onClose}
    >
      <div className="flex h-12 items-center rounded-4 border border-line bg-field px-1">
        <button
          type="button"
          aria-label="−1"
          className="touch flex size-10 items-center justify-center rounded-4 hover:bg-hover"
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
          className="h-full min-w-0 flex-1 bg-transparent text-center text-20 font-bold outline-none"
        />
        <button
          type="button"
          aria-label="+1"
          className="touch flex size-10 items-center justify-center rounded-4 hover:bg-hover"
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
      <div className="mt-2">
        <NowAfter
          rows={[
            [t('leverage.worth'), worth(account.leverage), worth(leverage)],
            [t('leverage.opens'), opens(account.leverage), opens(leverage)],
          ]}
        />
      </div>
      <p className="mt-1 text-13 text-mute">{t('leverage.warn')}</p>
      <Brackets state={state} leverage={leverage} />
    </ActDialog>
  );
}

/** The symbol's brackets, the one that a leverage ends in marked: larger positions take less of it. */
function Brackets({ state, leverage }: { state: TradeState; leverage: number }) {
  const t = useText(infoTexts);
  const { brackets } = state.instrument.option;
  const own = brackets.findLast((b) => b.maxLeverage >= leverage);
  return (
    <details className="mt-3 rounded-8 border border-line">
      <summary className="touch cursor-pointer px-3 py-2 text-13 font-medium">{t('info.brackets')}</summary>
      <div className="scroll-thin max-h-48 overflow-y-auto px-3 pb-2">
        <table className="w-full text-12">
          <thead className="text-11 text-mute">
            <tr>
              {(['info.upTo', 'info.leverage', 'info.mmr'] as const).map((head) => (
                <th key={head} scope="col" className="h-7 text-right font-normal first:text-left">
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {brackets.map((b) => (
              <tr key={b.tier} className={b === own ? 'bg-hover font-semibold' : ''} aria-current={b === own ? 'true' : undefined}>
                <td className="h-6 pl-1">≤ {figure(b.cap, { decimals: 0 })}</td>
                <td className="text-right">{b.maxLeverage}x</td>
                <td className="pr-1 text-right">{Number((Number(b.mmr) * 100).toFixed(3))}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
