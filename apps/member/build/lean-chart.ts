// Vite plugin: the chart library without the parts no screen offers. It registers every indicator, drawing and figure it knows at import,
// so a bundler may not drop one by itself; here its lists are cut to ours, and what nothing names any more falls out.
import type { Plugin } from 'vite';

/** The library's own list → what stays of it. A name it does not know stops the build: after an upgrade somebody has to look. */
const lists: readonly (readonly [name: string, kept: readonly string[]])[] = [
  [
    'extensions$2',
    [
      'bollingerBands',
      'exponentialMovingAverage',
      'movingAverage',
      'movingAverageConvergenceDivergence',
      'onBalanceVolume',
      'relativeStrengthIndex',
      'stoch',
      'stopAndReverse',
    ],
  ],
  ['extensions$1', ['circle', 'line', 'rect', 'text']],
  ['extensions', ['brush', 'fibonacciLine', 'horizontalStraightLine', 'parallelStraightLine', 'segment']],
];

const twoPresses = `                this._processEvent(compatEvent, this._handler.mouseDoubleClickEvent);
            }
`;

/**
 * Its Chinese texts, its dark look (ours are set by us), axes in percent and by logarithm, its keys, its marks of the last, the highest and
 * the lowest price (ours are lines and words), and the view that draws candles as an area: none of ours uses them. A second press within
 * half a second, but elsewhere, is to it neither a double press nor a press: what a quick hand draws would never end.
 */
const swaps: readonly (readonly [part: string, instead: string])[] = [
  ["    'zh-CN': zhCN,\n", ''],
  [',\n    dark: dark', ''],
  ['    percentage: YAxisImp.extend(percentage),\n    logarithm: YAxisImp.extend(logarithm)\n', ''],
  ...['scrollLeft', 'scrollRight', 'zoomIn', 'zoomOut'].map((key) => [`    _a[${key}.name] = ${key},\n`, ''] as const),
  ['_this._candleAreaView = new CandleAreaView(_this);', '_this._candleAreaView = { stopAnimation: function () {} };'],
  ...['CandleHighLowPriceView', 'CandleLastPriceView', 'CandleLastPriceLabelView'].map(
    (view) => [` = new ${view}(_this);`, ' = { draw: function () {} };'] as const,
  ),
  [
    twoPresses,
    `${twoPresses}            else if (!this._cancelClick) {
                this._processEvent(compatEvent, this._handler.mouseClickEvent);
            }
`,
  ],
];

export function leanLibrary(code: string): string {
  let lean = code;
  for (const [part, instead] of swaps) {
    if (!lean.includes(part)) throw new Error(`klinecharts: no ${part.trim()}`);
    lean = lean.replace(part, () => instead);
  }
  for (const [name, kept] of lists) {
    const list = new RegExp(`var ${name.replace('$', '\\$')} = \\[([^\\]]+)\\];`);
    const known = new Set(list.exec(lean)?.[1].match(/\w+/g));
    for (const part of kept) if (!known.has(part)) throw new Error(`klinecharts: its list ${name} has no ${part}`);
    lean = lean.replace(list, () => `var ${name} = [${kept.join(', ')}];`);
  }
  // Compiled classes are functions called at once; marked as pure, one that nothing uses can go.
  return lean.replaceAll('/** @class */', '/*#__PURE__*/');
}

export function leanChart(): Plugin {
  return {
    name: 'maru:lean-chart',
    apply: 'build',
    transform: {
      filter: { id: /klinecharts[\\/]dist[\\/]index\.esm\.js$/ },
      handler: (code) => ({ code: leanLibrary(code), map: null }),
    },
  };
}
