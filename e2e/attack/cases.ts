// The attack catalogue as data, and how a test says which case it judges.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

export interface AttackCase {
  id: string;
  area: string;
  title: string;
  call: string;
  input: unknown;
  expect: { http: number[]; code: string; effect: string; detail: string };
}

const file = new URL('../attack-cases.json', import.meta.url);
export const attackCases = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as { cases: AttackCase[] }).cases.map((each) => [each.id, each]),
);

/** A test of one case, named after it. */
export function attack(id: string, judge: (attacked: AttackCase) => Promise<void>): void {
  const found = attackCases.get(id);
  if (found === undefined) throw new Error(`no attack case ${id}`);
  test(`${id} ${found.title}`, () => judge(found));
}

/** The case's status set, which is hard; codes are our own and asserted beside it. */
export function expectStatus(attacked: AttackCase, status: number): void {
  expect(attacked.expect.http, `${attacked.id} answered ${status}`).toContain(status);
}
