// The indicators to choose from.
import { type IndicatorId, indicatorIds } from '@maru/kit/web/chart/indicator-ids.ts';
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { useChartPrefs } from './chart-prefs.ts';

const indicatorTexts = defineCatalog({
  'indicator.VOLUME': ['거래량', 'Volume'],
  'indicator.MA': ['이동평균 (7, 25)', 'Moving average (7, 25)'],
  'indicator.EMA': ['지수이동평균 (7, 25)', 'EMA (7, 25)'],
  'indicator.BOLL': ['볼린저 밴드', 'Bollinger bands'],
  'indicator.SAR': ['파라볼릭 SAR', 'Parabolic SAR'],
  'indicator.MACD': ['MACD', 'MACD'],
  'indicator.RSI': ['RSI (14)', 'RSI (14)'],
  'indicator.KDJ': ['스토캐스틱 KDJ', 'Stochastic KDJ'],
  'indicator.ATR': ['ATR', 'ATR'],
  'indicator.OBV': ['OBV', 'OBV'],
} satisfies Record<`indicator.${IndicatorId}`, readonly [string, string]>);

export function IndicatorList() {
  const t = useText(indicatorTexts);
  const { indicators, setIndicators } = useChartPrefs();
  return (
    <div className="flex w-56 flex-col gap-2.5">
      {indicatorIds.map((id) => (
        <Checkbox
          key={id}
          look="ink"
          isOn={indicators.includes(id)}
          onChange={(isOn) => setIndicators(isOn ? [...indicators, id] : indicators.filter((other) => other !== id))}
        >
          <span className="text-13 text-text">{t(`indicator.${id}`)}</span>
        </Checkbox>
      ))}
    </div>
  );
}
