// What can be used here, laid in pairs of unequal boards. Only products that exist and that the site switched on.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import type { Option } from '@maru/futures/contract.ts';
import { PageBand } from '@maru/kit/web/ui/page-sheet.tsx';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import type { Mover } from './home-market.ts';
import { homeTexts } from './home-texts.ts';
import { ProductCard, productCardLink } from './product-card.tsx';

/** Of the small picture: a long of the first tier, isolated. */
const LEVERAGE = 20;
const CHIP_GAP = 22;

/** A small working picture, true to scale: the last day's line, entered as it began, and where that long would be liquidated. */
function EntryAndLiquidation({ line, mmr }: { line: readonly number[]; mmr: number }) {
  const t = useText(homeTexts);
  if (line.length < 2) return null;
  const [entry] = line;
  const liquidation = (entry * (1 - 1 / LEVERAGE)) / (1 - mmr);
  const high = Math.max(...line);
  const low = Math.min(liquidation, ...line);
  const y = (price: number) => 12 + ((high - price) / (high - low)) * 72;
  const path = line.map((price, i) => `${98 + (i / (line.length - 1)) * 132},${y(price).toFixed(1)}`);
  // Where both are near each other the chips make room.
  const entryChip = Math.min(y(entry), 84 - CHIP_GAP);
  const liquidationChip = Math.max(y(liquidation), entryChip + CHIP_GAP);
  const chip = (word: string, price: number, at: number, box: string, ink: string) => (
    <>
      <rect x="0" y={at - 10} width="88" height="20" rx="4" className={box} />
      <text x="44" y={at + 4} textAnchor="middle" className={`${ink} text-11 font-semibold tabular-nums`}>
        {`${word} ${figure(String(Math.round(price)))}`}
      </text>
    </>
  );
  return (
    <svg width="232" height="96" viewBox="0 0 232 96">
      <line x1="92" x2="230" y1={y(entry)} y2={y(entry)} className="stroke-edge" strokeDasharray="2 3" />
      <line x1="92" x2="230" y1={y(liquidation)} y2={y(liquidation)} className="stroke-warn" strokeDasharray="3 3" />
      <path d={`M${path.join('L')}`} fill="none" className="stroke-text" strokeWidth="1.5" strokeLinejoin="round" />
      {chip(t('home.futures.entry'), entry, entryChip, 'fill-ink', 'fill-on-ink')}
      {chip(t('home.futures.liquidation'), liquidation, liquidationChip, 'fill-warn-tint', 'fill-warn')}
    </svg>
  );
}

/** Three sealed tiles and the one being asked for. */
function Sockets() {
  return (
    <svg width="120" height="62" viewBox="0 0 120 62">
      {[0, 1, 2, 3].map((row) => (
        <g key={row}>
          <rect x="0" y={row * 16} width={[52, 30, 66, 40][row]} height="12" rx="2" className={row === 2 ? 'fill-brand' : 'fill-wood-2'} />
          <rect x={[56, 34, 70, 44][row]} y={row * 16} width={[64, 86, 50, 76][row]} height="12" rx="2" className="fill-wood-1" />
        </g>
      ))}
    </svg>
  );
}

type CardsProps = Parameters<typeof Products>[0];

function FuturesCard({ options, movers }: CardsProps) {
  const t = useText(homeTexts);
  const isMember = useSession(isLoggedIn);
  const leverage = options?.reduce((most, option) => Math.max(most, option.maxLeverage), 0) ?? 0;
  const maker = options?.[0]?.makerFee;
  const count = options?.length ?? 0;
  return (
    <Link to={isMember ? paths.futures : paths.futuresView} className={productCardLink}>
      <ProductCard
        title={t('home.futures')}
        lines={[count ? t('home.futures.1', { count, leverage }) : t('home.futures.1.plain'), t('home.futures.2')]}
        facts={[
          [t('home.futures.leverage'), leverage ? t('home.futures.leverage.value', { leverage }) : '–'],
          [t('home.futures.count'), count ? t('home.futures.count.value', { count }) : '–'],
          [t('home.futures.maker'), maker === undefined ? '–' : `${figure(percentOf(maker))}%`],
        ]}
        short={t('home.futures.short')}
        shortFact={leverage ? t('home.futures.max', { leverage }) : t('home.futures.1.plain')}
        instrument={
          <EntryAndLiquidation
            line={movers?.find(({ base }) => base === 'BTC')?.sparkline ?? []}
            mmr={Number(options?.find(({ base }) => base === 'BTC')?.brackets[0]?.mmr ?? 0)}
          />
        }
      />
    </Link>
  );
}

function ApiCard() {
  const t = useText(homeTexts);
  return (
    <a href="/api/docs" className={productCardLink}>
      <ProductCard
        title={t('home.api')}
        lines={[t('home.api.1'), t('home.api.2')]}
        facts={[
          [t('home.api.format'), 'OpenAPI 3.1'],
          [t('home.api.socket'), 'STOMP 1.2'],
        ]}
        short={t('home.api.short')}
        shortFact="OpenAPI · STOMP"
        instrument={<Sockets />}
      />
    </a>
  );
}

const empty = <div className={productCardLink} />;
const BinaryCard = lazyArea(() => import('./game-cards.tsx').then((m) => m.BinaryCard), { waiting: empty });
const SlotCard = lazyArea(() => import('./game-cards.tsx').then((m) => m.SlotCard), { waiting: empty });
const PowerBallCard = lazyArea(() => import('./game-cards.tsx').then((m) => m.PowerBallCard), { waiting: empty });

export function Products(props: { options: readonly Option[] | undefined; movers: readonly Mover[] | undefined }) {
  const { isFutures, isBinary, isPowerBall, hasSlot } = useTypeStatus();
  const cards = [
    isFutures && <FuturesCard key="futures" {...props} />,
    isBinary && <BinaryCard key="binary" />,
    isPowerBall && <PowerBallCard key="powerball" />,
    hasSlot && <SlotCard key="slot" />,
  ].filter((card) => card !== false);
  // No board stands alone in a row; where they are even the foot leads to the calls.
  if (cards.length % 2 === 1) cards.push(<ApiCard key="api" />);
  const pairs = Array.from({ length: Math.ceil(cards.length / 2) }, (_, i) => cards.slice(i * 2, i * 2 + 2));
  return pairs.map((pair, i) => (
    <PageBand key={pair[0].key} className={pair.length === 1 ? 'grid' : `grid divide-x divide-line ${splits[i % 2]}`}>
      {pair}
    </PageBand>
  ));
}

/** No two rows are parted at the same place, as boards are laid. */
const splits = ['grid-cols-[1.3fr_1fr] tablet:grid-cols-[1.42fr_1fr]', 'grid-cols-[1fr_1.2fr] tablet:grid-cols-[1fr_1.3fr]'] as const;

/** "0.0002" → "0.02", by moving the point. */
function percentOf(fraction: string): string {
  const [whole, decimals = ''] = fraction.split('.');
  const shifted = `${whole}${decimals.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = decimals.slice(2).replace(/0+$/, '');
  return rest ? `${shifted}.${rest}` : shifted;
}
