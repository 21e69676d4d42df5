// The rail of drawing tools beside the chart.
import type { DrawingTool } from '@maru/kit/web/chart/chart-drawings.ts';
import type { DrawingToolbox } from '@maru/kit/web/chart/drawing-toolbox.ts';
import type { PriceChart } from '@maru/kit/web/chart/price-chart.ts';
import { useText } from '@maru/kit/web/i18n/use-text.ts';
import { iconButtonClass } from '@maru/kit/web/ui/button.tsx';
import {
  AlignVerticalSpaceAround,
  Crosshair,
  Equal,
  Eye,
  EyeOff,
  Magnet,
  Minus,
  PenLine,
  Ruler,
  Trash2,
  TrendingUp,
  Type,
} from 'lucide-react';
import { memo, useEffect, useEffectEvent, useState } from 'react';
import { marketTexts } from './market-texts.ts';

const tools: readonly { tool: DrawingTool; Icon: typeof Minus }[] = [
  { tool: 'segment', Icon: TrendingUp },
  { tool: 'horizontalStraightLine', Icon: Minus },
  { tool: 'parallelStraightLine', Icon: Equal },
  { tool: 'fibonacciLine', Icon: AlignVerticalSpaceAround },
  { tool: 'brush', Icon: PenLine },
  { tool: 'ruler', Icon: Ruler },
  { tool: 'note', Icon: Type },
];

/** The keys of another part of the page are not the chart's: here are the page itself, the rail and what is drawn on. */
const isAtChart = (at: Element): boolean => at === document.body || at.closest('[role=toolbar], [data-keys=chart]') !== null;

export const ChartRail = memo(function ChartRail({ chart }: { chart: PriceChart | undefined }) {
  const t = useText(marketTexts);
  const [tool, setTool] = useState<DrawingTool>();
  const [isMagnet, setMagnet] = useState(false);
  const [isShown, setShown] = useState(true);
  /** One figure at a time: the tool is put away when it stands, and what is begun is dropped with its tool. */
  const take = async (next: DrawingTool | undefined) => {
    try {
      const desk = await chart?.drawing();
      desk?.cancel();
      if (next) desk?.start(next, isMagnet, () => setTool(undefined));
      setTool(next);
    } catch {
      setTool(undefined);
    }
  };
  const ask = (act: (desk: DrawingToolbox) => void) => void chart?.drawing().then(act, () => undefined);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const at = event.target as Element;
    if (event.defaultPrevented || at.closest('input, textarea, select, [contenteditable], [role=dialog]')) return;
    if (event.key === 'Escape' && tool) void take(undefined);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && isAtChart(at)) chart?.removeChosen();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const button = (isOn: boolean) => iconButtonClass(28, isOn ? 'bg-hover text-text' : '');
  return (
    <div
      role="toolbar"
      aria-label={t('chart.tools')}
      aria-orientation="vertical"
      className="flex w-9 shrink-0 flex-col items-center gap-1 border-r border-grid py-1.5"
    >
      <button
        type="button"
        aria-pressed={tool === undefined}
        aria-label={t('chart.tool.cursor')}
        title={t('chart.tool.cursor')}
        className={button(tool === undefined)}
        onClick={() => void take(undefined)}
      >
        <Crosshair size={16} />
      </button>
      {tools.map(({ tool: name, Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={tool === name}
          aria-label={t(`chart.tool.${name}`)}
          title={t(`chart.tool.${name}`)}
          className={button(tool === name)}
          onClick={() => void take(tool === name ? undefined : name)}
        >
          <Icon size={16} />
        </button>
      ))}
      <span className="my-1 h-px w-5 bg-line" />
      <button
        type="button"
        aria-pressed={isMagnet}
        aria-label={t('chart.tool.magnet')}
        title={t('chart.tool.magnet')}
        className={button(isMagnet)}
        onClick={() => setMagnet(!isMagnet)}
      >
        <Magnet size={16} />
      </button>
      <button
        type="button"
        aria-pressed={!isShown}
        aria-label={t('chart.tool.hide')}
        title={t('chart.tool.hide')}
        className={button(!isShown)}
        onClick={() => {
          ask((desk) => desk.show(!isShown));
          setShown(!isShown);
        }}
      >
        {isShown ? <Eye size={16} /> : <EyeOff size={16} />}
      </button>
      <button
        type="button"
        aria-label={t('chart.tool.clear')}
        title={t('chart.tool.clear')}
        className={button(false)}
        onClick={() => {
          void take(undefined);
          ask((desk) => desk.clear());
        }}
      >
        <Trash2 size={16} />
      </button>
    </div>
  );
});
