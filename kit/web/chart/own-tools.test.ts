// What stands beside the view says nothing in it: words keep inside the chart only while their figure is there.
import type { OverlayTemplate } from 'klinecharts';
import { expect, it, vi } from 'vitest';
import { registerOwnTools } from './own-tools.ts';

const made = vi.hoisted(() => new Map<string, OverlayTemplate>());
vi.mock('klinecharts', () => ({ registerOverlay: (one: OverlayTemplate) => made.set(one.name, one) }));
vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
registerOwnTools();

const styles = { candle: { bar: { upColor: '#f00', downColor: '#00f' } }, overlay: { text: {} } };
function figures(tool: string, ...xs: number[]): number {
  const coordinates = xs.map((x, i) => ({ x, y: 50 + 10 * i }));
  const points = xs.map((x, i) => ({ timestamp: x * 60_000, value: 100 + i }));
  const drawn = made.get(tool)?.createPointFigures?.({
    chart: { getStyles: () => styles, getSymbol: () => null },
    overlay: { points, extendData: tool === 'note' ? '돌파하면 롱' : undefined },
    coordinates,
    bounding: { width: 600, height: 300 },
    xAxis: { convertFromPixel: (x: number) => x },
  } as never);
  return (drawn as unknown[]).length;
}

it.each([
  ['ruler', [-300, -10]],
  ['ruler', [610, 700]],
  ['note', [-1]],
  ['note', [601]],
])('%s at %j: nothing', (tool, xs) => expect(figures(tool, ...xs)).toBe(0));

it.each([
  ['ruler', [-300, 10]],
  ['ruler', [590, 700]],
  ['ruler', [-10, 700]],
  ['note', [0]],
  ['note', [599]],
])('%s at %j: drawn', (tool, xs) => expect(figures(tool, ...xs)).toBeGreaterThan(0));
