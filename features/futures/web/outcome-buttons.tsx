// The two buttons: line one the act, line two what it leads to; locked ones say why in the same place.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { Spinner } from '@maru/kit/web/ui/button.tsx';
import { Lock } from 'lucide-react';
import { futuresTexts } from './futures-texts.ts';
import type { Instrument } from './instrument.ts';
import { onlyReduces, type Side, type TicketFields } from './order-fields.ts';
import type { Preview } from './order-preview.ts';
import { liquidationTicks } from './position-math.ts';
import { amount, shortPrice, size } from './shown-figures.ts';
import { lookAt } from './ticket-store.ts';
import type { TradeLock } from './trade-context.tsx';

export interface OutcomeButtonsProps {
  i: Instrument;
  long: Preview;
  short: Preview;
  fields: TicketFields;
  isHedge: boolean;
  /** Why a side cannot be pressed now. */
  lockOf(side: Side): TradeLock;
  /** The ticket shows a mistake of this side. */
  isShut(side: Side): boolean;
  sending: Side | undefined;
  onPress(side: Side): void;
  isPhone?: boolean;
}

export function OutcomeButtons(props: OutcomeButtonsProps) {
  return (
    <div className="flex gap-2">
      <OutcomeButton {...props} preview={props.long} />
      <OutcomeButton {...props} preview={props.short} />
    </div>
  );
}

const lockTexts = {
  stale: 'lock.stale',
  unsafe: 'lock.unsafe',
  halt: 'lock.halt',
  closed: 'lock.closed',
  cancelOnly: 'lock.cancelOnly',
  offline: 'lock.offline',
  reduceOnly: 'lock.reduceOnly',
  account: 'lock.account',
} as const;

function OutcomeButton({
  i,
  preview,
  fields,
  isHedge,
  lockOf,
  isShut,
  sending,
  onPress,
  isPhone = false,
}: OutcomeButtonsProps & { preview: Preview }) {
  const t = useText(futuresTexts);
  const side = preview.side;
  const lock = lockOf(side);
  // It would be refused: said before the press.
  const isIdle = preview.lots > 0 && preview.closing === 0 && onlyReduces(fields, isHedge ? 'HEDGE' : 'ONE_WAY');
  const wrong = isIdle || isShut(side);
  const isBuy = side === 'BUY';
  const closes = isHedge && fields.intent === 'close';
  const name = closes ? t(isBuy ? 'ticket.closeShort' : 'ticket.closeLong') : t(isBuy ? 'side.long' : 'side.short');
  const act = preview.lots > 0 ? `${name} ${size(i, preview.lots)} ${i.option.base}` : name;
  const result = useResult(i, preview, isPhone);
  const common = cx('flex flex-1 flex-col items-center justify-center', isPhone ? 'h-14 rounded-8' : 'h-[52px] rounded-6');
  if (lock)
    return (
      <button
        type="button"
        aria-disabled="true"
        className={cx(common, 'cursor-not-allowed bg-hover text-sub')}
        onClick={(event) => event.preventDefault()}
      >
        <span className="flex items-center gap-1.5 text-15 leading-5 font-bold">
          <Lock size={14} aria-hidden="true" /> {name}
        </span>
        <span className="text-11">{t(lockTexts[lock])}</span>
      </button>
    );
  return (
    <button
      type="button"
      data-testid={isBuy ? 'order-long' : 'order-short'}
      // Shut, a press only leads to the field that is wrong.
      onClick={() => sending === undefined && onPress(side)}
      onPointerEnter={() => lookAt(side)}
      onFocus={() => lookAt(side)}
      // Never `disabled`: the browser would take the focus away from who pressed it by a key.
      aria-disabled={sending !== undefined || wrong || undefined}
      className={cx(
        common,
        wrong
          ? 'cursor-not-allowed bg-hover text-sub'
          : cx(
              'text-on-solid transition-[filter] hover:brightness-110 active:brightness-95 aria-disabled:opacity-70',
              isBuy ? 'bg-long' : 'bg-short',
            ),
      )}
    >
      {sending === side ? (
        <Spinner />
      ) : (
        <>
          <span
            className={cx(
              'leading-5 font-bold whitespace-nowrap',
              isPhone ? 'text-15' : isWide(act) ? 'text-13' : 'text-14 desktop:text-15',
            )}
          >
            <span aria-hidden="true">{isBuy ? '↑' : '↓'}</span> {act}
          </span>
          {(wrong || result) && (
            <span className="text-11 whitespace-nowrap">{wrong ? t(isIdle ? 'ticket.nothingToReduce' : 'ticket.shut') : result}</span>
          )}
        </>
      )}
    </button>
  );
}

/** More than half the column's width holds at its full size; a syllable is as wide as two letters. */
const isWide = (act: string): boolean => act.length + (act.match(/[가-힣]/g)?.length ?? 0) > 13;

/** The result in a few words: a reduction says how much is left, an opening where it is liquidated. */
function useResult(i: Instrument, preview: Preview, isPhone: boolean): string {
  const t = useText(futuresTexts);
  if (preview.lots === 0 || preview.price === 0) return '';
  const { before, after } = preview;
  const word = (side: 1 | -1) => t(side > 0 ? 'side.long' : 'side.short');
  if (preview.closing > 0 && before) {
    if (!after.held) return t('ticket.resultClosed');
    if (after.held.side !== before.side)
      return t('ticket.resultFlip', { from: word(before.side), to: word(after.held.side), quantity: size(i, after.held.lots) });
    return t('ticket.resultChange', { side: word(before.side), before: size(i, before.lots), after: size(i, after.held.lots) });
  }
  if (isPhone) return `${t('col.margin')} ${amount(preview.margin)} USDT`;
  const at = preview.later.liquidation;
  return at === 0
    ? t('ticket.resultNoLiquidation')
    : t('ticket.resultLiquidation', { price: shortPrice(i, liquidationTicks(at, after.held?.side ?? 1)) });
}
