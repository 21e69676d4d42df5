// A site's row as the specification's site info, and the mark by which an open page knows whether it still holds the one in force.
import { createHash } from 'node:crypto';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { USUAL_AGE } from '../usual-values.ts';
import { isChainOn } from '@maru/kit/server/config-chains.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { siteChangeTopic, type SiteInfo } from '../contract.ts';
import { coinsOf, networkWallets } from '../coins.ts';
import { consentService } from './consents.ts';

type Known = Pick<AppContext, 'config' | 'services' | 'sites'>;

/** `site`: the row, or the row as a country or a draft has it. */
export const siteInfoOf = (site: SiteConfig, context: Known): SiteInfo => ({ ...infoOf(site, context), mark: markOf(site, context) });

/** To a new subscriber, and to all after a change: a page that was loaded before it and listens after it has missed nothing. */
export const siteNews = (site: SiteConfig, context: Known & Pick<AppContext, 'clock'>) => ({
  at: new Date(context.clock.now()).toISOString(),
  mark: markOf(site, context),
});

export function tellSite(site: SiteConfig, context: AppContext): void {
  context.sockets.publish(site.id, siteChangeTopic.destination, siteNews(site, context));
}

const digests = new WeakMap<SiteConfig, string>();

/** A registry keeps the object of a row that is as it was. */
function markOf(site: SiteConfig, context: Known): string {
  const row = context.sites.byId(site.id) ?? site;
  let digest = digests.get(row);
  if (digest === undefined) {
    const all = JSON.stringify([infoOf(row, context), row.regions]);
    digest = createHash('sha256').update(all).digest('base64url').slice(0, 12);
    digests.set(row, digest);
  }
  return `${digest}.${context.services.use(consentService).versions(site.id)}`;
}

/** A coin whose chain has no node is shown to nobody; what has no chain of its own here is the site's word. */
function isTakenIn(config: Parameters<typeof isChainOn>[0], code: string): boolean {
  const network = networkWallets.find((wallet) => wallet.code === code)?.network;
  return network === undefined || isChainOn(config, network);
}

function infoOf(site: SiteConfig, { config }: Pick<AppContext, 'config'>): Omit<SiteInfo, 'mark'> {
  const { coins, coinWallets } = coinsOf(site);
  const own = (site.assets ?? []).map(({ code }) => code);
  const wallets = [...new Set([...site.usedCoins.filter((wallet) => wallet in coinWallets), ...own])];
  const currencies = [...new Set(wallets.map((wallet) => coinWallets[wallet].currency))];
  return {
    id: site.id,
    code: site.code,
    name: site.name,
    type: site.type,
    stockPrefix: site.stockPrefix,
    usedCoins: site.usedCoins.join(','),
    depositCoins: site.depositCoins.filter((code) => isTakenIn(config, code)).join(','),
    buyCoins: site.buyCoins.join(','),
    binaryCurrency: site.binaryCurrency,
    coinInfoJson: JSON.stringify(Object.fromEntries(currencies.map((currency) => [currency, coins[currency]]))),
    coinWalletInfoJson: JSON.stringify(
      Object.fromEntries(wallets.map((wallet) => [wallet, { ...coinWallets[wallet], isStaking: site.isStaking }])),
    ),
    timeZone: site.timeZone,
    languages: site.languages,
    theme: site.theme,
    isDemo: config.demo,
    ...(config.demo && site.demoMoney !== undefined && { demoMoney: site.demoMoney }),
    hasCoupons: site.isAffiliate !== true,
    hasSlot: site.slot?.isPlay === true,
    signUp: { proofs: [], needsApproval: false, asksBank: false, asksIdentity: false, ...site.signUp },
    minAge: site.minAge ?? USUAL_AGE,
    company: site.company,
    texts: Object.fromEntries(Object.entries(site.texts ?? {}).filter(([id]) => id.includes('.') && !id.startsWith('letter.'))),
    sounds: site.sounds ?? {},
    feed: config.feed,
  };
}
