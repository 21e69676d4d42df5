// The ruler shows limits before they are reached.
import { describe, expect, it } from 'vitest';
import { markTones } from './tick-ruler.tsx';

describe('tick ruler', () => {
  it('fills by share and tints what is left beyond a limit', () => {
    const tones = markTones({ value: 0.1, marks: 10, warnFrom: 0.5, dangerFrom: 0.8 });
    expect(tones).toEqual(['filled', 'rest', 'rest', 'rest', 'rest', 'warn', 'warn', 'warn', 'danger', 'danger']);
  });
  it('a value beyond its ends neither overflows nor goes below nothing', () => {
    expect(markTones({ value: 7, marks: 3 })).toEqual(['filled', 'filled', 'filled']);
    expect(markTones({ value: -1, marks: 2 })).toEqual(['rest', 'rest']);
  });
});
