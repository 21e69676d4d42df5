// The indicators offered, and where each is drawn; apart from the library, for menus are there before the chart is.

interface IndicatorFacts {
  /** Over the candles; else in a pane of its own below. */
  isOver?: true;
  /** The library's own where it has none here. */
  params?: readonly number[];
  /** How many lines can be given a colour. */
  lines: number;
}

export const indicatorFacts = {
  VOLUME: { lines: 0 },
  MA: { isOver: true, params: [7, 25], lines: 2 },
  EMA: { isOver: true, params: [7, 25], lines: 2 },
  SMA: { isOver: true, lines: 1 },
  BBI: { isOver: true, lines: 1 },
  BOLL: { isOver: true, lines: 3 },
  SAR: { isOver: true, lines: 0 },
  AVP: { isOver: true, lines: 1 },
  MACD: { lines: 2 },
  RSI: { params: [14], lines: 1 },
  KDJ: { lines: 3 },
  ATR: { params: [14], lines: 1 },
  OBV: { lines: 2 },
  CCI: { lines: 1 },
  DMI: { lines: 4 },
  WR: { params: [14], lines: 1 },
  ROC: { lines: 2 },
  MTM: { lines: 2 },
  TRIX: { lines: 2 },
  BIAS: { lines: 3 },
  PSY: { lines: 2 },
  DMA: { lines: 2 },
  AO: { lines: 0 },
  CR: { lines: 5 },
  BRAR: { lines: 2 },
  VR: { lines: 2 },
  EMV: { lines: 2 },
  PVT: { lines: 1 },
} satisfies Record<string, IndicatorFacts>;

export type IndicatorId = keyof typeof indicatorFacts;
export const indicatorIds = Object.keys(indicatorFacts) as IndicatorId[];
export const factsOf = (id: IndicatorId): IndicatorFacts => indicatorFacts[id];
export const isOver = (id: IndicatorId): boolean => factsOf(id).isOver === true;

/** Colours by indicator and line, as `#rrggbb`; what is not chosen is the theme's. */
export type IndicatorColors = Partial<Record<IndicatorId, readonly (string | undefined)[]>>;
