// What may stand against a call: the site is without its product, does not serve the caller's country, or waits for a member's consent.
//
// Declared where a call is bound, so that no handler can forget it. What ends or lessens what a member has stays possible.
import type { Restriction } from '../contract/call.ts';
import { serviceKey } from '../contract/service.ts';
import { siteBits, type SiteConfig } from '../contract/site-config.ts';
import type { AppContext } from './context.ts';
import { type Answer, type BoundRoute, type Call, Refusal, type ServerFeature } from './feature.ts';
import { isClosedIn, siteIn } from './region.ts';

/** What a site may have or be without: the bits of its `type`, and staking, a flag of its coin wallets. */
export type Product = keyof typeof siteBits | 'staking';

export interface Consents {
  /** Whether a member has yet to agree to a version that binds; false at once wherever nothing has to be looked up. */
  owes(site: number, member: number): false | Promise<boolean>;
}
export const consents = serviceKey('kit.consents').of<Consents>();

export function hasProduct(site: Pick<SiteConfig, 'type' | 'isStaking'>, product: Product): boolean {
  return product === 'staking' ? site.isStaking : (site.type & siteBits[product]) !== 0;
}

/** Calls that say what they still do while something stands against them. */
export const whenRestricted = (does: 'reduces' | 'open', routes: readonly BoundRoute[]): BoundRoute[] =>
  routes.map((bound) => ({ ...bound, whenRestricted: does }));
/** Ways in, which a country that is not served does not have. */
export const entrances = (routes: readonly BoundRoute[]): BoundRoute[] => routes.map((bound) => ({ ...bound, isEntrance: true }));

/** All calls with the product of their feature; operators' are nobody's product. */
export function routesOf(features: readonly Pick<ServerFeature, 'product' | 'routes'>[]): BoundRoute[] {
  return features.flatMap(({ product, routes }) =>
    routes.map((bound) => (product === undefined || bound.route.right !== undefined ? bound : { product, ...bound })),
  );
}

/** Runs a call, or refuses it by what stands against it. */
export function runBound(context: AppContext, bound: BoundRoute, call: Call): Promise<Answer<unknown>> {
  const movesMoney = bound.route.money === true && bound.route.right === undefined;
  if (!movesMoney && bound.product === undefined && bound.isEntrance === undefined) return bound.run(context, call);
  const restriction = restrictionOf(bound, call);
  if (restriction !== undefined) return runRestricted(context, bound, call, restriction);
  if (!movesMoney || bound.whenRestricted === 'open' || call.session === undefined) return bound.run(context, call);
  const owed = context.services.find(consents)?.owes(call.session.site, call.session.member) ?? false;
  if (owed === false) return bound.run(context, call);
  return owed.then((isOwed) => (isOwed ? runRestricted(context, bound, call, 'CONSENT_NEEDED') : bound.run(context, call)));
}

/** For calls that know their product only by what they are asked. */
export function needProduct({ site, country }: Call, product: Product): void {
  if (!hasProduct(siteIn(site, country), product)) throw new Refusal('PRODUCT_OFF');
}

function restrictionOf({ product }: BoundRoute, { site, country }: Call): Restriction | undefined {
  if (isClosedIn(site, country)) return 'REGION_CLOSED';
  if (product === undefined) return undefined;
  const here = siteIn(site, country);
  const any = typeof product === 'string' ? [product] : product;
  return any.some((each) => hasProduct(here, each)) ? undefined : 'PRODUCT_OFF';
}

function runRestricted(context: AppContext, bound: BoundRoute, call: Call, restriction: Restriction): Promise<Answer<unknown>> {
  if (bound.whenRestricted === undefined) throw new Refusal(restriction);
  return bound.run(context, bound.whenRestricted === 'open' ? call : { ...call, restriction });
}
