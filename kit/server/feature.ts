// The shape of a feature's entry point on the server: what it answers, fills, tells and does in the background.
import type { z } from 'zod/mini';
import type { Call, Session } from '../contract/call.ts';
import type { Out, Route } from '../contract/route.ts';
import type { SiteConfig } from '../contract/site-config.ts';
import type { Topic } from '../contract/topic.ts';
import type { ErrorCatalogue } from '../contract/errors.ts';
import type { Product } from './restrictions.ts';
import type { AppContext } from './context.ts';
import type { Projection } from './projection.ts';
import type { SideGateway, SideSocketGateway } from './side-gateway.ts';
import type { Wiring } from './wiring.ts';

export type { Call, Session, UploadedFile } from '../contract/call.ts';

/** What a download route answers; nothing of it can run, whatever it holds. */
export interface ServedFile {
  type: string;
  bytes: Uint8Array;
  /** A file on disk, streamed in place of `bytes`. */
  path?: string;
  /** Shown in place, or saved under its name. */
  isInline: boolean;
  name: string;
  /** Seconds that the asking browser may keep it; nobody between may. */
  maxAge: number;
}

/** A handler's answer; `sequence` goes into the envelope, `headers` onto the response. */
export interface Answer<R> {
  data: R;
  sequence?: number;
  headers?: Record<string, string>;
  /** Of download routes, in place of `data`. */
  file?: ServedFile;
}

/** Thrown (or returned by rejecting) to answer with a declared error code. */
export class Refusal extends Error {
  readonly code: string;
  readonly data: Record<string, unknown> | undefined;
  constructor(code: string, data?: Record<string, unknown>) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

export interface BoundRoute {
  route: Route;
  /** Bound by handleOperator: it cannot succeed without a line in the audit log. */
  isAudited?: true;
  /** Of a product (any of several) that a site, or a country of it, may be without; from its feature where it is not said here. */
  product?: Product | readonly Product[];
  /** What it still does then, in a closed country, and while consent is owed; absent: nothing. `reduces`: its handler asks `call.restriction`. */
  whenRestricted?: 'reduces' | 'open';
  /** A way in: nobody comes by it from a country that the site does not serve. */
  isEntrance?: true;
  /** Codes that the engine can refuse its commands with, beside the route's own (bound by `sending`). */
  refusals?: readonly string[];
  /** For hot routes: the JSON text of `data`, when something faster than JSON.stringify exists. */
  serialize?(data: unknown): string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the registry holds handlers of all shapes; handle() keeps each one typed
  run(context: AppContext, call: Call<any, any>): Promise<Answer<unknown>>;
}

/** Binds a route to its handler with the types of its contract. */
export function handle<Q extends z.ZodMiniType | undefined, B extends z.ZodMiniType | undefined, R extends z.ZodMiniType>(
  route: Route<Q, B, R>,
  run: (context: AppContext, call: Call<Out<Q>, Out<B>>) => Promise<Answer<Out<R>>>,
): BoundRoute {
  return { route, run: run as BoundRoute['run'] };
}

export interface MissedMessage {
  /** `${seq}-${index}`, as it was sent. */
  eventId: string;
  body: unknown;
}

export interface BoundTopic {
  topic: Topic;
  /** Messages a new subscriber gets first (a snapshot), given the destination's parameters. */
  snapshot?(
    context: AppContext,
    site: SiteConfig,
    params: Record<string, string>,
    session: Session | undefined,
  ): Promise<unknown[]> | unknown[];
  /**
   * Of a member's own queue: messages of the sequences between two, both included, that this process no longer remembers, oldest
   * first; undefined when they are not to be had, and the client fetches anew.
   */
  missed?(
    context: AppContext,
    site: SiteConfig,
    session: Session,
    fromSeq: number,
    untilSeq: number,
  ): Promise<readonly MissedMessage[] | undefined>;
  /** Refuses unknown parameters (another site's id, a symbol not listed). */
  accepts?(context: AppContext, site: SiteConfig, params: Record<string, string>, session: Session | undefined): boolean;
}

export interface Migration {
  /** `0500-members`: sorted over all features, forward only. */
  readonly name: string;
  readonly sql: string;
  /** What the steps of releases before it came to; an installation that has run those never runs it (`base-migration.ts`). */
  readonly isBase?: true;
}

export interface ServerFeature<W extends Wiring = Wiring> {
  readonly name: string;
  /** What it offers others and needs of them; features of one folder have one. */
  readonly wiring?: W;
  readonly errors: ErrorCatalogue;
  /** Product that its routes belong to. */
  readonly product?: Product | readonly Product[];
  readonly routes: readonly BoundRoute[];
  readonly topics?: readonly BoundTopic[];
  readonly projections?: readonly Projection[];
  readonly migrations?: readonly Migration[];
  /** Gateways in the shape of another protocol, beside the contract's calls. */
  readonly sideGateways?: readonly SideGateway[];
  readonly sideSockets?: SideSocketGateway;
  /** Adds to what a page carries at first paint (`window.__MARU__`). */
  boot?(context: AppContext, site: SiteConfig): Record<string, unknown>;
  /** Subscribes to batches, starts feeds, timers and jobs; returns how to stop what does not stop by itself. Runs before the server listens. */
  start?(context: AppContext): Promise<(() => Promise<void> | void) | void>;
  /**
   * Brings what the feature keeps of a site to its configuration: asked for every site after `start`, for a new one before its
   * first page, and again whenever its row has changed. A second time without a change does nothing.
   */
  openSite?(context: AppContext, site: SiteConfig): Promise<void>;
  /** Once every feature has started and opened its sites: what needs what others have registered goes on from here. */
  allStarted?(context: AppContext): Promise<void>;
  /** Forgets what it keeps of a site that is hosted no more; its engine has ended. */
  closeSite?(context: AppContext, site: number): void;
}
