// Whose mail server, SMS gateway, identity bureau and outside games a site uses: its own account where it has one, else the installation's
// settings; of games there are none but a site's own.
import { serviceKey } from '../contract/service.ts';

export type ProviderKind = 'mail' | 'sms' | 'nice' | 'slot-game';

export interface SiteProviders {
  /**
   * The site's own account, written as the installation's setting of that kind would be. undefined: it uses the installation's.
   * null: it has its own, which does not open under this installation's key, and nobody stands in for it.
   */
  urlOf(site: number, kind: ProviderKind): string | null | undefined;
}
/** Provided by whoever keeps the sites. */
export const siteProviders = serviceKey('kit.siteProviders').of<SiteProviders>();
