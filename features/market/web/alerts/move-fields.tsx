// The fields of an alert about a move: which way, by how many percent, and within which time.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { bareInputClass, Field } from '@maru/kit/web/ui/field.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useState } from 'react';
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
const isMoveReady = (percent: string): boolean => Number(percent) >= LEAST_MOVE && Number(percent) <= MOST_MOVE;

/** `3.00` is written 3, `2.50` 2.5. */
export const plainPercent = (percent: string): string => String(Number(percent));

export function useMove(edited: PriceAlert | undefined) {
  const [condition, setCondition] = useState<MoveCondition>(edited && isMove(edited.condition) ? edited.condition : 'MOVES_BY');
  const [percent, setPercent] = useState(edited?.percent ? plainPercent(edited.percent) : '');
  const [windowMinutes, setWindow] = useState<MoveWindow>((edited?.windowMinutes as MoveWindow | undefined) ?? 60);
  return { condition, setCondition, percent, setPercent, windowMinutes, setWindow, isReady: isMoveReady(percent) };
}

type Move = ReturnType<typeof useMove>;

export function MoveInputs({ move, error }: { move: Move; error: string | undefined }) {
  const t = useText(alertDialogTexts);
  return (
    <>
      <Segment<MoveCondition>
        isFull
        label={t('alert.condition')}
        value={move.condition}
        onChange={move.setCondition}
        items={[...moveConditions].reverse().map((value) => ({ value, label: t(`alert.condition.${value}`) }))}
      />
      <Segment<`${MoveWindow}`>
        isFull
        label={t('alert.window')}
        value={`${move.windowMinutes}`}
        onChange={(value) => move.setWindow(Number(value) as MoveWindow)}
        items={moveWindows.map((value) => ({ value: `${value}` as const, label: t(`alert.window.${value}`) }))}
      />
      <Field label={t('alert.percent')} note={t('alert.percent.bounds')} error={error}>
        {({ id, describedBy, isWrong, boxClass }) => (
          <div className={boxClass}>
            <AmountInput
              id={id}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              value={move.percent}
              onChange={move.setPercent}
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
