// What the toolbox keeps: figures that stand, and of a note its words where it was set down, never more than are taken back.
import type { Chart, OverlayCreate } from 'klinecharts';
import { expect, it, vi } from 'vitest';
import { NOTE_MOST, type Drawing } from './chart-drawings.ts';
import { openDrawingToolbox, type WrittenNote } from './drawing-toolbox.ts';

vi.mock('klinecharts', () => ({ registerOverlay: () => undefined }));

type Made = OverlayCreate & { id: string };

/** What the toolbox uses of the library: a list of overlays. */
function fakeChart() {
  let made: Made[] = [];
  const found = ({ id, groupId }: { id?: string; groupId?: string }) =>
    made.filter((one) => (id === undefined || one.id === id) && (groupId === undefined || one.groupId === groupId));
  return {
    getOverlays: found,
    createOverlay(one: OverlayCreate) {
      const id = one.id ?? `o${made.length}`;
      made.push({ ...one, id, points: one.points ?? [{ timestamp: 5, value: 7 }] });
      return id;
    },
    overrideOverlay: (change: { id: string }) => (made = made.map((one) => (one.id === change.id ? { ...one, ...change } : one))),
    removeOverlay(which: { id?: string; groupId?: string }) {
      const gone = found(which);
      made = made.filter((one) => !gone.includes(one));
    },
  };
}

function openToolbox() {
  const chart = fakeChart();
  let kept: Drawing[] = [];
  let note: WrittenNote | undefined;
  const toolbox = openDrawingToolbox(chart as unknown as Chart, {
    onDrawings: (drawings) => (kept = drawings),
    onNote: (asked) => (note = asked),
  });
  const setDown = () => {
    toolbox.start('note', false, () => undefined);
    const [overlay] = chart.getOverlays({});
    overlay.onDrawEnd?.({ overlay } as never);
    return note!;
  };
  return { chart, toolbox, setDown, kept: () => kept };
}

it('keeps the words of a note where it was set down', async () => {
  const { setDown, kept } = openToolbox();
  setDown().write('돌파하면 롱');
  await Promise.resolve();
  expect(kept()).toEqual([{ tool: 'note', points: [{ timestamp: 5, value: 7 }], text: '돌파하면 롱' }]);
});

it('keeps no more words than it takes back', async () => {
  const { setDown, kept } = openToolbox();
  setDown().write('가'.repeat(NOTE_MOST + 3));
  await Promise.resolve();
  expect(kept().map(({ text }) => text?.length)).toEqual([NOTE_MOST]);
});

it('a note without words goes', async () => {
  const { setDown, kept } = openToolbox();
  const note = setDown();
  note.write('롱');
  note.write('');
  await Promise.resolve();
  expect(kept()).toEqual([]);
});

it('keeps no figure that is only begun, whatever else is told meanwhile', async () => {
  const { chart, toolbox, setDown, kept } = openToolbox();
  const note = setDown();
  toolbox.start('ruler', false, () => undefined);
  note.write('롱');
  await Promise.resolve();
  expect(kept().map(({ tool }) => tool)).toEqual(['note']);
  const overlay = chart.getOverlays({}).at(-1)!;
  overlay.onDrawEnd?.({ overlay } as never);
  await Promise.resolve();
  expect(kept().map(({ tool }) => tool)).toEqual(['note', 'ruler']);
});

it('puts the tool away when other drawings take the place of a figure that is only begun', () => {
  const { toolbox } = openToolbox();
  let isAway = false;
  toolbox.start('ruler', false, () => (isAway = true));
  toolbox.restore([]);
  expect(isAway).toBe(true);
});
