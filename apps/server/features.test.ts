// What the features declare together, without a server: codes that exist, and operators' calls that are denied by default.
import { createErrorMapper } from '@maru/kit/server/http-errors.ts';
import { openApiDocument } from '@maru/kit/server/openapi.ts';
import { rightFault } from '@maru/kit/server/operator-desk.ts';
import { presetRoles } from '@maru/operator/server/preset-roles.ts';
import { gives } from '@maru/operator/server/rights.ts';
import { expect, it } from 'vitest';
import { createFeatures } from './features.ts';

const features = createFeatures();
const bound = features.flatMap((feature) => feature.routes);

it('every code that a route names is declared, with its texts', () => {
  const { entries } = createErrorMapper(features.map((feature) => feature.errors));
  expect(() => openApiDocument(features, entries)).not.toThrow();
});

it('every call of operators names its right and writes the audit log; nobody else’s call does', () => {
  expect(bound.map(rightFault).filter((fault) => fault !== undefined)).toEqual([]);
  expect(
    bound.filter(({ route }) => route.roles.includes('operator') && route.right === undefined && !route.roles.includes('guest')),
  ).toEqual([]);
});

it('the roles that come with an installation speak of rights there are', () => {
  const rights = new Set(bound.map(({ route }) => route.right).filter((right) => right !== undefined));
  const lost = presetRoles.flatMap((role) => role.rights.filter((pattern) => ![...rights].some((right) => gives(pattern, right))));
  expect(lost).toEqual([]);
});
