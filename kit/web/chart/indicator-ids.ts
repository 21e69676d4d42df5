// Names of the indicators offered; apart from the library, for menus are there before the chart is.
export const indicatorIds = ['VOLUME', 'MA', 'EMA', 'BOLL', 'SAR', 'MACD', 'RSI', 'KDJ', 'ATR', 'OBV'] as const;
export type IndicatorId = (typeof indicatorIds)[number];
