// The dialog in which TP and SL are written, of a position or of an entry: prices, return, money, what they win for what they risk.
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import type { ReactNode } from 'react';
import { ActDialog } from './act-dialog.tsx';
import { type ExitBase, exitFigures, isOnItsSide, rewardToRisk } from './entry-tpsl.ts';
import { type Instrument, ticksOf } from './instrument.ts';
import { errorText } from './order-errors.ts';
import type { Outcome } from './trade-actions.ts';
import { TpslRows } from './tpsl-rows.tsx';
import { tpslTexts } from './tpsl-texts.ts';

export interface TpslPrices {
  takeProfit: string;
  stopLoss: string;
}

export interface TpslFormProps {
  title: ReactNode;
  lead: ReactNode;
  /** What stands above the fields. */
  facts: readonly (readonly [label: string, value: string])[];
  i: Instrument;
  base: ExitBase | undefined;
  side: 1 | -1;
  /** Ticks that TP and SL must lie on their sides of. */
  from: number;
  draft: TpslPrices;
  onChange(change: Partial<TpslPrices>): void;
  isChanged: boolean;
  act(): Promise<Outcome<unknown>>;
  onClose(): void;
  /** A stop may secure a win, a take profit cut a loss. */
  mayTurn?: boolean;
  /** Below the fields. */
  more?: ReactNode;
  notes?: ReactNode;
}

const legs = ['takeProfit', 'stopLoss'] as const;

export function TpslForm({
  title,
  lead,
  facts,
  i,
  base,
  side,
  from,
  draft,
  onChange,
  isChanged,
  act,
  onClose,
  mayTurn = false,
  more,
  notes,
}: TpslFormProps) {
  const x = useText(tpslTexts);
  const language = useLanguage();
  const ticks = (leg: (typeof legs)[number]) => ticksOf(i, draft[leg]) ?? 0;
  const wrong = legs.find((leg) => draft[leg] !== '' && !isOnItsSide(leg, side, ticks(leg), from));
  const ratio = base && rewardToRisk(exitFigures(i, base, ticks('takeProfit')), exitFigures(i, base, ticks('stopLoss')));
  return (
    <ActDialog
      title={title}
      description={lead}
      does={x('tpsl.do')}
      why={wrong ? x('tpsl.wrong') : isChanged ? undefined : x('tpsl.same')}
      act={act}
      onClose={onClose}
      className="w-[min(480px,calc(100vw-16px))]"
    >
      <dl className="mb-3 flex gap-6 text-13">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-mute">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-col gap-2">
        <TpslRows
          {...{ i, base, onChange, mayTurn }}
          takeProfit={draft.takeProfit}
          stopLoss={draft.stopLoss}
          wrong={
            wrong && {
              field: wrong,
              text: errorText({ code: wrong === 'takeProfit' ? 'TAKE_PROFIT_WRONG_SIDE' : 'STOP_LOSS_WRONG_SIDE' }, language),
            }
          }
          isRoomy
        />
        {more}
      </div>
      {ratio !== undefined && (
        <p className="mt-2 text-13 text-mute">
          {x('tpsl.ratio')} <b className="font-semibold text-text">{(ratio / 100).toFixed(2)}</b>
        </p>
      )}
      {notes}
    </ActDialog>
  );
}
