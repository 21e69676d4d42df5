// A drawing tool that does not arrive takes nothing away: what was kept is on the chart before anything new is drawn.
import { expect, it } from 'vitest';
import type { Drawing } from './chart-drawings.ts';
import type { DrawingToolbox } from './drawing-toolbox.ts';
import { lateToolbox } from './late-toolbox.ts';

const line = (value: number): Drawing => ({ tool: 'segment', points: [{ timestamp: 1, value }] });

function loading() {
  const shown: (readonly Drawing[])[] = [];
  let removed = 0;
  const toolbox = {
    restore: (drawings: readonly Drawing[]) => void shown.push(drawings),
    removeChosen: () => (removed += 1),
  } as unknown as DrawingToolbox;
  let fails = false;
  let asked = 0;
  const late = lateToolbox(() => {
    asked += 1;
    return fails ? Promise.reject(new Error('no line')) : Promise.resolve(toolbox);
  });
  return { late, shown, asked: () => asked, removed: () => removed, fail: (next: boolean) => (fails = next) };
}
const settled = () => new Promise((done) => setTimeout(done));

it('is asked for only when there is something to show or to draw', async () => {
  const { late, asked } = loading();
  late.restoreDrawings([]);
  await settled();
  expect(asked()).toBe(0);
  await late.drawing();
  late.restoreDrawings([]);
  await settled();
  expect(asked()).toBe(1);
});

it('nothing is loaded to remove what cannot be there', async () => {
  const { late, asked, removed } = loading();
  late.removeChosen();
  await settled();
  expect([asked(), removed()]).toEqual([0, 0]);
  await late.drawing();
  late.removeChosen();
  await settled();
  expect([asked(), removed()]).toEqual([1, 1]);
});

it('after a failure brings back what was kept before it draws', async () => {
  const { late, shown, fail } = loading();
  fail(true);
  late.restoreDrawings([line(1)]);
  await settled();
  expect(shown).toEqual([]);
  fail(false);
  await late.drawing();
  expect(shown.at(-1)).toEqual([line(1)]);
});

it('shows the drawings asked for last, however slowly it comes', async () => {
  const { late, shown } = loading();
  late.restoreDrawings([line(1)]);
  late.restoreDrawings([line(2)]);
  await settled();
  expect(new Set(shown.map(([one]) => one.points[0]?.value))).toEqual(new Set([2]));
});
