// Below the movers: how many rise and fall, the day's turnover, and who pays the largest funding. All of it from live statistics.
import { directionOf, figure, shortSum } from '@maru/kit/web/i18n/figures.ts';
import { useLanguage, useText, useWords } from '@maru/kit/web/i18n/use-text.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { PlankRow } from '@maru/kit/web/ui/floor.tsx';
import { Plank, PlankRows } from '@maru/kit/web/ui/planks.tsx';
import { Link } from '@tanstack/react-router';
import { type Breadth, breadthOf, largestFunding, type Mover } from './home-market.ts';
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

function FundingRow({ mover }: { mover: Mover }) {
  const t = useText(homeTexts);
  const words = useWords();
  const path = useSymbolPath();
  const way = directionOf(mover.fundingRate);
  return (
    <li>
      <Link to={path(mover.futuresOptionId)} className="flex h-9 items-center gap-2 text-13 hover:text-brand pointer-coarse:h-11">
        <CoinMark base={mover.base} size={18} />
        <span className="font-medium">{words(mover.name)}</span>
        <span className="ml-auto text-12 text-mute">
          {way === 0 ? t('home.market.even') : t('home.market.pays', { side: t(way < 0 ? 'home.market.short' : 'home.market.long') })}
        </span>
        <span className="w-[76px] whitespace-nowrap text-right font-semibold text-text">
          {figure(mover.fundingRate, { decimals: 4, sign: true })}%
        </span>
      </Link>
    </li>
  );
}

export function MarketGlance({ movers, hasFailed }: { movers: readonly Mover[] | undefined; hasFailed: boolean }) {
  const t = useText(homeTexts);
  const language = useLanguage();
  const breadth = movers && breadthOf(movers);
  return (
    <PlankRow aria-labelledby="glance" className="px-4 py-5 floor:px-8">
      <h2 id="glance" className="mb-4 text-20 font-bold tracking-[-0.02em]">
        {t('home.market')}
      </h2>
      {hasFailed && <p className="text-13 text-mute">{t('home.market.failed')}</p>}
      <div className={hasFailed ? 'hidden' : 'grid gap-x-10 gap-y-4 floor:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]'}>
        <div>
          {breadth ? <BreadthBar {...breadth} /> : <Plank className="h-7 w-full" />}
          <p className="mt-4 flex items-baseline justify-between border-t border-line pt-3 text-13 text-sub">
            {t('home.market.turnover')}
            <span className="text-16 font-semibold text-text">
              {breadth ? shortSum(breadth.turnover, language) : '–'} <span className="text-12 font-normal text-mute">USDT</span>
            </span>
          </p>
        </div>
        <div>
          <p className="mb-1 text-12 font-semibold text-mute">{t('home.market.funding')}</p>
          {movers ? (
            <ul className="grid gap-x-10 desk:grid-cols-2">
              {largestFunding(movers, 4).map((mover) => (
                <FundingRow key={mover.symbol} mover={mover} />
              ))}
            </ul>
          ) : (
            <PlankRows rows={4} rowClass="h-9" label={t('home.loading')} />
          )}
        </div>
      </div>
    </PlankRow>
  );
}
