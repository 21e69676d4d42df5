// What can be used here, laid in pairs of unequal boards. Only products that exist and that the site switched on.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { isLoggedIn, useSession } from '@maru/kit/web/session.ts';
import { useTypeStatus } from '@maru/kit/web/site.ts';
import type { Option } from '@maru/futures/contract.ts';
import { PlankRow } from '@maru/kit/web/ui/floor.tsx';
import { sparklinePath } from '@maru/kit/web/ui/sparkline.tsx';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import type { Mover } from './home-market.ts';
import { homeTexts } from './home-texts.ts';
import { Room, roomLink } from './room.tsx';

/** A small working picture: a real day's line with an entry and where a 20x long from there would be liquidated, roughly. */
function EntryAndLiquidation({ line }: { line: readonly number[] }) {
  const t = useText(homeTexts);
  if (line.length < 2) return null;
  return (
    <svg width="232" height="96" viewBox="0 0 232 96">
      <path
        d={sparklinePath(line, 146, 62, 4)}
        transform="translate(80 4)"
        fill="none"
        className="stroke-text"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <line x1="70" x2="230" y1="44" y2="44" className="stroke-edge" strokeDasharray="2 3" />
      <rect x="0" y="34" width="64" height="20" rx="4" className="fill-ink" />
      <text x="32" y="48" textAnchor="middle" className="fill-on-ink text-11 font-semibold">
        {t('home.futures.entry')}
      </text>
      <line x1="70" x2="230" y1="84" y2="84" className="stroke-warn" strokeDasharray="3 3" />
      <rect x="0" y="74" width="64" height="20" rx="4" className="fill-warn-tint" />
      <text x="32" y="88" textAnchor="middle" className="fill-warn text-11 font-semibold">
        {t('home.futures.liquidation')}
      </text>
    </svg>
  );
}

/** Three sealed planks and the one being asked for. */
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

type RoomsProps = Parameters<typeof Products>[0];

function FuturesRoom({ options, movers }: RoomsProps) {
  const t = useText(homeTexts);
  const isMember = useSession(isLoggedIn);
  const leverage = options?.reduce((most, option) => Math.max(most, option.maxLeverage), 0) ?? 0;
  const maker = options?.[0]?.makerFee;
  const count = options?.length ?? 0;
  return (
    <Link to={isMember ? paths.futures : paths.futuresView} className={roomLink}>
      <Room
        title={t('home.futures')}
        lines={[count ? t('home.futures.1', { count, leverage }) : t('home.futures.1.plain'), t('home.futures.2')]}
        facts={[
          [t('home.futures.leverage'), leverage ? t('home.futures.leverage.value', { leverage }) : '–'],
          [t('home.futures.count'), count ? t('home.futures.count.value', { count }) : '–'],
          [t('home.futures.maker'), maker === undefined ? '–' : `${figure(percentOf(maker))}%`],
        ]}
        short={t('home.futures.short')}
        shortFact={leverage ? t('home.futures.max', { leverage }) : t('home.futures.1.plain')}
        instrument={<EntryAndLiquidation line={movers?.find((mover) => mover.base === 'BTC')?.sparkline ?? []} />}
      />
    </Link>
  );
}

function ApiRoom() {
  const t = useText(homeTexts);
  return (
    <a href="/api/docs" className={roomLink}>
      <Room
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

const empty = <div className={roomLink} />;
const BinaryRoom = lazyArea(() => import('./game-rooms.tsx').then((m) => m.BinaryRoom), { waiting: empty });
const PowerBallRoom = lazyArea(() => import('./game-rooms.tsx').then((m) => m.PowerBallRoom), { waiting: empty });

export function Products(props: { options: readonly Option[] | undefined; movers: readonly Mover[] | undefined }) {
  const { isFutures, isBinary, isPowerBall } = useTypeStatus();
  const rooms = [
    isFutures && <FuturesRoom key="futures" {...props} />,
    isBinary && <BinaryRoom key="binary" />,
    isPowerBall && <PowerBallRoom key="powerball" />,
    <ApiRoom key="api" />,
  ].filter((room) => room !== false);
  const pairs = Array.from({ length: Math.ceil(rooms.length / 2) }, (_, i) => rooms.slice(i * 2, i * 2 + 2));
  return pairs.map((pair, i) => (
    <PlankRow key={pair[0].key} className={pair.length === 1 ? 'grid' : `grid divide-x divide-line ${splits[i % 2]}`}>
      {pair}
    </PlankRow>
  ));
}

/** No two rows are parted at the same place, as planks are laid. */
const splits = ['grid-cols-[1.3fr_1fr] tablet:grid-cols-[1.42fr_1fr]', 'grid-cols-[1fr_1.2fr] tablet:grid-cols-[1fr_1.3fr]'] as const;

/** "0.0002" → "0.02", by moving the point. */
function percentOf(fraction: string): string {
  const [whole, decimals = ''] = fraction.split('.');
  const shifted = `${whole}${decimals.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = decimals.slice(2).replace(/0+$/, '');
  return rest ? `${shifted}.${rest}` : shifted;
}
