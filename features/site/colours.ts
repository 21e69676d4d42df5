// Colours as eyes tell them apart: contrast by WCAG 2.2, distance by CIEDE2000, lightness steps in OKLab. Hex in, hex out.

type Triple = readonly [number, number, number];

/** `#RRGGBB`; an alpha part is left out. */
function channels(hex: string): Triple {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const fromLinear = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
const linear = (hex: string): Triple => channels(hex).map(toLinear) as unknown as Triple;

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function cieLab(hex: string): Triple {
  const [r, g, b] = linear(hex);
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const degrees = (radians: number) => ((radians * 180) / Math.PI + 360) % 360;
const cosOf = (angle: number) => Math.cos((angle * Math.PI) / 180);
const sinOf = (angle: number) => Math.sin((angle * Math.PI) / 180);
/** 25⁷ of the formula. */
const P25 = 25 ** 7;

/** CIEDE2000 (Sharma, Wu, Dalal 2005): about 1 is a difference that one just sees. */
export function distanceOf(one: string, other: string): number {
  return labDistance(cieLab(one), cieLab(other));
}

export function labDistance([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(mean7 / (mean7 + P25)));
  const c1 = Math.hypot(a1 * stretch, b1);
  const c2 = Math.hypot(a2 * stretch, b2);
  const h1 = degrees(Math.atan2(b1, a1 * stretch));
  const h2 = degrees(Math.atan2(b2, a2 * stretch));
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const hueStep = 2 * Math.sqrt(c1 * c2) * sinOf(turn / 2);
  const hue = isGrey ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const light = (l1 + l2) / 2;
  const chroma = (c1 + c2) / 2;
  const t = 1 - 0.17 * cosOf(hue - 30) + 0.24 * cosOf(2 * hue) + 0.32 * cosOf(3 * hue + 6) - 0.2 * cosOf(4 * hue - 63);
  const lightPart = (l2 - l1) / (1 + (0.015 * (light - 50) ** 2) / Math.sqrt(20 + (light - 50) ** 2));
  const chromaPart = (c2 - c1) / (1 + 0.045 * chroma);
  const huePart = hueStep / (1 + 0.015 * chroma * t);
  const rotation = -2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + P25)) * sinOf(60 * Math.exp(-(((hue - 275) / 25) ** 2)));
  return Math.sqrt(lightPart ** 2 + chromaPart ** 2 + huePart ** 2 + rotation * chromaPart * huePart);
}

function oklab(hex: string): Triple {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The hex of an OKLab colour; undefined outside what a screen shows. */
function hexOf([light, a, b]: Triple): string | undefined {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(fromLinear);
  if (rgb.some((c) => c < -0.002 || c > 1.002)) return undefined;
  const two = (c: number) =>
    Math.round(Math.min(1, Math.max(0, c)) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${rgb.map(two).join('')}`.toUpperCase();
}

/** Turns of the hue that are tried, nearest first: as it is wherever that can pass. */
const turns = [0, 8, -8, 16, -16, 28, -28, 44, -44];
const steps = 120;

/** The colour nearest to `wanted` that passes: lighter, darker or paler first, then of a neighbouring hue. */
export function nearestPassing(wanted: string, passes: (hex: string) => boolean): string | undefined {
  if (passes(wanted)) return wanted;
  const [, a, b] = oklab(wanted);
  for (const turn of turns) {
    const found = nearestOfHue(wanted, passes, a * cosOf(turn) - b * sinOf(turn), a * sinOf(turn) + b * cosOf(turn));
    if (found !== undefined) return found;
  }
  return undefined;
}

function nearestOfHue(wanted: string, passes: (hex: string) => boolean, a: number, b: number): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const share of [1, 0.75, 0.5]) {
    for (let step = 0; step <= steps; step++) {
      const hex = hexOf([step / steps, a * share, b * share]);
      if (hex === undefined) continue;
      const distance = distanceOf(wanted, hex);
      if (distance < least && passes(hex)) {
        best = hex;
        least = distance;
      }
    }
  }
  return best;
}
