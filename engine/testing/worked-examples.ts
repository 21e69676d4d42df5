// The worked cases and their brackets as data, copied from the rules so that tests read nothing outside the project.
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
