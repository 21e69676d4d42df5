// Open positions as rows: danger first, the liquidation ruler in each, actions at the end. Columns by width.
import { cx } from '@maru/kit/web/ui/classes.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { TickRuler } from '@maru/kit/web/ruler/tick-ruler.tsx';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Menu } from '@maru/kit/web/ui/overlays.tsx';
import { Decaying } from '@maru/kit/web/ui/decaying.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { buttonClass, IconButton } from '@maru/kit/web/ui/button.tsx';
import { notionalAtMark } from '@maru/engine/futures/margin.ts';
import { figure, pairOf } from '@maru/kit/web/i18n/figures.ts';
import { ArrowDownUp, Ellipsis, Pencil, Share2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { PositionNow } from './account-now.ts';
import { AdlLight } from './adl-light.tsx';
import { TpslCell } from './tpsl-cell.tsx';
import { CloseButton, CloseWithShare } from './close-button.tsx';
import { futuresTexts } from './futures-texts.ts';
import { METER_SPAN } from './liquidation-alarm.ts';
import { askForMargin, askForTpsl, askToClose, askToReverse } from './position-commands.ts';
import { SideBadge } from './side-badge.tsx';
import { amount, averageEntry, directionOfAmount, distanceOf, percentOf, price, size } from './shown-figures.ts';

export type TableSize = 'hall' | 'desktop' | 'wide' | 'laptop';
type Column = 'size' | 'value' | 'entry' | 'mark' | 'liquidation' | 'margin' | 'ratio' | 'pnl' | 'funding' | 'tpsl' | 'adl';
const columns: Record<TableSize, readonly Column[]> = {
  hall: ['size', 'value', 'entry', 'mark', 'liquidation', 'margin', 'ratio', 'pnl', 'funding', 'tpsl', 'adl'],
  desktop: ['size', 'entry', 'mark', 'liquidation', 'margin', 'pnl', 'tpsl'],
  wide: ['size', 'entry', 'mark', 'liquidation', 'pnl', 'tpsl'],
  laptop: ['size', 'entry', 'liquidation', 'pnl'],
};
const heads = {
  size: 'col.size',
  value: 'col.value',
  entry: 'col.entry',
  mark: 'col.mark',
  liquidation: 'col.liquidation',
  margin: 'col.margin',
  ratio: 'col.maintenance',
  pnl: 'col.pnl',
  funding: 'col.fundingPaid',
  tpsl: 'col.tpsl',
  adl: 'col.adl',
} as const;

/** Tight enough for the longer words of English: what is wider than the panel goes under the actions at its end. */
const padding = (width: TableSize): string => (width === 'hall' ? 'px-2' : width === 'laptop' ? 'px-1' : 'px-1.5');

export function PositionsTable({
  positions,
  size: width,
  onSymbol,
  onShare,
}: {
  positions: readonly PositionNow[];
  size: TableSize;
  onSymbol(futuresOptionId: number): void;
  onShare(p: PositionNow): void;
}) {
  const t = useText(futuresTexts);
  return (
    <table className="w-full border-collapse text-12" data-testid="positions">
      <thead>
        <tr className="text-11 text-mute">
          <th scope="col" className="sticky top-0 z-1 h-7 bg-surface px-3 text-left font-normal">
            {t('col.symbol')}
          </th>
          {columns[width].map((column) => (
            <th
              key={column}
              scope="col"
              className={cx('sticky top-0 z-1 h-7 bg-surface text-right font-normal whitespace-nowrap', padding(width))}
            >
              {t(heads[column])}
            </th>
          ))}
          <th scope="col" className="sticky top-0 right-0 z-2 h-7 bg-surface px-3">
            <span className="sr-only">{t('col.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {positions.map((p) => (
          <Row key={p.position.futuresPositionId} p={p} width={width} onSymbol={onSymbol} onShare={onShare} />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({
  p,
  width,
  onSymbol,
  onShare,
}: {
  p: PositionNow;
  width: TableSize;
  onSymbol(futuresOptionId: number): void;
  onShare(p: PositionNow): void;
}) {
  const t = useText(futuresTexts);
  const { position, instrument: i, held } = p;
  const cells: Record<Column, ReactNode> = {
    size: size(i, held.lots),
    value: amount(notionalAtMark(i.units, p.mark, held.lots)),
    entry: (
      <span title={`${t('col.breakEven')} ${figure(position.breakEvenPrice, { decimals: i.units.tickDecimals })}`}>
        {averageEntry(i, held.entryCost, held.lots)}
      </span>
    ),
    mark: price(i, Math.round(p.mark / 100)),
    liquidation: <LiquidationCell p={p} width={width} />,
    margin: <MarginCell p={p} />,
    ratio: percentOf(p.share),
    pnl: <Pnl p={p} />,
    funding: <Funding paid={position.fundingPaid} />,
    tpsl: <TpslCell p={p} isShort={width !== 'hall'} />,
    adl: <AdlLight light={position.adlLight} />,
  };
  return (
    <tr className="h-[34px] border-b border-grid bg-surface last:border-0 hover:bg-hover hall:h-9">
      <th scope="row" className="pr-1.5 pl-3 text-left font-normal whitespace-nowrap">
        <button type="button" onClick={() => onSymbol(position.futuresOptionId)} className="flex items-center gap-1.5 rounded-4">
          {width !== 'laptop' && <CoinMark base={i.option.base} size={18} />}
          <b className="text-13 font-semibold">{pairOf(position.symbol)}</b>
          <SideBadge tradeType={position.tradeType} />
          <span className="text-mute" title={t(`margin.${position.marginType}`)}>
            {position.leverage}x{position.marginType === 'ISOLATED' ? ` ${t('margin.ISOLATED.short')}` : ''}
          </span>
        </button>
      </th>
      {columns[width].map((column) => (
        <td key={column} className={cx('text-right whitespace-nowrap', padding(width))}>
          {cells[column]}
        </td>
      ))}
      <td className="sticky right-0 bg-inherit pr-3 pl-2">
        <RowActions p={p} width={width} onShare={onShare} />
      </td>
    </tr>
  );
});

function LiquidationCell({ p, width }: { p: PositionNow; width: TableSize }) {
  const near = p.isNear;
  if (p.liquidation === 0) return <span className="text-mute">--</span>;
  const share = Math.min(1, Math.abs(p.distance ?? METER_SPAN) / METER_SPAN);
  return (
    <span className={cx('inline-flex items-center justify-end', width === 'hall' ? 'gap-2' : 'gap-1.5')}>
      {width !== 'laptop' && (
        <span className={width === 'hall' ? 'w-12' : 'w-8'}>
          <TickRuler
            value={Math.max(share, 0.08)}
            marks={width === 'hall' ? 12 : 8}
            height={10}
            tone={near ? 'danger' : Math.abs(p.distance ?? METER_SPAN) < 660 ? 'warn' : 'text'}
          />
        </span>
      )}
      <span className={cx('min-w-14', near && 'font-bold text-danger')}>{price(p.instrument, p.liquidation)}</span>
      <span className={cx('min-w-10', near ? 'font-bold text-danger' : 'text-mute')}>{distanceOf(p.distance)}</span>
    </span>
  );
}

/** What funding cost is shown as money: paid is a loss. */
export function Funding({ paid }: { paid: string }) {
  const cost = Number(paid);
  if (cost === 0) return <span className="text-mute">0.00</span>;
  const earned = paid.startsWith('-') ? paid.slice(1) : `-${paid}`;
  return <span className={directionClass(cost > 0 ? -1 : 1)}>{figure(earned, { decimals: 2, sign: true })}</span>;
}

function MarginCell({ p }: { p: PositionNow }) {
  const t = useText(futuresTexts);
  if (p.position.marginType !== 'ISOLATED') return amount(p.margin);
  return (
    <button
      type="button"
      title={t('act.margin')}
      aria-label={`${t('act.margin')} ${amount(p.margin)}`}
      onClick={() => askForMargin(p.position.futuresPositionId)}
      className="inline-flex items-center gap-1 rounded-4 hover:text-text"
    >
      {amount(p.margin)} <Pencil size={11} aria-hidden="true" className="text-mute" />
    </button>
  );
}

export function Pnl({ p, isLarge = false }: { p: PositionNow; isLarge?: boolean }) {
  return (
    <span className={directionClass(directionOfAmount(p.pnl))} data-testid="position-pnl">
      <b className={isLarge ? 'text-24 font-bold' : 'text-13 font-semibold'}>
        <Decaying text={amount(p.pnl, true)} />
      </b>{' '}
      <span className={isLarge ? 'text-14 font-semibold' : ''}>{isLarge ? percentOf(p.roe, true) : `(${percentOf(p.roe, true)})`}</span>
    </span>
  );
}

function RowActions({ p, width, onShare }: { p: PositionNow; width: TableSize; onShare(p: PositionNow): void }) {
  const t = useText(futuresTexts);
  const id = p.position.futuresPositionId;
  /** Reverse and share in the row itself: as words where there is room for them, else as marks. */
  const hasMarks = width === 'hall' || width === 'desktop';
  const more = hasMarks
    ? []
    : [
        { key: 'limit', label: t('act.closeLimit'), onChoose: () => askToClose(id, true) },
        { key: 'reverse', label: t('act.reverse'), onChoose: () => askToReverse(id) },
        ...(width === 'laptop' ? [{ key: 'tpsl', label: t('act.tpsl'), onChoose: () => askForTpsl(id) }] : []),
        ...(p.position.marginType === 'ISOLATED' ? [{ key: 'margin', label: t('act.margin'), onChoose: () => askForMargin(id) }] : []),
        { key: 'share', label: t('act.share'), onChoose: () => onShare(p) },
      ];
  return (
    <span className="flex justify-end gap-1">
      {width === 'wide' || width === 'laptop' ? (
        <CloseButton p={p} percent={100} name={t('act.close')} height={24} />
      ) : (
        <CloseWithShare p={p} isMenu={width === 'desktop'} />
      )}
      {width === 'hall' && (
        <>
          <button type="button" onClick={() => askToClose(id, true)} className={buttonClass('line', 24)}>
            {t('act.closeLimit')}
          </button>
          <button type="button" onClick={() => askToReverse(id)} className={buttonClass('line', 24)}>
            {t('act.reverse')}
          </button>
        </>
      )}
      {width === 'desktop' && (
        <IconButton size={24} label={t('act.reverse')} onClick={() => askToReverse(id)}>
          <ArrowDownUp size={14} />
        </IconButton>
      )}
      {hasMarks && (
        <IconButton size={24} label={t('act.share')} onClick={() => onShare(p)}>
          <Share2 size={14} />
        </IconButton>
      )}
      {more.length > 0 && (
        <Menu
          items={more}
          trigger={
            <IconButton size={24} label={t('act.more')}>
              <Ellipsis size={15} />
            </IconButton>
          }
        />
      )}
    </span>
  );
}
