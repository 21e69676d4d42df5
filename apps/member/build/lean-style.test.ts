// What stands twice for older browsers stands once, inside other rules too; everything else of the style is as it was.
import { expect, it } from 'vitest';
import { leanCss } from './lean-style.ts';

const old =
  '@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:block))) or ((-moz-orient:inline) and (not (color:rgb(from red r g b)))){*,:before{--tw-a:0}}}';
const mixed = '.a{color:var(--a)}@supports (color:color-mix(in lab, red, red)){.a{color:color-mix(in oklab, var(--a) 40%, transparent)}}';

it('leaves out start values for browsers without @property', () => {
  expect(leanCss(`${old}@layer theme{:root{--b:1px}}`)).toBe('@layer theme{:root{--b:1px}}');
});

it('takes mixed colours out of their question, in order and also inside a media rule', () => {
  const plain = '.a{color:var(--a)}.a{color:color-mix(in oklab, var(--a) 40%, transparent)}';
  expect(leanCss(`${mixed}.b{top:0}`)).toBe(`${plain}.b{top:0}`);
  expect(leanCss(`@media (hover:hover){${mixed}}.b{top:0}`)).toBe(`@media (hover:hover){${plain}}.b{top:0}`);
});

it('leaves every other question and layer, and says so where a block does not end', () => {
  const other = '@layer properties;@supports (contain-intrinsic-size:1px){.c{color:red}}@property --tw-a{syntax:"*";inherits:false}';
  expect(leanCss(other)).toBe(other);
  expect(() => leanCss(mixed.slice(0, -1))).toThrow('does not end');
});
