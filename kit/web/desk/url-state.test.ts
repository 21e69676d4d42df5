// Filters in the address: read by kind, written only where they differ.
import { expect, it } from 'vitest';
import { readUrlState, writeUrlState } from './url-state.ts';

const defaults = { q: '', page: 0, isOpen: false };

it('takes each value by the kind of its default, and the default for what is not of that kind', () => {
  expect(readUrlState('?q=kim&page=2&isOpen=1', defaults)).toEqual({ q: 'kim', page: 2, isOpen: true });
  expect(readUrlState('?page=1e9x&other=1', defaults)).toEqual(defaults);
});

it('writes only what differs, and leaves what is not its own', () => {
  expect(writeUrlState('?other=1&page=3', { q: '문', page: 0, isOpen: true }, defaults)).toBe('?other=1&q=%EB%AC%B8&isOpen=1');
  expect(writeUrlState('?page=3', defaults, defaults)).toBe('');
});
