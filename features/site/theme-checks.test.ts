// The contrast checks of the editor: figures of the standards, the seeded sites pass, and a colour that fails is mended by the nearest that does not.
import { hanok } from '@maru/sites/hanok.ts';
import { maru } from '@maru/sites/maru.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastOf, distanceOf, labDistance } from './colours.ts';
import { checkTheme, mendToken } from './theme-checks.ts';

describe('figures of the standards', () => {
  it('WCAG contrast: 21 at most, 4.48 and 4.54 on either side of the border', () => {
    expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21, 6);
    expect(contrastOf('#777777', '#FFFFFF')).toBeCloseTo(4.478, 3);
    expect(contrastOf('#FFFFFF', '#767676')).toBeCloseTo(4.542, 3);
  });

  // Pairs of the published test data of CIEDE2000, the hard ones around the hue's turn among them.
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615],
    [[50, -1, 2], [50, 0, 0], 2.3669],
    [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const)('CIEDE2000 of %j and %j is %d', (one, other, distance) => {
    expect(labDistance(one, other)).toBeCloseTo(distance, 4);
    expect(labDistance(other, one)).toBeCloseTo(distance, 4);
  });
});

it('the seeded sites pass in both modes', () => {
  for (const { code, theme } of [maru, hanok]) expect([code, checkTheme(theme).filter((check) => !check.passes)]).toEqual([code, []]);
});

it('the picture’s case: #5FAE97 on white is 2.6 of 4.5 and stays a green when mended', () => {
  const light = { ...hanok.theme.light, surface: '#FFFFFF', brand: '#5FAE97' };
  const failing = checkTheme({ light, dark: hanok.theme.dark }).filter((check) => !check.passes);
  expect(failing.map(({ name }) => name)).toContain('brandOnSurface');
  expect(failing.find(({ name }) => name === 'brandOnSurface')?.value).toBeCloseTo(2.6, 1);
  const mended = mendToken(light, 'brand') as Record<string, string>;
  expect(distanceOf(mended.brand, light.brand)).toBeLessThan(25);
  expect(checkTheme({ light: mended, dark: hanok.theme.dark }).filter((check) => !check.passes)).toEqual([]);
});

it('a brand on the colour of falling moves away from it', () => {
  const light: Record<string, string> = { ...maru.theme.light, brand: maru.theme.light.blue };
  const failing = checkTheme({ ...maru.theme, light }).filter((check) => !check.passes);
  expect(failing.map(({ name, mode, value }) => [name, mode, value])).toEqual([['brandFromFall', 'light', 0]]);
  const mended = mendToken(light, 'brand') as Record<string, string>;
  expect(distanceOf(mended.brand, light.blue)).toBeGreaterThanOrEqual(8);
});

it('rise and fall are those of the site’s palette: a green brand stands beside red and blue and not beside green', () => {
  const light: Record<string, string> = { ...maru.theme.light, brand: maru.theme.light.green };
  const namesOf = (upDown: 'kr' | 'green' | 'red-green') =>
    checkTheme({ ...maru.theme, light, upDown }).flatMap(({ name, passes }) => (passes ? [] : [name]));
  expect([namesOf('kr'), namesOf('green'), namesOf('red-green')]).toEqual([[], ['brandFromRise'], ['brandFromFall']]);
  const mended = mendToken(light, 'brand', 'green') as Record<string, string>;
  expect(distanceOf(mended.brand, light.green)).toBeGreaterThanOrEqual(8);
});

it('property: whatever brand is typed, the colour offered passes every check it is part of', () => {
  const two = fc.integer({ min: 0, max: 255 }).map((n) => n.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(fc.tuple(two, two, two), fc.constantFrom('light', 'dark'), (parts, mode) => {
      const tokens = mendToken({ ...maru.theme[mode], brand: `#${parts.join('')}` }, 'brand');
      expect(tokens).toBeDefined();
      const failing = checkTheme({ ...maru.theme, [mode]: tokens }).filter((check) => !check.passes);
      expect(failing).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
