// The fields of an alert about a move: which way, by how many percent, and within which time.
import type { CallForm } from '@maru/kit/web/forms/call-form.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { bareInputClass, Field } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import {
  isMove,
  LEAST_MOVE,
  MOST_MOVE,
  type MoveCondition,
  type MoveWindow,
  moveConditions,
  moveWindows,
  type PriceAlert,
} from '../../alert-contract.ts';
import { alertDialogTexts } from './dialog-texts.ts';

/** As far as the server takes it. */
export const isMoveReady = (percent: string): boolean => Number(percent) >= LEAST_MOVE && Number(percent) <= MOST_MOVE;

/** `3.00` is written 3, `2.50` 2.5. */
export const plainPercent = (percent: string): string => String(Number(percent));

/** The part of an alert's form that is about a move. */
export interface MoveDraft {
  moveCondition: MoveCondition;
  percent: string;
  windowMinutes: MoveWindow;
}

export const moveDraftOf = (edited: PriceAlert | undefined): MoveDraft => ({
  moveCondition: edited && isMove(edited.condition) ? edited.condition : 'MOVES_BY',
  percent: edited?.percent ? plainPercent(edited.percent) : '',
  windowMinutes: (edited?.windowMinutes as MoveWindow | undefined) ?? 60,
});

export function MoveInputs<V extends MoveDraft>({ form, error }: { form: CallForm<V>; error: string | undefined }) {
  const t = useText(alertDialogTexts);
  const { moveCondition, percent, windowMinutes } = form.values;
  const set = (change: Partial<MoveDraft>) => form.set(change as Partial<V>);
  return (
    <>
      <Segment<MoveCondition>
        isFull
        label={t('alert.condition')}
        value={moveCondition}
        onChange={(value) => set({ moveCondition: value })}
        items={[...moveConditions].reverse().map((value) => ({ value, label: t(`alert.condition.${value}`) }))}
      />
      <Segment<`${MoveWindow}`>
        isFull
        label={t('alert.window')}
        value={`${windowMinutes}`}
        onChange={(value) => set({ windowMinutes: Number(value) as MoveWindow })}
        items={moveWindows.map((value) => ({ value: `${value}` as const, label: t(`alert.window.${value}`) }))}
      />
      <Field label={t('alert.percent')} note={t('alert.percent.bounds')} error={error}>
        {({ id, describedBy, isWrong, boxClass }) => (
          <div className={boxClass}>
            <AmountInput
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              value={percent}
              onChange={(value) => set({ percent: value })}
              rules={{ decimals: 2, wholeDigits: 2 }}
              step="0.1"
              className={`${bareInputClass} text-right font-semibold`}
            />
            <span className="text-12 text-mute">%</span>
          </div>
        )}
      </Field>
    </>
  );
}
