// The provider of games that a site works with: its sealed account under /admin/providers. Without one there are no such games.
import type { AppContext } from '@maru/kit/server/context.ts';
import { siteProviders } from '@maru/kit/server/site-providers.ts';

export interface GameProvider {
  name: string;
  secret: string;
  /** `https://games.example`: where members are sent; this server never calls it. */
  origin: string;
}

export function providerOf({ services }: AppContext, site: number): GameProvider | undefined {
  const address = services.find(siteProviders)?.urlOf(site, 'slot-game');
  if (address === undefined || address === null) return undefined;
  const { username, password, origin } = new URL(address);
  return { name: decodeURIComponent(username), secret: decodeURIComponent(password), origin };
}
