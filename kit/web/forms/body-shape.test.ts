// What a form learns of a call from its body: kinds, ends, what may be left out.
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { decimal } from '../../contract/wire.ts';
import { readBody } from './body-shape.ts';

const body = z.object({
  title: z.string().check(z.trim(), z.minLength(2), z.maxLength(60)),
  days: z.number().check(z.int(), z.minimum(1), z.maximum(30)),
  point: decimal,
  side: z.enum(['LONG', 'SHORT']),
  isOn: z.boolean(),
  note: z.optional(z.string().check(z.maxLength(10))),
  grants: z.array(z.string()),
});

describe('the fields of a body', () => {
  const fields = readBody(body);
  it('keep the order of the contract and have a kind each', () =>
    expect(Object.entries(fields).map(([name, { kind }]) => `${name} ${kind}`)).toEqual([
      'title text',
      'days whole',
      'point amount',
      'side choice',
      'isOn flag',
      'note text',
      'grants other',
    ]));
  it('know their ends', () => {
    expect(fields['title']).toMatchObject({ least: 2, most: 60, isOptional: false });
    expect(fields['days']).toMatchObject({ least: 1, most: 30 });
    expect(fields['note']).toMatchObject({ most: 10, isOptional: true });
  });
  it('list what may be chosen', () => expect(fields['side']?.options).toEqual(['LONG', 'SHORT']));
  it('are none without a body', () => expect(readBody(undefined)).toEqual({}));
});
