// Below the movers: how many rise and fall, the day's turnover, and who pays the largest funding. All of it from live statistics.
import { directionOf, figure, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change } from '@maru/kit/web/ui/figure.tsx';
import { PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { SkeletonBlock, SkeletonRows } from '@maru/kit/web/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Breadth, breadthOf, largestFunding, type Mover, sortMovers } from './home-market.ts';
import { homeTexts } from './home-texts.ts';
import { useSymbolPath } from './symbol-path.ts';

function BreadthBar({ up, down, flat }: Breadth) {
  const t = useText(homeTexts);
  return (
    <div>
      <div aria-hidden="true" className="flex h-7 gap-[3px]">
        {up > 0 && <span className="rounded-3 bg-rise opacity-85" style={{ flexGrow: up }} />}
        {flat > 0 && <span className="rounded-3 bg-wood-2" style={{ flexGrow: flat }} />}
        {down > 0 && <span className="rounded-3 bg-fall opacity-85" style={{ flexGrow: down }} />}
      </div>
      <p className="mt-2 flex justify-between text-13 font-semibold">
        <span className="text-rise">▲ {t('home.market.up', { count: up })}</span>
        {flat > 0 && <span className="text-mute">{t('home.market.flat', { count: flat })}</span>}
        <span className="text-fall">▼ {t('home.market.down', { count: down })}</span>
      </p>
    </div>
  );
}

function GlanceRow({ mover, children }: { mover: Mover; children: ReactNode }) {
  const words = useWords();
  const path = useSymbolPath();
  return (
    <li>
      <Link to={path(mover.futuresOptionId)} className="flex h-9 items-center gap-2 text-13 hover:text-brand pointer-coarse:h-11">
        <CoinMark base={mover.base} size={18} />
        <span className="min-w-0 truncate font-medium">{words(mover.name)}</span>
        {children}
      </Link>
    </li>
  );
}

const figureClass = 'w-[76px] shrink-0 text-right font-semibold whitespace-nowrap text-text';

function FundingRow({ mover }: { mover: Mover }) {
  const t = useText(homeTexts);
  const side = directionOf(mover.fundingRate) < 0 ? 'home.market.short' : 'home.market.long';
  return (
    <GlanceRow mover={mover}>
      <span className="ml-auto shrink-0 text-12 text-mute">{t('home.market.pays', { side: t(side) })}</span>
      <span className={figureClass}>{figure(mover.fundingRate, { decimals: 4, sign: true })}%</span>
    </GlanceRow>
  );
}

function TurnoverRow({ mover }: { mover: Mover }) {
  const language = useLanguage();
  return (
    <GlanceRow mover={mover}>
      <Change value={mover.changePercent} className="ml-auto shrink-0 text-12" />
      <span className={figureClass}>{shortSum(mover.quoteVolume, language)}</span>
    </GlanceRow>
  );
}

/** Who pays the largest funding; in an hour when nobody pays, where most is traded. */
function Largest({ movers }: { movers: readonly Mover[] | undefined }) {
  const t = useText(homeTexts);
  const paying = movers && largestFunding(movers, 4);
  const isQuiet = paying?.length === 0;
  return (
    <div>
      <p className="mb-1 text-12 font-semibold text-mute">{t(isQuiet ? 'home.market.turnovers' : 'home.market.funding')}</p>
      {movers === undefined || paying === undefined ? (
        <SkeletonRows rows={4} rowClass="h-9" label={t('home.loading')} />
      ) : (
        <ul className="grid gap-x-10 desktop:grid-cols-2">
          {isQuiet
            ? sortMovers(movers, 'turnover', [])
                .slice(0, 4)
                .map((mover) => <TurnoverRow key={mover.symbol} mover={mover} />)
            : paying.map((mover) => <FundingRow key={mover.symbol} mover={mover} />)}
        </ul>
      )}
    </div>
  );
}

export function MarketGlance({ movers, hasFailed }: { movers: readonly Mover[] | undefined; hasFailed: boolean }) {
  const t = useText(homeTexts);
  const language = useLanguage();
  const breadth = movers && breadthOf(movers);
  return (
    <PageBand aria-labelledby="glance" className="px-4 py-5 laptop:px-8">
      <h2 id="glance" className="mb-4 text-20 font-bold tracking-[-0.02em]">
        {t('home.market')}
      </h2>
      {hasFailed && <p className="text-13 text-mute">{t('home.market.failed')}</p>}
      <div className={hasFailed ? 'hidden' : 'grid gap-x-10 gap-y-4 laptop:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]'}>
        <div>
          {breadth ? <BreadthBar {...breadth} /> : <SkeletonBlock className="h-7 w-full" />}
          <p className="mt-4 flex items-baseline justify-between border-t border-line pt-3 text-13 text-sub">
            {t('home.market.turnover')}
            <span className="text-16 font-semibold text-text">
              {breadth ? shortSum(breadth.turnover, language) : '–'} <span className="text-12 font-normal text-mute">USDT</span>
            </span>
          </p>
        </div>
        <Largest movers={movers} />
      </div>
    </PageBand>
  );
}
