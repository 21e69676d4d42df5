// The first band of home: what this place is in two lines, the way in, and the live market as its picture.
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useSite, useTypeStatus } from '@maru/kit/web/site.ts';
import { buttonClass } from '@maru/kit/web/ui/button.tsx';
import { PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { useIsPhone } from '@maru/kit/web/use-width.ts';
import { Link } from '@tanstack/react-router';
import { paths, walletPages } from '../../paths.ts';
import { HeroBook } from './hero-book.tsx';
import { HeroChart } from './hero-chart.tsx';
import { HeroImage } from './hero-image.tsx';
import { useHero } from './hero-live.ts';
import { homeTexts } from './home-texts.ts';

const heroSymbol = 'BINANCE:BTCUSDT';
const heroBase = 'BTC';

function WaysIn() {
  const t = useText(homeTexts);
  const isMember = useSession(isLoggedIn);
  const { isFutures } = useTypeStatus();
  const ways = isMember
    ? [...(isFutures ? [{ to: paths.futures, text: 'home.trade' as const }] : []), { to: walletPages.asset, text: 'home.asset' as const }]
    : [{ to: paths.signUp, text: 'home.start' as const }, ...(isFutures ? [{ to: paths.futuresView, text: 'home.look' as const }] : [])];
  return (
    <div className="mt-7 hidden gap-2 tablet:flex">
      {ways.map(({ to, text }, i) => (
        <Link key={text} to={to} className={buttonClass(i === 0 ? 'brand' : 'soft', 48)}>
          {t(text)}
        </Link>
      ))}
    </div>
  );
}

function Facts() {
  const t = useText(homeTexts);
  return (
    <ul className="mt-8 hidden divide-x divide-line tablet:flex">
      {([1, 2, 3] as const).map((n) => (
        <li key={n} className="px-5 first:pl-0">
          <p className="text-13 font-semibold">{t(`home.fact.${n}`)}</p>
          <p className="text-12 text-mute">{t(`home.fact.${n}.words`)}</p>
        </li>
      ))}
    </ul>
  );
}

function LiveArt({ hero }: { hero: 'book' | 'chart' }) {
  const isPhone = useIsPhone();
  const live = useHero(heroSymbol);
  if (hero === 'book') return <HeroBook base={heroBase} live={live} isPhone={isPhone} />;
  return <HeroChart base={heroBase} symbol={heroSymbol} live={live} decimals={1} />;
}

export function Hero() {
  const t = useText(homeTexts);
  const { heroImage, ...theme } = useSite().theme;
  const { isFutures } = useTypeStatus();
  const chosen = theme.hero === 'image' && !heroImage ? 'book' : theme.hero;
  // Where nobody trades the book, neither it nor liquidation prices are promised.
  const hero = !isFutures && chosen === 'book' ? 'chart' : chosen;
  const words = isFutures ? hero : 'image';
  return (
    <PageBand className="grid items-center gap-x-10 gap-y-7 px-4 pt-6 pb-6 laptop:grid-cols-[minmax(0,1fr)_minmax(360px,min(520px,46%))] laptop:px-8 laptop:py-0 wide:h-[416px]">
      <div className="laptop:py-8">
        <h1 className="text-32 font-bold tracking-[-0.035em] tablet:text-44">
          {t(`home.slogan.${words}.1`)}
          <br />
          {t(`home.slogan.${words}.2`)}
        </h1>
        <p className="mt-3 text-14 text-sub tablet:text-16">
          {t(`home.words.${words}.1`)}
          <br />
          {t(`home.words.${words}.2`)}
        </p>
        <WaysIn />
        {isFutures && <Facts />}
      </div>
      {hero === 'image' ? heroImage && <HeroImage {...heroImage} /> : <LiveArt hero={hero} />}
    </PageBand>
  );
}
