// A site's row as the specification's site info.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { Config } from '@maru/kit/server/config.ts';
import type { SiteInfo } from '../contract.ts';
import { coins, coinWallets } from './coins.ts';

/** Years, where a site says nothing. */
const MIN_AGE = 19;

export function siteInfoOf(site: SiteConfig, config: Pick<Config, 'demo' | 'feed'>): SiteInfo {
  const wallets = site.usedCoins.filter((wallet) => wallet in coinWallets);
  const currencies = [...new Set(wallets.map((wallet) => coinWallets[wallet].currency))];
  return {
    id: site.id,
    code: site.code,
    name: site.name,
    type: site.type,
    stockPrefix: site.stockPrefix,
    usedCoins: site.usedCoins.join(','),
    depositCoins: site.depositCoins.join(','),
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
    signUp: { proofs: [], needsApproval: false, asksBank: false, asksIdentity: false, ...site.signUp },
    minAge: site.minAge ?? MIN_AGE,
    company: site.company,
    texts: Object.fromEntries(Object.entries(site.texts ?? {}).filter(([id]) => id.includes('.') && !id.startsWith('letter.'))),
    sounds: site.sounds ?? {},
    feed: config.feed,
  };
}
