// What the day made of the futures account: the change since it began, in figures and as a line, its start dotted.
//
// The server knows where the day began (deposits and transfers taken out); the way since is what this page saw of it.
import { figure } from '@maru/kit/web/i18n/figures.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { useCall } from '@maru/kit/web/query.ts';
import { useSession } from '@maru/kit/web/session.ts';
import { directionClass } from '@maru/kit/web/ui/marks.tsx';
import { sparklinePath } from '@maru/kit/web/ui/sparkline.tsx';
import { walletEquity } from '@maru/wallet/contract.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { type DayWay, dayRatio, keptWay, wayName, withEquity } from './day-way.ts';
import { openedTexts } from './opened-texts.ts';
import { micro } from './instrument.ts';
import { amount, directionOfAmount } from './shown-figures.ts';

const WIDTH = 296;
const HEIGHT = 52;
const storeKey = 'maru.day-way';
const none: DayWay['points'] = [];

/** The way seen so far, one point a minute; of this tab, and only of this member's day that is on. */
const useDayWay = create<DayWay>(() => keptWay(sessionStorage.getItem(storeKey)));
useDayWay.subscribe((way) => sessionStorage.setItem(storeKey, JSON.stringify(way)));

function useWay(day: string | undefined, base: number, equity: number): readonly number[] {
  const whose = useSession(({ user }) => user?.id);
  const of = wayName(whose, day, base);
  const points = useDayWay((way) => (way.of === of ? way.points : none));
  useEffect(() => {
    if (day !== undefined) useDayWay.setState((way) => withEquity(way, of, equity, Date.now()));
  }, [day, of, equity]);
  return [base, ...points.map(([, value]) => value), equity];
}

export function DayLine({ equity }: { equity: number }) {
  const t = useText(openedTexts);
  const { data, isError } = useCall(walletEquity, { everyMs: 60_000, keepsOld: true });
  const base = data === undefined ? 0 : micro(data.futuresBase);
  const way = useWay(data?.days.at(-1)?.day, base, equity);
  // Its room is kept while it is on its way: what stands below does not jump.
  if (data === undefined) return isError ? null : <div className="h-[78px]" />;
  const profit = equity - base;
  const path = sparklinePath(way, WIDTH, HEIGHT, 4);
  const [low, high] = [Math.min(...way), Math.max(...way)];
  const startY = high === low ? HEIGHT / 2 : 4 + ((high - base) / (high - low)) * (HEIGHT - 8);
  const ratio = dayRatio(profit, base);
  return (
    <div className="mt-1" data-testid="day-line">
      <p className="flex justify-between text-12 leading-[22px]">
        <span className="text-mute">{t('account.today')}</span>
        <span className={`font-medium ${directionClass(directionOfAmount(profit))}`}>
          {amount(profit, true)}
          {ratio !== undefined && ` (${figure(formatDecimal(ratio, 2), { decimals: 2, sign: true })}%)`}
        </span>
      </p>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="block h-[52px] w-full" aria-hidden="true">
        <line x1="0" x2={WIDTH} y1={startY} y2={startY} className="stroke-edge" strokeDasharray="2 3" vectorEffect="non-scaling-stroke" />
        <path d={path} fill="none" className="stroke-text" strokeWidth="1.5" strokeLinejoin="round" vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
