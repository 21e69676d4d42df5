// The board of markets in two halves: each cell says its odds, what it covers and how likely it is; arrow keys walk it as it lies.
import type { MarketRow, PowerBallMarket } from '@maru/engine/rounds/power-ball-markets.ts';
import { POWER_BALL_MARKETS } from '@maru/engine/rounds/power-ball-markets.ts';
import { useLanguage, useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { memo, useState } from 'react';
import type { TradeOption } from '../../contract.ts';
import { MarketCell } from './market-cell.tsx';
import { powerBallTexts } from './power-ball-texts.ts';
import type { Pick } from './slip-draft.ts';

interface BoardProps {
  option: TradeOption;
  picks: readonly Pick[];
  isOpen: boolean;
  isPhone: boolean;
  /** Too narrow for both halves side by side. */
  isTight: boolean;
  onToggle(code: string): void;
}

const powerRows = ['power', 'powerPair', 'powerBand', 'powerNumber'] as const satisfies readonly MarketRow[];
const sumRows = ['sum', 'sumPair', 'sumSize', 'sumBand', 'cross'] as const satisfies readonly MarketRow[];
const columns: Readonly<Record<number, string>> = {
  3: 'grid-cols-3',
  4: 'grid-cols-4',
  5: 'grid-cols-5',
  6: 'grid-cols-6',
  10: 'grid-cols-10',
};

/** Markets of a row that the option has odds for, or all: those without stand closed. */
const ofRow = (row: MarketRow): readonly PowerBallMarket[] => POWER_BALL_MARKETS.filter((market) => market.row === row);

export const MarketBoard = memo(function MarketBoard({ option, picks, isOpen, isPhone, isTight, onToggle }: BoardProps) {
  const t = useText(powerBallTexts);
  const hasBands = option.odds.some(({ type }) => ofRow('sumBand').some(({ code }) => code === type));
  const [focused, setFocused] = useState('PB_ODD');
  const half = { option, picks, isOpen, isPhone, isTight, hasBands, focused, onFocus: setFocused, onToggle };
  return (
    <section
      aria-label={t('board.label')}
      data-testid="board"
      className={cx(
        'bg-surface',
        isPhone ? 'px-4' : 'rounded-8 px-5',
        isPhone || isTight
          ? 'flex flex-col gap-4 py-3'
          : 'grid h-[clamp(384px,calc(100dvh-516px),600px)] grid-cols-2 grid-rows-1 divide-x divide-line py-3',
      )}
    >
      <Half {...half} title={t('board.power')} words={t('board.power.words')} rows={powerRows} side="left" />
      <Half
        {...half}
        title={t('board.sum')}
        words={t('board.sum.words')}
        rows={hasBands ? sumRows : sumRows.filter((row) => row !== 'sumBand')}
        side="right"
      />
    </section>
  );
});

interface HalfProps extends BoardProps {
  title: string;
  words: string;
  rows: readonly MarketRow[];
  side: 'left' | 'right';
  hasBands: boolean;
  focused: string;
  onFocus(code: string): void;
}

function Half({ title, words, rows, side, ...rest }: HalfProps) {
  const { isPhone, isTight } = rest;
  return (
    <section aria-label={title} className={cx('flex min-w-0 flex-col', !isPhone && !isTight && (side === 'left' ? 'pr-5' : 'pl-5'))}>
      <h2 className="mb-2 flex items-baseline justify-between text-14 font-bold">
        {title}
        <span className="text-11 font-normal text-mute">{words}</span>
      </h2>
      <div className="flex flex-1 flex-col gap-1.5">
        {rows.map((row) => (
          <Row key={row} row={row} {...rest} />
        ))}
      </div>
    </section>
  );
}

function Row({
  row,
  option,
  picks,
  isOpen,
  isPhone,
  hasBands,
  focused,
  onFocus,
  onToggle,
}: Omit<HalfProps, 'title' | 'words' | 'rows' | 'side'> & { row: MarketRow }) {
  const t = useText(powerBallTexts);
  const language = useLanguage();
  const markets = ofRow(row);
  // Ten numbers stand in two rows of five where the other half has a row more.
  const isSplit = row === 'powerNumber' && (hasBands || isPhone);
  const across = isSplit ? 5 : isPhone && markets.length === 6 ? 3 : isPhone && row !== 'sumSize' ? 2 : markets.length;
  return (
    <div className={cx('flex gap-2', isPhone ? 'flex-col' : 'items-center', isSplit ? 'flex-[2]' : 'flex-1')}>
      <span className={cx('shrink-0 text-12 text-mute', !isPhone && 'w-9')} aria-hidden="true">
        {t(`row.${row}`)}
      </span>
      <div
        className={cx(
          'grid min-w-0 flex-1 gap-1.5',
          across === 2 ? 'grid-cols-2' : columns[across],
          !isPhone && 'h-full',
          isSplit && !isPhone && 'grid-rows-2',
        )}
      >
        {markets.map((market) => {
          const { code } = market;
          return (
            <MarketCell
              key={code}
              market={market}
              terms={option.odds.find(({ type }) => type === code)}
              pick={picks.find((pick) => pick.code === code)}
              {...{ option, isOpen, language, onToggle, onFocus }}
              isNarrow={across >= (isPhone ? 5 : 6)}
              isEntry={focused === code}
            />
          );
        })}
      </div>
    </div>
  );
}
