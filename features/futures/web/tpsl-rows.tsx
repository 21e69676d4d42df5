// TP and SL in rows of price, return and money: write any of them, the other two follow by the engine's formulas.
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { AmountInput } from '@maru/kit/web/inputs/amount-input.tsx';
import { usePrefs } from '@maru/kit/web/prefs.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { type ReactNode, useId, useState } from 'react';
import { type ExitBase, type ExitKind, exitFigures, signShown, ticksOfPnl, ticksOfRoe, writtenHundredths } from './entry-tpsl.ts';
import { type Instrument, priceText, ticksOf } from './instrument.ts';
import { amount, directionOfAmount, percentOf } from './shown-figures.ts';
import { type ExitUnit, readTicketPrefs, setExitUnit } from './ticket-prefs.ts';
import { tpslTexts } from './tpsl-texts.ts';

export interface TpslRowsProps {
  i: Instrument;
  base: ExitBase | undefined;
  takeProfit: string;
  stopLoss: string;
  onChange(change: { takeProfit?: string; stopLoss?: string }): void;
  wrong?: { field: string; text: string } | undefined;
  /** The third column as a field: money can be written too. */
  isRoomy?: boolean;
  isPhone?: boolean;
  /** A stop may secure a win and a take profit cut a loss: of a position, never of an entry. */
  mayTurn?: boolean;
}

export function TpslRows(props: TpslRowsProps) {
  const x = useText(tpslTexts);
  return (
    <div className="flex flex-col gap-1.5" data-testid="tpsl-rows">
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <Row key={kind} {...props} kind={kind} label={x(`tpsl.${kind}`)} />
      ))}
    </div>
  );
}

function Row({
  i,
  base,
  onChange,
  wrong,
  kind,
  label,
  isRoomy = false,
  isPhone = false,
  mayTurn = false,
  ...prices
}: TpslRowsProps & { kind: ExitKind; label: string }) {
  const x = useText(tpslTexts);
  const id = useId();
  const ticks = ticksOf(i, prices[kind]) ?? 0;
  const figures = base && exitFigures(i, base, ticks);
  const set = (next: number | undefined) => onChange({ [kind]: next === undefined ? '' : priceText(i, next) });
  const [turned, setTurned] = useState<1 | -1>();
  const sign = !figures && turned !== undefined ? turned : signShown(kind, figures);
  const written = (text: string, ticksOfWritten: (base: ExitBase, hundredths: number) => number | undefined) => {
    const hundredths = writtenHundredths(kind, text, mayTurn ? sign : undefined);
    if (text === '') {
      // Emptied to be written anew: what it brings stays what it brought.
      if (mayTurn) setTurned(sign);
      set(undefined);
    } else if (base && hundredths !== undefined) set(ticksOfWritten(base, hundredths));
  };
  const toRoe = (of: ExitBase, roe: number) => ticksOfRoe(i, of, roe);
  const toPnl = (of: ExitBase, pnl: number) => ticksOfPnl(i, of, pnl * 10_000);
  const turn = (next: (of: ExitBase) => number | undefined) => {
    setTurned(sign > 0 ? -1 : 1);
    if (base && figures) set(next(base));
  };
  const derived = { sign, isOff: !base, isPhone };
  const isWrong = wrong?.field === kind;
  const unit = usePrefs((prefs) => readTicketPrefs(prefs.layout).exitUnit);
  const tone = directionClass(directionOfAmount(figures?.pnl ?? 0));
  return (
    <div>
      <div className={cx('grid items-center gap-1.5', isRoomy ? 'grid-cols-2 tablet:grid-cols-3' : 'grid-cols-[1.25fr_1.05fr_auto]')}>
        <Cell label={label} htmlFor={id} isWrong={isWrong} isPhone={isPhone} isWide={isRoomy}>
          <AmountInput
            id={id}
            value={prices[kind]}
            onChange={(value) => onChange({ [kind]: value })}
            rules={{ decimals: i.units.tickDecimals, wholeDigits: 9 }}
            step={i.option.tickSize}
            aria-invalid={isWrong || undefined}
            data-testid={`tpsl-${kind}`}
            className={fieldClass(isPhone)}
          />
        </Cell>
        {(isRoomy || unit === 'roe') && (
          <Cell unit={isRoomy ? '% ROE' : <UnitButton unit={unit} isPhone={isPhone} />} isPhone={isPhone}>
            <Derived
              label={x('tpsl.roe', { name: label })}
              value={figures ? formatDecimal(Math.abs(figures.roe), 2) : ''}
              onCommit={(text) => written(text, toRoe)}
              onTurn={mayTurn ? () => turn((of) => toRoe(of, -(figures?.roe ?? 0))) : undefined}
              {...derived}
            />
          </Cell>
        )}
        {(isRoomy || unit === 'money') && (
          <Cell unit={isRoomy ? 'USDT' : <UnitButton unit={unit} isPhone={isPhone} />} isPhone={isPhone}>
            <Derived
              label={x('tpsl.money', { name: label })}
              value={figures ? formatDecimal(Math.trunc(Math.abs(figures.pnl) / 10_000), 2) : ''}
              onCommit={(text) => written(text, toPnl)}
              onTurn={mayTurn ? () => turn((of) => toPnl(of, -Math.trunc((figures?.pnl ?? 0) / 10_000))) : undefined}
              {...derived}
            />
          </Cell>
        )}
        {!isRoomy && (
          <span className={`min-w-14 text-right text-13 font-semibold ${tone}`}>
            {!figures ? '--' : unit === 'roe' ? amount(figures.pnl, true) : percentOf(figures.roe, true)}
          </span>
        )}
      </div>
      {isWrong && (
        <p role="alert" className="mt-1 text-12 text-danger">
          {wrong?.text}
        </p>
      )}
    </div>
  );
}

const fieldClass = (isPhone: boolean) =>
  cx(
    'h-full min-w-0 flex-1 bg-transparent text-right font-semibold outline-none disabled:text-mute',
    isPhone ? 'text-16' : 'text-16 laptop:text-13',
  );

interface CellProps {
  label?: string;
  htmlFor?: string;
  unit?: ReactNode;
  isWrong?: boolean;
  isPhone: boolean;
  /** On narrow screens a line of its own. */
  isWide?: boolean;
  children: ReactNode;
}

function Cell({ label, htmlFor, unit, isWrong = false, isPhone, isWide = false, children }: CellProps) {
  return (
    <div
      className={cx(
        'flex min-w-0 items-center gap-1 rounded-4 border bg-field px-1.5 focus-within:border-text',
        isPhone ? 'h-11' : 'h-8',
        isWide && 'max-tablet:col-span-2 max-tablet:h-10',
        isWrong ? 'border-danger' : 'border-line',
      )}
    >
      {label && (
        <label htmlFor={htmlFor} className="shrink-0 text-12 text-mute">
          {label}
        </label>
      )}
      {children}
      {unit && <span className="shrink-0 text-11 whitespace-nowrap text-mute">{unit}</span>}
    </div>
  );
}

/** Where there is room for one of them only: return or money, at one press. */
function UnitButton({ unit, isPhone }: { unit: ExitUnit; isPhone: boolean }) {
  const x = useText(tpslTexts);
  const words = unit === 'roe' ? '% ROE' : 'USDT';
  return (
    <button
      type="button"
      aria-label={`${words} · ${x('tpsl.unit')}`}
      title={x('tpsl.unit')}
      onClick={() => setExitUnit(unit === 'roe' ? 'money' : 'roe')}
      className={cx('touch rounded-2 underline decoration-dotted underline-offset-2 hover:text-text', isPhone ? 'h-11' : 'h-6')}
    >
      {words}
    </button>
  );
}

interface DerivedProps {
  label: string;
  /** Without its sign, which stands before the field: a phone's decimal pad has none. */
  value: string;
  sign: 1 | -1;
  onCommit(text: string): void;
  onTurn: (() => void) | undefined;
  isOff: boolean;
  isPhone: boolean;
}

/** A figure that follows the price, unless somebody writes it: then the price follows. */
function Derived({ label, value, sign, onCommit, onTurn, isOff, isPhone }: DerivedProps) {
  const x = useText(tpslTexts);
  // What is being written stays as it is, whatever the nearest price would make of it.
  const [typed, setTyped] = useState<string>();
  const mark = sign > 0 ? '+' : '−';
  return (
    <>
      {onTurn ? (
        <button
          type="button"
          aria-label={`${mark} · ${x('tpsl.turn')}`}
          title={x('tpsl.turn')}
          onClick={onTurn}
          disabled={isOff}
          className="touch h-6 w-5 shrink-0 rounded-2 bg-hover text-12 font-semibold text-sub hover:text-text disabled:opacity-50"
        >
          {mark}
        </button>
      ) : (
        !typed?.startsWith('-') && (
          <span aria-hidden="true" className="shrink-0 text-12 text-mute">
            {mark}
          </span>
        )
      )}
      <AmountInput
        aria-label={`${label} · ${x(sign > 0 ? 'tpsl.wins' : 'tpsl.loses')}`}
        value={typed ?? value}
        onChange={(text) => {
          setTyped(text);
          onCommit(text);
        }}
        onBlur={() => setTyped(undefined)}
        disabled={isOff}
        rules={{ decimals: 2, wholeDigits: 7, allowsMinus: true }}
        step="1"
        className={fieldClass(isPhone)}
      />
    </>
  );
}
