// Five main symbols in equal parts: price, change and the shape of the day.
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change, Figure } from '@maru/kit/web/ui/figure.tsx';
import { PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { Sparkline } from '@maru/kit/web/ui/sparkline.tsx';
import { Link } from '@tanstack/react-router';
import { type Mover, useFigures } from './home-market.ts';
import { homeTexts } from './home-texts.ts';
import { useSymbolPath } from './symbol-path.ts';

const mainBases = ['BTC', 'ETH', 'XRP', 'SOL', 'DOGE'];

function ProductCard({ mover }: { mover: Mover }) {
  const figures = useFigures(mover);
  const path = useSymbolPath();
  return (
    <Link
      to={path(mover.futuresOptionId)}
      className="flex h-20 min-w-0 flex-col justify-center gap-1 px-4 transition-colors hover:bg-sunken laptop:first:pl-8 laptop:last:pr-8"
    >
      <span className="flex items-center gap-1.5">
        <CoinMark base={mover.base} size={16} />
        <span className="text-13 font-bold">{mover.base}</span>
        <span className="text-12 text-mute">USDT</span>
        <Change value={figures.changePercent} className="ml-auto text-13" />
      </span>
      <span className="flex items-end justify-between gap-2">
        <Figure value={figures.last} decimals={mover.priceDecimals} className="text-16 font-semibold" />
        <Sparkline
          direction={directionOf(figures.changePercent)}
          values={mover.sparkline}
          width={62}
          height={20}
          className="hidden wide:block"
        />
      </span>
    </Link>
  );
}

export function TickerStrip({ movers, hasFailed }: { movers: readonly Mover[] | undefined; hasFailed: boolean }) {
  const t = useText(homeTexts);
  const main = mainBases.flatMap((base) => movers?.find((mover) => mover.base === base) ?? []);
  return (
    <PageBand
      aria-label={t('home.strip')}
      className="hidden grid-cols-3 divide-x divide-line tablet:grid laptop:grid-cols-5 [&>*:nth-child(n+4)]:hidden laptop:[&>*:nth-child(n+4)]:flex"
    >
      {movers
        ? main.map((mover) => <ProductCard key={mover.symbol} mover={mover} />)
        : mainBases.map((base) => (
            <div key={base} className="flex h-20 flex-col justify-center gap-2.5 px-4">
              {hasFailed ? (
                <>
                  <span className="flex items-center gap-1.5 text-13 font-bold text-mute">
                    <CoinMark base={base} size={16} /> {base}
                  </span>
                  <span className="text-16 font-semibold text-mute">–</span>
                </>
              ) : (
                <>
                  <SkeletonBlock className="h-3 w-20" />
                  <SkeletonBlock className="h-4 w-24" />
                </>
              )}
            </div>
          ))}
    </PageBand>
  );
}
