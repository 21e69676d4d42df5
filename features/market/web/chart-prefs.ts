// What a person set on the chart, kept on the device: interval, indicators, the price it follows, each member's drawings by symbol.
import { type Drawing, parseDrawings } from '@maru/kit/web/chart/chart-drawings.ts';
import { type IndicatorColors, indicatorFacts, type IndicatorId, indicatorIds, isOver } from '@maru/kit/web/chart/indicator-ids.ts';
import { setLayout, usePrefs } from '@maru/kit/web/prefs.ts';
import { type SessionState, useSession } from '@maru/kit/web/session.ts';
import { type Interval, intervals } from '@maru/market/contract.ts';

export const chartBases = ['last', 'mark', 'index'] as const;
/** Which price the chart follows with its line, and figures on it are reckoned by. */
export type ChartBasis = (typeof chartBases)[number];

const known = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T =>
  all.includes(value as T) ? (value as T) : otherwise;
const usualIndicators: readonly IndicatorId[] = ['VOLUME', 'MA'];

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** Only what a chart can draw, whatever the device kept. */
export function readColors(kept: unknown): IndicatorColors {
  if (!kept || typeof kept !== 'object') return {};
  const lines = kept as Record<string, unknown>;
  return Object.fromEntries(
    indicatorIds.flatMap((id) => {
      const own = lines[id];
      return Array.isArray(own) ? [[id, own.slice(0, indicatorFacts[id].lines).map((color) => (isColor(color) ? color : undefined))]] : [];
    }),
  );
}

export function useChartPrefs() {
  const layout = usePrefs((prefs) => prefs.layout);
  const indicators = layout['chart.indicators'];
  return {
    interval: known(intervals, layout['chart.interval'], '5m') as Interval,
    basis: known(chartBases, layout['chart.basis'], 'last') as ChartBasis,
    indicators: Array.isArray(indicators) ? indicatorIds.filter((id) => indicators.includes(id)) : usualIndicators,
    colors: readColors(layout['chart.colors']),
    setColor: (id: IndicatorId, line: number, color: string | undefined) => {
      const colors = readColors(usePrefs.getState().layout['chart.colors']);
      const lines = Array.from({ length: indicatorFacts[id].lines }, (_, at) => (at === line ? color : colors[id]?.[at]));
      setLayout('chart.colors', { ...colors, [id]: lines });
    },
    setInterval: (interval: Interval) => setLayout('chart.interval', interval),
    setBasis: (basis: ChartBasis) => setLayout('chart.basis', basis),
    setIndicators: (ids: readonly IndicatorId[]) => setLayout('chart.indicators', ids),
  };
}

/** Panes below the candles and the volume's strip: a phone's chart grows by them. */
export const usePanesBelow = (): number => useChartPrefs().indicators.filter((id) => !isOver(id) && id !== 'VOLUME').length;

/** Whose drawings are shown: notes are private, and browsers are shared. */
export const drawerOf = ({ user }: SessionState): string => (user ? `member ${user.id}` : '');
const nameOf = (symbol: string, drawer: string) => `chart.drawings.${symbol}${drawer && ` ${drawer}`}`;

export function readDrawingsOf(symbol: string): Drawing[] {
  const { layout } = usePrefs.getState();
  const own = layout[nameOf(symbol, drawerOf(useSession.getState()))];
  if (own !== undefined) return parseDrawings(own);
  // Lines that the device has stand until the member draws; words are of whoever was here.
  return parseDrawings(layout[nameOf(symbol, '')]).filter(({ tool }) => tool !== 'note');
}

export const keepDrawingsOf = (symbol: string, drawings: readonly Drawing[]): void =>
  setLayout(nameOf(symbol, drawerOf(useSession.getState())), drawings);
