// Symbols that move: gainers, losers, turnover and stars; a table on wide screens, rows of 56 on phones.
import { directionOf, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { toggleStar, usePrefs } from '@maru/kit/web/prefs.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change, Figure } from '@maru/kit/web/ui/figure.tsx';
import { SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { Sparkline } from '@maru/kit/web/ui/sparkline.tsx';
import { EmptyState, FailingState } from '@maru/kit/web/ui/states.tsx';
import { Cell, HeadCell, Table } from '@maru/kit/web/ui/table.tsx';
import { Segment } from '@maru/kit/web/ui/tabs.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Star } from 'lucide-react';
import { useState } from 'react';
import { type Mover, type MoverOrder, moverOrders, sortMovers, useFigures } from './home-market.ts';
import { homeTexts } from './home-texts.ts';
import { useSymbolPath } from './symbol-path.ts';

function StarButton({ mover }: { mover: Mover }) {
  const t = useText(homeTexts);
  const words = useWords();
  const isOn = usePrefs((prefs) => prefs.stars.includes(mover.symbol));
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t(isOn ? 'home.unstar' : 'home.star', { name: words(mover.name) })}
      onClick={(event) => {
        event.stopPropagation();
        toggleStar(mover.symbol);
      }}
      className={cx('touch -ml-2 flex size-8 items-center justify-center rounded-8 hover:bg-hover', isOn ? 'text-brand' : 'text-mute')}
    >
      <Star size={16} fill={isOn ? 'currentColor' : 'none'} />
    </button>
  );
}

function TableRow({ mover }: { mover: Mover }) {
  const words = useWords();
  const language = useLanguage();
  const figures = useFigures(mover);
  const path = useSymbolPath();
  const navigate = useNavigate();
  const to = path(mover.futuresOptionId);
  return (
    <tr className="h-10 cursor-pointer hover:bg-sunken" onClick={() => void navigate({ to })}>
      <Cell className="w-8">
        <StarButton mover={mover} />
      </Cell>
      <Cell>
        <Link to={to} className="flex items-center gap-2" onClick={(event) => event.stopPropagation()}>
          <CoinMark base={mover.base} size={20} />
          <span className="font-semibold">{words(mover.name)}</span>
          <span className="text-12 text-mute">{mover.base}</span>
        </Link>
      </Cell>
      <Cell isFigure>
        <Figure value={figures.last} decimals={mover.priceDecimals} className="font-semibold" />
      </Cell>
      <Cell isFigure>
        <Change value={figures.changePercent} className="font-semibold" />
      </Cell>
      <Cell isFigure className="text-sub">
        {shortSum(figures.quoteVolume, language)}
      </Cell>
      <Cell isFigure className="w-[120px]">
        <Sparkline direction={directionOf(figures.changePercent)} values={mover.sparkline} width={94} height={20} className="ml-auto" />
      </Cell>
    </tr>
  );
}

function PhoneRow({ mover }: { mover: Mover }) {
  const words = useWords();
  const language = useLanguage();
  const figures = useFigures(mover);
  const path = useSymbolPath();
  return (
    <li>
      <Link to={path(mover.futuresOptionId)} className="flex h-14 items-center gap-3">
        <CoinMark base={mover.base} size={28} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 leading-5 font-semibold">{words(mover.name)}</span>
          <span className="block text-12 leading-4 text-mute">
            {mover.base} · {shortSum(figures.quoteVolume, language)}
          </span>
        </span>
        <Sparkline direction={directionOf(figures.changePercent)} values={mover.sparkline} width={62} height={22} />
        <span className="w-24 text-right">
          <Figure value={figures.last} decimals={mover.priceDecimals} className="block text-14 leading-5 font-semibold" />
          <Change value={figures.changePercent} className="text-12 leading-4 font-medium" />
        </span>
      </Link>
    </li>
  );
}

function MoversTable({ movers }: { movers: readonly Mover[] }) {
  const t = useText(homeTexts);
  return (
    <Table>
      <thead>
        <tr>
          <HeadCell>
            <span className="sr-only">{t('home.by.star')}</span>
          </HeadCell>
          <HeadCell>{t('home.col.name')}</HeadCell>
          <HeadCell isFigure>
            {t('home.col.price')} <span className="text-11">USDT</span>
          </HeadCell>
          <HeadCell isFigure>{t('home.col.change')}</HeadCell>
          <HeadCell isFigure>
            {t('home.col.turnover')} <span className="text-11">USDT</span>
          </HeadCell>
          <HeadCell isFigure>{t('home.col.spark')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {movers.map((mover) => (
          <TableRow key={mover.symbol} mover={mover} />
        ))}
      </tbody>
    </Table>
  );
}

interface MoversProps {
  movers: readonly Mover[] | undefined;
  error: unknown;
  onRetry(): void;
  isRetrying: boolean;
}

export function Movers({ movers, error, onRetry, isRetrying }: MoversProps) {
  const t = useText(homeTexts);
  const isPhone = useIsPhone();
  const stars = usePrefs((prefs) => prefs.stars);
  const [by, setBy] = useState<MoverOrder>('rise');
  const path = useSymbolPath();
  const shown = movers && sortMovers(movers, by, stars).slice(0, isPhone ? 5 : 7);
  const orders = isPhone ? (['star', 'rise', 'fall', 'turnover'] as const) : moverOrders;
  return (
    <section aria-labelledby="movers" className="min-w-0 px-4 py-5 laptop:px-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="movers" className="text-20 font-bold tracking-[-0.02em]">
          {t(isPhone ? 'home.movers.phone' : 'home.movers')}
        </h2>
        <Segment
          label={t('home.movers.by')}
          items={orders.map((order) => ({ value: order, label: t(`home.by.${order}`) }))}
          value={by}
          onChange={setBy}
        />
      </div>
      <div className={cx('min-h-[280px] tablet:min-h-[312px]', !shown?.length && (shown || error) ? 'flex flex-col justify-center' : '')}>
        {shown === undefined ? (
          error ? (
            <FailingState title={t('home.failed')} error={error} onRetry={onRetry} isRetrying={isRetrying}>
              {t('home.failed.words')}
            </FailingState>
          ) : (
            <SkeletonRows rows={isPhone ? 5 : 7} rowClass={isPhone ? 'h-14' : 'h-10'} label={t('home.loading')} />
          )
        ) : shown.length === 0 ? (
          <EmptyState title={t(by === 'star' ? 'home.star.empty' : 'home.none')}>
            {t(by === 'star' ? 'home.star.empty.words' : 'home.none.words')}
          </EmptyState>
        ) : isPhone ? (
          <ul>
            {shown.map((mover) => (
              <PhoneRow key={mover.symbol} mover={mover} />
            ))}
          </ul>
        ) : (
          <MoversTable movers={shown} />
        )}
      </div>
      {movers && movers.length > 0 && isPhone && (
        <Link to={path(movers[0].futuresOptionId)} className="mt-1 flex h-11 items-center justify-center gap-1 text-13 text-sub">
          {t('home.all', { count: movers.length })}
          <ChevronRight aria-hidden="true" size={14} />
        </Link>
      )}
    </section>
  );
}
