// What the features declare together, without a server: codes that exist, and operators' calls that are denied by default.
import { type Product, routesOf, runBound } from '@maru/kit/server/restrictions.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { type BoundRoute, type Call, Refusal } from '@maru/kit/server/feature.ts';
import { createErrorMapper } from '@maru/kit/server/http-errors.ts';
import { openApiDocument, schemaOf } from '@maru/kit/server/openapi.ts';
import { rightFault } from '@maru/kit/server/operator-desk.ts';
import { presetRoles } from '@maru/operator/server/preset-roles.ts';
import { gives } from '@maru/operator/server/rights.ts';
import { maru } from '@maru/sites/maru.ts';
import { specTexts } from '@maru/sites/spec-texts.ts';
import { expect, it } from 'vitest';
import { wired } from '@maru/kit/server/wiring.ts';
import { createFeatures, given } from './features.ts';
import { startServer } from './server.ts';
import { loadConfig } from '@maru/kit/server/config.ts';

const features = createFeatures();
const bound = routesOf(features);

it('a list of features that lacks a provider does not compile', () => {
  const [operator, ...others] = features;
  wired([...given, operator, ...others]);
  // @ts-expect-error -- nobodyOffers: the operators' desk and what belongs to it
  wired([...given, ...others]);
});

it('and is refused at start, before anything is opened', async () => {
  const told: string[] = [];
  const options = { config: loadConfig({ MARU_LOG: 'silent' }), say: (line: string) => void told.push(line) };
  for (const { name, wiring } of features) {
    const rest = features.filter((feature) => feature.name !== name);
    const isNeeded = (wiring?.offers ?? []).some((key) =>
      [...given, ...rest].some((other) => other.wiring !== wiring && other.wiring?.needs.some((need) => need.name === key.name)),
    );
    if (!isNeeded) continue;
    await expect(startServer({ ...options, features: rest })).rejects.toThrow(/^nobody offers what is needed: .* needs /);
  }
  await expect(startServer({ ...options, features: [...features, features[0]] })).rejects.toThrow('is offered twice');
  expect(told).toEqual([]);
});

it('every code that a route names is declared, with its texts', () => {
  const { entries } = createErrorMapper(features.map((feature) => feature.errors));
  expect(() => openApiDocument(features, entries)).not.toThrow();
});

/**
 * Money calls of members that send no command of the caller's own: practice, copying that is not open, what the house sends or pays, and
 * withdrawals, whose rows the server's job takes to the engine: their contract names what it may answer.
 */
const sendNothing =
  'applyWithdrawal applyDnw cancelWithdrawal askTestCoins closeCopyOrder redeemCoupon askDemoMoney placePractice resetPractice cancelPractice sellPractice launchSlotGame placeTwap cancelTwap cancelAllTwaps';

it('each call of members that trades or moves money lists what the engine can refuse it with', () => {
  const own = bound.filter(({ route }) => route.money === true && route.right === undefined);
  expect(own.flatMap(({ route, refusals }) => (refusals === undefined ? [route.name] : [])).toSorted()).toEqual(
    sendNothing.split(' ').toSorted(),
  );
  const { entries } = createErrorMapper(features.map((feature) => feature.errors));
  expect(own.flatMap(({ refusals = [] }) => refusals).filter((code) => !entries.has(code))).toEqual([]);
});

it('a site with the specification’s replacements says the least investment of a round in its words (section 8)', () => {
  const mapper = createErrorMapper(features.map((feature) => feature.errors));
  const refusal = new Refusal('BELOW_MINIMUM', { field: 'point', limit: '1', unit: 'USDT' });
  expect(mapper.map(refusal, 'ko', '', { texts: specTexts }).body).toContain('The investment amount is too small.');
  expect(mapper.map(refusal, 'ko', '').body).toContain('투자금은 1 USDT 이상이어야 해요.');
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

it('a list read by page or cursor answers its rows as content, a whole one is a bare array (ADR 0040)', () => {
  const shapes = bound.map(({ route }) => {
    const reply = schemaOf(route.reply, 'output') as { type?: string; properties?: Record<string, { type?: string }> };
    const asks = route.query === undefined ? [] : Object.keys((schemaOf(route.query, 'input')['properties'] as object | undefined) ?? {});
    return { path: route.path, reply, asks, fields: Object.keys(reply.properties ?? {}) };
  });
  const isPaged = (asks: readonly string[]) => asks.includes('page') || asks.includes('cursor');
  expect(shapes.filter(({ reply, asks }) => reply.type === 'array' && isPaged(asks)).map(({ path }) => path)).toEqual([]);
  const whole = ['content', 'page', 'size', 'totalElements'];
  expect(
    shapes.filter(({ fields }) => fields.includes('page') && !whole.every((field) => fields.includes(field))).map(({ path }) => path),
  ).toEqual([]);
  expect(shapes.filter(({ reply }) => reply.properties?.['content']?.type === 'array').length).toBeGreaterThan(30);
});

/** Which products the calls under an address belong to. */
const productsUnder: Readonly<Record<string, readonly Product[]>> = {
  '/api/futures/': ['futures'],
  '/api/trade/': ['binary', 'powerball'],
  '/api/public/trade': ['binary', 'powerball'],
  '/api/p2p/': ['p2p'],
  '/api/staking/': ['staking'],
  '/api/slot': ['binary'],
};

it('every call of a product says whose it is', () => {
  const silent = bound.filter(({ route, product }) => {
    const wanted = Object.entries(productsUnder).find(([path]) => route.path.startsWith(path))?.[1];
    return wanted !== undefined && !wanted.some((each) => [product].flat().includes(each));
  });
  expect(silent.map(({ route }) => route.name)).toEqual([]);
});

const without = { ...maru, type: 0, isStaking: false };
/** What stands against a call before its handler runs. */
async function restrictionAt(call: BoundRoute, part: Partial<Call>): Promise<string | undefined> {
  const seen: (string | undefined)[] = [];
  const run: BoundRoute['run'] = async (_context, { restriction }) => ({ data: seen.push(restriction) });
  try {
    await runBound({} as AppContext, { ...call, run }, { site: without, session: undefined, country: undefined, ...part } as Call);
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
  return seen[0];
}

it('staking is a flag of the coin wallets, not a bit', async () => {
  const staking: BoundRoute = { ...bound[0], product: 'staking' };
  expect(await restrictionAt(staking, { site: { ...maru, type: 255, isStaking: false } })).toBe('PRODUCT_OFF');
  expect(await restrictionAt(staking, { site: { ...maru, type: 0, isStaking: true } })).toBeUndefined();
});

const shut = { ...maru, regions: { closed: ['KP'], productsOff: { SG: 255 } } };

it('decisions.md Sites: a product that a site or a region is without is refused by the server, call by call', async () => {
  const ofProducts = bound.filter(({ product }) => product !== undefined);
  expect(ofProducts.length).toBeGreaterThan(25);
  for (const call of ofProducts) {
    const wanted = call.whenRestricted === 'open' ? undefined : 'PRODUCT_OFF';
    expect([call.route.name, await restrictionAt(call, {})]).toEqual([call.route.name, wanted]);
    expect([call.route.name, await restrictionAt(call, { site: shut, country: 'SG' })]).toEqual([call.route.name, wanted]);
  }
});

it('decisions.md Kept promises: a region that is not served has no way in, and no call that moves money but those that end something', async () => {
  const restricted = bound.filter(({ route, isEntrance }) => isEntrance === true || (route.money === true && route.right === undefined));
  expect(restricted.filter(({ isEntrance }) => isEntrance).map(({ route }) => route.name)).toEqual(
    expect.arrayContaining(['login', 'signUp', 'passkeyLogin', 'secondLogin']),
  );
  for (const call of restricted) {
    const wanted = call.whenRestricted === 'open' ? undefined : 'REGION_CLOSED';
    expect([call.route.name, await restrictionAt(call, { site: shut, country: 'KP' })]).toEqual([call.route.name, wanted]);
  }
});
