// What a feature adds to a site's pages: its own files, and a draft of the site shown in a frame of the back office.
import { serviceKey } from '../contract/service.ts';
import type { SiteConfig } from '../contract/site-config.ts';

export interface SiteFile {
  type: string;
  bytes: Uint8Array;
}

export interface DraftPage {
  /** The site as its draft has it. */
  site: SiteConfig;
  /** The one origin that may frame the page. */
  framedBy: string;
}

export interface SitePages {
  /** Paths of the site's own files begin with it. */
  readonly filePrefix: string;
  /** undefined: this site has no such file. */
  file(site: SiteConfig, name: string): Promise<SiteFile | undefined>;
  /** undefined: the word opens nothing here, or no longer. */
  draft(site: SiteConfig, word: string): Promise<DraftPage | undefined>;
}
/** Provided by whoever keeps the sites. */
export const sitePages = serviceKey('kit.sitePages').of<SitePages>();

/** In the address of a page that shows a draft. */
const DRAFT_PARAM = 'maru-draft';

export function draftWordOf(url: string): string | undefined {
  const at = url.indexOf('?');
  if (at < 0 || !url.includes(`${DRAFT_PARAM}=`, at)) return undefined;
  return new URLSearchParams(url.slice(at + 1)).get(DRAFT_PARAM) ?? undefined;
}
