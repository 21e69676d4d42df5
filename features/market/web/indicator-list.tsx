// The indicators to choose from, over the candles and in panes below, and the colours of the lines that are on.
import { factsOf, type IndicatorId, indicatorIds, isOver } from '@maru/kit/web/chart/indicator-ids.ts';
import { indicatorTexts } from '@maru/kit/web/chart/indicator-texts.ts';
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { Checkbox } from '@maru/kit/web/ui/choices.tsx';
import { useChartPrefs } from './chart-prefs.ts';

const texts = defineCatalog({
  'indicators.over': ['캔들 위에', 'Over the candles'],
  'indicators.below': ['아래 창에', 'In panes below'],
  'indicators.color': ['{name} {line}번 선 색', 'Colour of line {line} of {name}'],
});

export function IndicatorList() {
  const t = useText(texts);
  return (
    <div className="scroll-thin flex max-h-[min(480px,60dvh)] w-64 flex-col gap-2.5 overflow-y-auto pr-1">
      <Part title={t('indicators.over')} ids={indicatorIds.filter((id) => isOver(id))} />
      <Part title={t('indicators.below')} ids={indicatorIds.filter((id) => !isOver(id))} />
    </div>
  );
}

function Part({ title, ids }: { title: string; ids: readonly IndicatorId[] }) {
  const t = useText(indicatorTexts);
  const { indicators, setIndicators } = useChartPrefs();
  return (
    <>
      <p className="text-12 text-mute first:mt-0 not-first:mt-2">{title}</p>
      {ids.map((id) => (
        <div key={id} className="flex min-h-5 items-center justify-between gap-2">
          <Checkbox
            look="ink"
            isOn={indicators.includes(id)}
            onChange={(isOn) => setIndicators(isOn ? [...indicators, id] : indicators.filter((other) => other !== id))}
          >
            <span className="text-13 text-text">{t(`indicator.${id}`)}</span>
          </Checkbox>
          {indicators.includes(id) && <Colors id={id} />}
        </div>
      ))}
    </>
  );
}

/** The theme's own, until one is chosen. */
const usual = ['--ma1', '--ma2', '--brand', '--rise', '--fall'] as const;

function Colors({ id }: { id: IndicatorId }) {
  const t = useText(texts);
  const name = useText(indicatorTexts)(`indicator.${id}`);
  const { colors, setColor } = useChartPrefs();
  const theme = getComputedStyle(document.documentElement);
  const usualOf = (line: number) => {
    const color = theme.getPropertyValue(usual[line % usual.length]).trim();
    return /^#[0-9a-f]{6}$/i.test(color) ? color : '#888888';
  };
  return (
    <span className="flex items-center gap-1">
      {Array.from({ length: factsOf(id).lines }, (_, line) => (
        <input
          key={line}
          type="color"
          aria-label={t('indicators.color', { name, line: line + 1 })}
          title={t('indicators.color', { name, line: line + 1 })}
          value={colors[id]?.[line] ?? usualOf(line)}
          onChange={(event) => setColor(id, line, event.target.value)}
          className="touch size-4 cursor-pointer appearance-none rounded-3 border border-line bg-transparent p-0 [&::-webkit-color-swatch]:rounded-3 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
      ))}
    </span>
  );
}
