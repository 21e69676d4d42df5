// What a site's colours must keep to before they may be published: words readable, edges seen, brand never taken for rise or fall.
import type { SiteTheme } from '@maru/kit/contract/site-config.ts';
import { contrastOf, distanceOf, nearestPassing } from './colours.ts';

export const modes = ['dark', 'light'] as const;
export type Mode = (typeof modes)[number];
type UpDown = NonNullable<SiteTheme['upDown']>;
/** Tokens of rise and fall. */
export const upDownHues = { kr: ['red', 'blue'], green: ['green', 'red'], 'red-green': ['red', 'green'] } as const satisfies Record<
  UpDown,
  readonly [string, string]
>;
type Tokens = Readonly<Record<string, string>>;

/** WCAG 2.2: 1.4.3 for words, 1.4.11 for the edges of fields. */
const WORDS = 4.5;
const EDGES = 3;
/** CIEDE2000. The design language's own brand lies 8.4 from its blue, and nobody takes one for the other. */
const APART = 8;

/** `contrast`: one token on another; `distance`: how far apart two are. The first token is the one to change; rise and fall are the palette's. */
const checks = [
  { name: 'brandOnSurface', kind: 'contrast', token: 'brand', other: 'surface', least: WORDS },
  { name: 'wordsOnBrand', kind: 'contrast', token: 'on-brand', other: 'brand', least: WORDS },
  { name: 'muteOnSurface', kind: 'contrast', token: 'mute', other: 'surface', least: WORDS },
  { name: 'edgeOnSurface', kind: 'contrast', token: 'edge', other: 'surface', least: EDGES },
  { name: 'brandFromRise', kind: 'distance', token: 'brand', other: 'rise', least: APART },
  { name: 'brandFromFall', kind: 'distance', token: 'brand', other: 'fall', least: APART },
  { name: 'textOnSurface', kind: 'contrast', token: 'text', other: 'surface', least: WORDS },
  { name: 'subOnSurface', kind: 'contrast', token: 'sub', other: 'surface', least: WORDS },
  { name: 'subOnGround', kind: 'contrast', token: 'sub', other: 'bg', least: WORDS },
  { name: 'brandOnGround', kind: 'contrast', token: 'brand', other: 'bg', least: WORDS },
  { name: 'riseOnSurface', kind: 'contrast', token: 'rise', other: 'surface', least: WORDS },
  { name: 'fallOnSurface', kind: 'contrast', token: 'fall', other: 'surface', least: WORDS },
  { name: 'dangerOnSurface', kind: 'contrast', token: 'danger', other: 'surface', least: WORDS },
  { name: 'warnOnSurface', kind: 'contrast', token: 'warn', other: 'surface', least: WORDS },
] as const;
export type CheckName = (typeof checks)[number]['name'];

export interface ThemeCheck {
  name: CheckName;
  mode: Mode;
  kind: 'contrast' | 'distance';
  token: string;
  other: string;
  /** Colours as they stand. */
  colours: readonly [string, string];
  value: number;
  least: number;
  passes: boolean;
}

const measure = { contrast: contrastOf, distance: distanceOf };

function resultsOf(mode: Mode, tokens: Tokens, upDown: UpDown = 'kr'): ThemeCheck[] {
  const [rise, fall] = upDownHues[upDown];
  const tokenOf = (name: string) => (name === 'rise' ? rise : name === 'fall' ? fall : name);
  return checks.flatMap(({ name, kind, least, ...pair }) => {
    const [token, other] = [tokenOf(pair.token), tokenOf(pair.other)];
    const colours = [tokens[token], tokens[other]] as const;
    // A theme that leaves a token out keeps the design language's own.
    if (colours[0] === undefined || colours[1] === undefined) return [];
    const value = measure[kind](colours[0], colours[1]);
    return [{ name, mode, kind, token, other, colours, value, least, passes: value >= least }];
  });
}

export function checkTheme(theme: Pick<SiteTheme, Mode | 'upDown'>): ThemeCheck[] {
  return modes.flatMap((mode) => resultsOf(mode, theme[mode], theme.upDown));
}

/**
 * The nearest colour that mends a token: it passes every check that it is part of. What is written on a brand follows the brand,
 * black or white, so the brand may move freely.
 */
export function mendToken(tokens: Tokens, token: string, upDown?: UpDown): Tokens | undefined {
  const tryOn = (colour: string): Tokens => {
    const next = { ...tokens, [token]: colour };
    return token === 'brand' ? { ...next, 'on-brand': inkOn(colour, tokens) } : next;
  };
  const isSound = (colour: string) =>
    resultsOf('light', tryOn(colour), upDown).every((each) => each.passes || (each.token !== token && each.other !== token));
  const found = nearestPassing(tokens[token], isSound);
  return found === undefined ? undefined : tryOn(found);
}

function inkOn(brand: string, tokens: Tokens): string {
  const standing = tokens['on-brand'];
  if (standing !== undefined && contrastOf(standing, brand) >= WORDS) return standing;
  return contrastOf('#FFFFFF', brand) >= contrastOf('#0B0E13', brand) ? '#FFFFFF' : '#0B0E13';
}
