// Every rejection of the engine has a text for persons in both languages and names the field that the engine means.
import { describe, expect, it } from 'vitest';
import { FIRST_ROUND_REJECT, rejections } from '@maru/engine/reject.ts';
import { commonErrors, type ErrorEntry } from '@maru/kit/contract/errors.ts';
import { futuresErrors } from './errors.ts';

/** Those of rounds have their texts there. */
const own = [...rejections.values()].filter(({ code }) => code < FIRST_ROUND_REJECT);
const entries: Readonly<Record<string, ErrorEntry>> = { ...commonErrors, ...futuresErrors };
/** Figures and names that the server fills in. */
const known = ['field', 'limit', 'offered', 'unit'];

describe('texts of rejections (rules 3.6)', () => {
  it.each(own)('$name is declared with a client status', ({ name }) => {
    const entry = entries[name];
    expect(entry).toBeDefined();
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.status === 503 || entry.status < 500).toBe(true);
  });

  it.each(Object.entries(futuresErrors))('%s speaks 해요체 and plain English, and fills only known figures', (_code, entry) => {
    expect(entry.ko).toMatch(/[가-힣]/);
    expect(entry.ko).toMatch(/요\.( \(\{field\}\))?$/);
    expect(entry.en).toMatch(/^[A-Z{].*[.)]$/);
    for (const text of [entry.ko, entry.en]) {
      for (const [, figure] of text.matchAll(/\{(\w+)\}/g)) expect(known).toContain(figure);
    }
  });

  it('names the field that the engine names', () => {
    for (const { name, field } of own) {
      if (name === 'REQUEST_REUSED') continue;
      expect([name, entries[name].field ?? '']).toEqual([name, field]);
    }
  });
});
