// How the chart looks, from the page's own tokens: rising candles hollow, falling ones solid, so that it reads without hue.
import type { DeepPartial, Styles } from 'klinecharts';

export interface ChartColors {
  rise: string;
  fall: string;
  text: string;
  sub: string;
  mute: string;
  grid: string;
  line: string;
  surface: string;
  raised: string;
  average1: string;
  average2: string;
  brand: string;
}

const FAMILY = "'Pretendard Variable', Pretendard, sans-serif";

export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || '#888888';
  return {
    rise: token('rise'),
    fall: token('fall'),
    text: token('text'),
    sub: token('sub'),
    mute: token('mute'),
    grid: token('grid'),
    line: token('line'),
    surface: token('surface'),
    raised: token('raised'),
    average1: token('ma1'),
    average2: token('ma2'),
    brand: token('brand'),
  };
}

const axisText = (color: string) => ({ show: true, color, family: FAMILY, size: 11, weight: '400' });

function crosshairLabel(c: ChartColors) {
  return {
    show: true,
    line: { show: true, style: 'dashed' as const, dashedValue: [3, 3], size: 1, color: c.mute },
    text: {
      show: true,
      style: 'fill' as const,
      color: c.surface,
      size: 11,
      family: FAMILY,
      weight: '500',
      borderRadius: 3,
      backgroundColor: c.sub,
      borderColor: c.sub,
      paddingLeft: 5,
      paddingRight: 5,
      paddingTop: 3,
      paddingBottom: 3,
    },
  };
}

function candleStyles(c: ChartColors): DeepPartial<Styles['candle']> {
  return {
    type: 'candle_up_stroke',
    bar: {
      upColor: c.rise,
      downColor: c.fall,
      noChangeColor: c.mute,
      upBorderColor: c.rise,
      downBorderColor: c.fall,
      noChangeBorderColor: c.mute,
      upWickColor: c.rise,
      downWickColor: c.fall,
      noChangeWickColor: c.mute,
    },
    // The line layer draws the last price, where its tag keeps clear of the others; highest and lowest are marked with their names.
    priceMark: { show: false },
    tooltip: { showRule: 'none' },
  };
}

export function chartStyles(c: ChartColors, axisWidth: number): DeepPartial<Styles> {
  const averages = [c.average1, c.average2, c.brand, c.rise, c.fall];
  return {
    grid: { horizontal: { color: c.grid, style: 'solid', size: 1 }, vertical: { color: c.grid, style: 'solid', size: 1 } },
    candle: candleStyles(c),
    indicator: {
      lines: averages.map((color) => ({ style: 'solid' as const, smooth: false, size: 1.25, dashedValue: [2, 2], color })),
      bars: [
        {
          style: 'fill',
          borderStyle: 'solid',
          borderSize: 1,
          borderDashedValue: [2, 2],
          upColor: `${c.rise}88`,
          downColor: `${c.fall}88`,
          noChangeColor: c.mute,
        },
      ],
      ohlc: { upColor: c.rise, downColor: c.fall, noChangeColor: c.mute },
      lastValueMark: { show: false },
      tooltip: {
        showRule: 'always',
        title: { show: true, color: c.mute, size: 11, family: FAMILY },
        legend: { color: c.sub, size: 11, family: FAMILY },
      },
    },
    xAxis: { axisLine: { show: true, color: c.line, size: 1 }, tickLine: { show: false }, tickText: axisText(c.mute), size: 24 },
    yAxis: { axisLine: { show: true, color: c.line, size: 1 }, tickLine: { show: false }, tickText: axisText(c.mute), size: axisWidth },
    separator: { size: 1, color: c.line, fill: true, activeBackgroundColor: `${c.brand}22` },
    crosshair: { horizontal: crosshairLabel(c), vertical: crosshairLabel(c) },
    overlay: {
      point: {
        color: c.brand,
        borderColor: c.surface,
        borderSize: 2,
        radius: 4,
        activeColor: c.brand,
        activeBorderColor: c.surface,
        activeBorderSize: 2,
        activeRadius: 6,
      },
      line: { style: 'solid', smooth: false, color: c.brand, size: 1, dashedValue: [2, 2] },
      text: {
        color: c.text,
        size: 11,
        family: FAMILY,
        weight: '500',
        backgroundColor: c.raised,
        borderColor: c.line,
        borderSize: 1,
        borderRadius: 4,
        paddingLeft: 6,
        paddingRight: 6,
        paddingTop: 4,
        paddingBottom: 4,
      },
    },
  };
}
