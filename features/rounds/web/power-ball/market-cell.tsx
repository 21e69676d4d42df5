// One market: name and odds above, what it covers and its probability below; chosen it is ink with its stake on the edge.
import type { PowerBallMarket } from '@maru/engine/rounds/power-ball-markets.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { memo } from 'react';
import type { TradeOption } from '../../contract.ts';
import { pointMath } from '../bet-figures.ts';
import { walkBoard } from './board-walk.ts';
import { type Language, percentOf, powersText, rowNameOf, sumsText } from './market-names.ts';
import { powerBallTexts } from './power-ball-texts.ts';
import type { Pick } from './slip-draft.ts';

interface CellProps {
  market: PowerBallMarket;
  /** undefined: the site has it switched off. */
  terms: TradeOption['odds'][number] | undefined;
  pick: Pick | undefined;
  option: TradeOption;
  isOpen: boolean;
  /** Six or more stand side by side. */
  isNarrow: boolean;
  /** Tab comes to this one. */
  isEntry: boolean;
  language: Language;
  onToggle(code: string): void;
  onFocus(code: string): void;
}

export const oddsShown = (odds: string): string => {
  const [whole, part = ''] = odds.split('.');
  return `${whole}.${part.padEnd(2, '0')}`;
};

export const MarketCell = memo(function MarketCell(props: CellProps) {
  const { market, terms, pick, option, isNarrow, isEntry, language, onToggle, onFocus } = props;
  const t = useText(powerBallTexts);
  const { code } = market;
  const isChosen = pick !== undefined;
  const covers = coversOf(market, t);
  // English names of two words stand in two lines.
  const isLong = market[language].length > 7;
  const amount = pick === undefined ? '' : pointMath(option).shown(pick.point);
  const small = cx('text-11 tabular-nums', !isChosen && 'text-mute');
  return (
    <button
      type="button"
      data-market={code}
      aria-pressed={isChosen}
      title={t('cell.count', { count: market.outcomes.toLocaleString('en-US'), percent: percentOf(market.outcomes, 4) })}
      tabIndex={isEntry ? 0 : -1}
      disabled={terms === undefined}
      onFocus={() => onFocus(code)}
      onKeyDown={walkBoard}
      onClick={() => onToggle(code)}
      className={cx(
        'relative flex min-w-0 flex-col justify-center rounded-6 text-left transition-colors disabled:opacity-40',
        'min-h-13 py-1',
        isNarrow ? 'px-2' : 'px-2.5',
        isChosen ? 'bg-ink text-on-ink' : 'bg-field hover:bg-hover',
      )}
    >
      <span className="sr-only">{rowNameOf(market, language)} </span>
      <span className="flex w-full items-baseline justify-between gap-1">
        <span
          className={cx(
            'font-semibold',
            isNarrow ? 'text-13' : isLong ? 'text-13 leading-4' : 'text-15',
            !isLong && 'truncate',
            language === 'en' && 'max-tablet:text-13',
          )}
        >
          {market[language]}{' '}
        </span>
        <span className={cx('font-bold tabular-nums', isNarrow ? 'text-13' : 'text-16')}>
          {terms === undefined ? '—' : oddsShown(terms.odds)}{' '}
        </span>
      </span>
      {isNarrow && covers !== '' ? (
        <>
          <span className={small}>{covers} </span>
          <span className={cx(small, 'text-right')}>{percentOf(market.outcomes)}</span>
        </>
      ) : (
        <span className={cx('flex w-full items-baseline justify-between gap-1', small)}>
          <span className="truncate">{covers} </span>
          <span className="shrink-0">{percentOf(market.outcomes)}</span>
        </span>
      )}
      {isChosen && (
        <span className="absolute -top-2 -right-1.5 z-10 flex h-4.5 min-w-6 items-center justify-center rounded-full bg-brand px-1.5 text-11 font-semibold text-on-brand ring-1 ring-surface">
          {amount.replace(/\.00$/, '')}
        </span>
      )}
    </button>
  );
});

type Words = ReturnType<typeof useText<typeof powerBallTexts>>;

/** `1 3 5 7 9`, `0~4`, `15~72`, or in words. */
export function coversOf(market: PowerBallMarket, t: Words): string {
  if (market.row === 'cross') return t('covers.cross');
  if (market.row === 'powerNumber') return '';
  if (market.row.startsWith('power')) return powersText(market);
  const sums = sumsText(market);
  if (sums === undefined) return t(market.parity === 1 ? 'covers.odd' : 'covers.even');
  return sums;
}
