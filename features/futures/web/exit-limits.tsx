// Whether TP and SL go to market when they fire or rest at a limit, and at which.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { cx } from '@maru/kit/web/ui/classes.ts';
import type { Instrument } from './instrument.ts';
import type { TicketFields } from './order-fields.ts';
import { tpslTexts } from './tpsl-texts.ts';

export type ExitDraft = Pick<TicketFields, 'takeProfit' | 'stopLoss' | 'exitsAtLimit' | 'takeProfitLimit' | 'stopLossLimit'>;

export interface ExitLimitsProps {
  i: Instrument;
  draft: ExitDraft;
  onChange(change: Partial<ExitDraft>): void;
  isPhone?: boolean;
}

export function ExitLimits({ i, draft, onChange, isPhone = false }: ExitLimitsProps) {
  const x = useText(tpslTexts);
  const legs = (['takeProfit', 'stopLoss'] as const).filter((leg) => draft[leg] !== '');
  return (
    <>
      <Checkbox look="ink" isOn={draft.exitsAtLimit} onChange={(exitsAtLimit) => onChange({ exitsAtLimit })}>
        {x('tpsl.atLimit')}
      </Checkbox>
      {draft.exitsAtLimit && legs.length > 0 && (
        <div className="grid grid-cols-2 gap-1.5">
          {legs.map((leg) => (
            <label
              key={leg}
              className={cx(
                'flex min-w-0 items-center gap-1 rounded-4 border border-line bg-field px-1.5 focus-within:border-text',
                isPhone ? 'h-11' : 'h-8',
              )}
            >
              <span className="shrink-0 text-12 text-mute">{x(`tpsl.${leg}Limit`)}</span>
              <AmountInput
                value={draft[`${leg}Limit`]}
                onChange={(value) => onChange({ [`${leg}Limit`]: value })}
                rules={{ decimals: i.units.tickDecimals, wholeDigits: 9 }}
                step={i.option.tickSize}
                placeholder={x('tpsl.market')}
                data-testid={`tpsl-${leg}Limit`}
                className={cx(
                  'h-full min-w-0 flex-1 bg-transparent text-right font-semibold outline-none placeholder:font-normal placeholder:text-mute',
                  isPhone ? 'text-16' : 'text-16 laptop:text-13',
                )}
              />
            </label>
          ))}
        </div>
      )}
      {draft.exitsAtLimit && <p className="text-11 text-mute">{x('tpsl.atLimitNote')}</p>}
    </>
  );
}
