// The worked cases and their brackets as data, copied from the rules so that tests read nothing outside the project.
import own from './own-examples.json' with { type: 'json' };
import cases from './worked-examples.json' with { type: 'json' };

export interface Example {
  id: string;
  area: string;
  fn: string;
  inputs: Record<string, unknown>;
  expected: Record<string, unknown>;
  tolerance: string;
}

export interface BracketRow {
  tier: number;
  floor: string;
  cap: string;
  maxLeverage: number;
  mmr: string;
}

export const examples = cases.examples as unknown as readonly Example[];
export const exampleBrackets = cases.brackets as Readonly<Record<string, readonly BracketRow[]>>;

/** Cases of our own at the edges, with the reason of each; their figures come from exact rationals, not from the engine. */
export interface OwnExample extends Example {
  why: string;
}
export const ownExamples = own as unknown as readonly OwnExample[];

/** Compares decimal texts exactly, as integers of 10^-20; 'none', or what is off. */
export function deviation(actual: unknown, expected: unknown, tolerance: string): string {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return 'another length';
    for (let i = 0; i < expected.length; i++) {
      const found = deviation(actual[i], expected[i], tolerance);
      if (found !== 'none') return `[${i}] ${found}`;
    }
    return 'none';
  }
  if (actual === expected) return 'none';
  if (typeof actual !== 'string' || typeof expected !== 'string') return `${String(actual)} for ${String(expected)}`;
  const gap = fine(actual) - fine(expected);
  const allowed = fine(tolerance);
  return gap <= allowed && -gap <= allowed ? 'none' : `off by ${gap}`;
}

function fine(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`no decimal: ${text}`);
  const value = BigInt(match[2] + (match[3] ?? '').padEnd(20, '0'));
  return match[1] === '-' ? -value : value;
}
