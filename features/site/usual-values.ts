// What holds where a site's row says nothing, and what it may name.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';

/** Years a member must have where a site says nothing. */
export const USUAL_AGE = 19;

/** What a rate may move within an hour where a site says nothing: 1 % in 10^-8. */
export const USUAL_MOVE = 1_000_000;

/** Where rates may come from besides the site's own hand. */
export const rateSources = ['demo'] as const;

/** How long before its round's start a game's betting ends where its row says nothing. */
export const usualCutoffMs = (code: string): number => (code === 'R.5' ? 5_000 : 10_000);

/** Of the parts that other features declare, as the pages of a site edit them. */
export type SiteTier = NonNullable<SiteConfig['tiers']>[string][number];
export type SiteConversion = NonNullable<SiteConfig['conversion']>;
export type SiteRoundOption = NonNullable<SiteConfig['rounds']>['options'][number];
