// Home, band by band: Hero, ticker strip, movers and news, the market at a glance, products, app, foot; on phones the way in is pinned.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Hero } from './hero.tsx';
import { HomeApp } from './home-app.tsx';
import { HomeFoot } from './home-foot.tsx';
import { useHomeMarket } from './home-market.ts';
import { HomeNews } from './home-news.tsx';
import { homeTexts } from './home-texts.ts';
import { MarketGlance } from './market-glance.tsx';
import { Movers } from './movers.tsx';
import { Products } from './products.tsx';
import { TickerStrip } from './ticker-strip.tsx';

function PinnedWayIn() {
  const t = useText(homeTexts);
  const { isFutures } = useTypeStatus();
  return (
    <div className="sticky bottom-0 z-20 flex gap-2 border-t border-line bg-surface px-4 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] tablet:hidden">
      {isFutures && (
        <Link to={paths.futuresView} className={buttonClass('soft', 48, 'flex-1 px-3')}>
          {t('home.look.short')}
        </Link>
      )}
      <Link to={paths.signUp} className={buttonClass('brand', 48, 'flex-[1.6] px-3')}>
        {t('home.start')}
      </Link>
    </div>
  );
}

export function HomePage() {
  const { options, movers, error, retry, isRetrying } = useHomeMarket();
  const isMember = useSession(isLoggedIn);
  const hasFailed = error !== null && movers === undefined;
  return (
    <>
      <Hero />
      <TickerStrip movers={movers} hasFailed={hasFailed} />
      <PageBand className="grid grid-cols-[minmax(0,1fr)] laptop:grid-cols-[minmax(0,1fr)_360px] desktop:grid-cols-[minmax(0,1fr)_400px]">
        <Movers movers={movers} error={error} onRetry={retry} isRetrying={isRetrying} />
        <HomeNews />
      </PageBand>
      <div className="late-row">
        <MarketGlance movers={movers} hasFailed={hasFailed} />
        <Products options={options} movers={movers} />
      </div>
      <div className="late-row">
        <HomeApp />
        <HomeFoot />
      </div>
      {!isMember && <PinnedWayIn />}
    </>
  );
}
