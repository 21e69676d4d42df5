// Hero art `book`: the live BTC book as rows. Loading: rows without numbers. Old: everything fades to mute.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { countdown } from '@maru/kit/web/i18n/moments.ts';
import { useServerTime } from '@maru/kit/web/i18n/use-server-time.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { cx } from '@maru/kit/web/ui/classes.ts';
import { CoinMark } from '@maru/kit/web/ui/coin-mark.tsx';
import { Change, Figure } from '@maru/kit/web/ui/figure.tsx';
import { SkeletonBlock } from '@maru/kit/web/ui/skeleton.tsx';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { StaleBadge } from '@maru/kit/web/ui/states.tsx';
import { directionOf } from '@maru/kit/web/i18n/figures.ts';
import type { Ticker } from '@maru/market/contract.ts';
import { depthRows, type DepthRow, jointOf } from './depth-rows.ts';
import type { useHero } from './hero-live.ts';
import { homeTexts } from './home-texts.ts';

interface HeroArtProps {
  base: string;
  live: ReturnType<typeof useHero>;
}

const emptyRow: DepthRow = { price: '', size: '', share: 0 };

/** From here to there, in percent of the row; the next one begins 3 px after it. */
const board = (from: number, to: number) => `inset(0 ${to === 100 ? '0' : `calc(${100 - to}% + 3px)`} 0 ${from}% round 2px)`;

function Row({ row, side, index, isThin }: { row: DepthRow; side: 'ask' | 'bid'; index: number; isThin: boolean }) {
  // The longest row leaves room for the size column.
  const width = row.share * 79;
  const joint = width + (100 - width) * jointOf(index);
  const ground = `color-mix(in srgb, var(--${side}) ${side === 'ask' ? 15 : 14}%, var(--wood-3))`;
  return (
    <div className={cx('relative flex items-center justify-between overflow-hidden rounded-2 text-12', isThin ? 'h-2.5' : 'h-[19px] px-3')}>
      {/* Cut, not moved: what moves at every tick would count as a page that shifts. */}
      <span aria-hidden="true" className="absolute inset-0" style={{ clipPath: board(0, width), background: ground }} />
      <span aria-hidden="true" className="absolute inset-0 bg-wood-3" style={{ clipPath: board(width, joint) }} />
      <span aria-hidden="true" className="absolute inset-0 bg-wood-3" style={{ clipPath: board(joint, 100) }} />
      {!isThin && (
        <>
          <span className="relative font-medium" style={{ color: `color-mix(in srgb, var(--${side}) 80%, var(--text))` }}>
            {row.price && figure(row.price)}
          </span>
          <span className="relative text-sub">{row.size && figure(row.size, { decimals: 3 })}</span>
        </>
      )}
    </div>
  );
}

function FundingClock({ ticker }: { ticker: Ticker }) {
  const t = useText(homeTexts);
  const now = useServerTime(1_000);
  return (
    <div className="text-right text-12 text-mute">
      <p>
        {t('home.funding')} <span className="text-sub">{figure(ticker.fundingRate, { decimals: 4 })}%</span>
      </p>
      <p className="hidden tablet:block">{t('home.funding.in', { time: countdown(ticker.nextFundingAt, now) })}</p>
    </div>
  );
}

function Middle({ base, live: { ticker, isStale, ageMs }, isPhone }: HeroArtProps & { isPhone: boolean }) {
  const t = useText(homeTexts);
  return (
    <div className="flex h-14 items-center gap-2.5 px-0 tablet:px-3">
      <CoinMark base={base} size={24} />
      <div className="min-w-0 flex-1">
        <p className="text-12 leading-4 text-mute">{t('home.perpetual', { base })}</p>
        {ticker ? (
          <p
            className={cx(
              'flex items-center gap-2 text-20 leading-6 font-bold',
              isStale ? 'text-mute' : directionClass(directionOf(ticker.changePercent)),
            )}
          >
            <Figure value={ticker.last} isDimmed={false} />
            {!isPhone && <Change value={ticker.changePercent} withArrow className={cx('text-13 font-semibold', isStale && 'text-mute!')} />}
            {isStale && <StaleBadge ageMs={ageMs} />}
          </p>
        ) : (
          <SkeletonBlock className="mt-1 h-5 w-32" />
        )}
      </div>
      {ticker && (
        <div className="flex flex-col items-end">
          <FundingClock ticker={ticker} />
          {isPhone && <Change value={ticker.changePercent} withArrow className={cx('text-14 font-semibold', isStale && 'text-mute!')} />}
        </div>
      )}
    </div>
  );
}

export function HeroBook({ base, live, isPhone }: HeroArtProps & { isPhone: boolean }) {
  const t = useText(homeTexts);
  const count = isPhone ? 3 : 7;
  const depth = live.depth ? depthRows(live.depth, count) : undefined;
  const rows = (side: 'asks' | 'bids') => depth?.[side] ?? Array.from({ length: count }, () => emptyRow);
  return (
    <section
      aria-label={t('home.book', { base })}
      className={cx('flex flex-col gap-[3px] transition-opacity duration-240', live.isStale && 'opacity-60 grayscale')}
    >
      {rows('asks').map((row, i) => (
        <Row key={i} row={row} side="ask" index={i} isThin={isPhone} />
      ))}
      <Middle base={base} live={live} isPhone={isPhone} />
      {rows('bids').map((row, i) => (
        <Row key={i} row={row} side="bid" index={i + count} isThin={isPhone} />
      ))}
    </section>
  );
}
