// What a device kept of drawings is taken back only in a shape that can be drawn.
import { expect, it } from 'vitest';
import { NOTE_MOST, parseDrawings } from './chart-drawings.ts';

const points = [{ timestamp: 1, value: 2 }];

it('takes figures of known tools, and notes with their words', () => {
  const kept = [
    { tool: 'segment', points },
    { tool: 'ruler', points },
    { tool: 'note', points, text: '손절 -1%' },
  ];
  expect(parseDrawings(kept)).toEqual(kept);
});

it.each([
  ['another tool', { tool: 'scribble', points }],
  ['no points', { tool: 'segment' }],
  ['a figure that was only begun', { tool: 'segment', points: [] }],
  ['a point without a price', { tool: 'ruler', points: [{ timestamp: 1 }] }],
  ['a note without words', { tool: 'note', points }],
  ['an empty note', { tool: 'note', points, text: '' }],
  ['a note that is not words', { tool: 'note', points, text: 7 }],
  ['a note that nobody can have written', { tool: 'note', points, text: 'x'.repeat(NOTE_MOST + 1) }],
  ['nothing', null],
])('drops %s', (_, drawing) => expect(parseDrawings([drawing])).toEqual([]));

it('takes nothing that is no list', () => expect(parseDrawings({ tool: 'segment' })).toEqual([]));
