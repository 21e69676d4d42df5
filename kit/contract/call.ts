// One call and who makes it, as handlers and the services of features see them: nothing of HTTP.
import type { Role } from './role.ts';
import type { SiteConfig } from './site-config.ts';

/** What stands against a call: the country, the site's products, or a document that is not agreed to yet. */
export type Restriction = 'REGION_CLOSED' | 'PRODUCT_OFF' | 'CONSENT_NEEDED';

export interface Session {
  /** Of an operator's call: where it speaks for. Of an operator's socket: 0, since it speaks for none. */
  site: number;
  /** Of role `operator` an operator's id, which is no member's. */
  member: number;
  /** The member's account in the engine: dense per site; -1 of operators. */
  account: number;
  username: string;
  role: Role;
  /** Id of the login family; ends with it. */
  family: string;
}

/** One call, after site, session and shapes were checked. */
export interface Call<Q = unknown, B = unknown> {
  readonly site: SiteConfig;
  /** Present on every route whose roles exclude guests. */
  readonly session: Session | undefined;
  readonly query: Q;
  readonly body: B;
  readonly ip: string;
  /** Two letters, where a trusted proxy says. */
  readonly country: string | undefined;
  readonly userAgent: string;
  /** The name of the browser, where it has been at the desk. */
  readonly device?: string | undefined;
  readonly language: 'ko' | 'en';
  readonly requestId: string;
  /** Idempotency-Key header, if sent. */
  readonly requestKey: string | undefined;
  /** As the caller reached us: `https://host:port`. In production the host is one of the site's. */
  readonly origin: string;
  /** Of routes that take one. */
  readonly file?: UploadedFile;
  /** What stands against it: of calls that then take only what ends or lessens something. */
  readonly restriction?: Restriction;
}

export interface UploadedFile {
  /** As the sender calls it: never a place of ours. */
  name: string;
  bytes: Uint8Array;
}
