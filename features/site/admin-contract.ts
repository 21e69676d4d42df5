// How another feature changes its part of a site: published as an edition like any other, by the one rule of who may not do it alone.
import { serviceKey } from '@maru/kit/contract/service.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AskingCall, Writer } from '@maru/operator/contract.ts';

export { knownCoins, networkWallets } from './coins.ts';
export { brandHolds, type LaunchCheckKind, launchChecks } from './launch-contract.ts';

interface Words {
  ko: string;
  en: string;
}

/** A kind of change: what a second person is asked for under its name, and what it makes of a site as it stands then. */
export interface SiteChangeKind<P> {
  /** `rounds.option`. */
  kind: string;
  name: Words;
  /** Who may decide, beside the right to approve at all. */
  right: string;
  /** Throws a Refusal where the site has moved away from what was asked. */
  to(standing: SiteConfig, payload: P): SiteConfig;
}

export interface SiteChangeAsk<P> {
  kind: SiteChangeKind<P>;
  payload: P;
  /** `round-option:3`. */
  target: string;
  summary: Words;
  reason: string;
}

/** What asks: the operator's own call. */
export interface ChangingCall extends AskingCall {
  readonly site: SiteConfig;
}
/** As `handleOperator` hands it to a call. */
type AuditOf = (note: { target: string; before?: unknown; after?: unknown; reason?: string }, client?: Writer) => Promise<void>;

/** What a feature knows against a change of a site, in both languages: a wallet that still holds members' money is not hidden. */
export type SiteGuard = (standing: SiteConfig, wanted: SiteConfig) => Promise<{ field: string; ko: string; en: string } | undefined>;
/** Provided by site: features add theirs at the start, and every publish asks them all. */
export const siteGuards = serviceKey('site.guards').of<SiteGuard[]>();

/** Provided by site. */
export interface SiteChanges {
  /** Once, at the start. */
  register<P>(kind: SiteChangeKind<P>): void;
  /** The site's row, which a running server follows within seconds. */
  standing(site: SiteConfig): Promise<SiteConfig>;
  /**
   * Publishes the change with its line in the audit log, and answers the site as it then stands; a large one (`config-changes.ts`)
   * waits for a second person and is refused with APPROVAL_REQUIRED.
   */
  change<P>(call: ChangingCall, audit: AuditOf, ask: SiteChangeAsk<P>): Promise<SiteConfig>;
}
export const siteChanges = serviceKey('site.changes').of<SiteChanges>();
