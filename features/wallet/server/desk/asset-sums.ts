// A line for each currency of a site: who holds what of it, and the proof that all accounts sum to nothing.
import type { AssetHoldings } from '@maru/engine/ledger/sums.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import { handleOperator } from '@maru/kit/server/operator-call.ts';
import { type AssetTable, assetAt, assetsOf, currencyOfAsset } from '../../assets.ts';
import { type AssetSum, listAssetSums } from '../../asset-sums-contract.ts';
import { currencyAt } from '../purses.ts';

export const listAssetSumsHandler = handleOperator(listAssetSums, async ({ engine, clock }, { site }) => {
  const holdings = await engine.query<AssetHoldings[]>(site.id, 'holdings');
  return { data: { content: assetSums(site, holdings), time: new Date(clock.now()).toISOString() } };
});

/** Pure. Assets that are called alike are one currency, as where games are played in USDT; rows of the site's own stand there from the start. */
export function assetSums(site: AssetTable & Pick<SiteConfig, 'usedCoins'>, holdings: readonly AssetHoldings[]): AssetSum[] {
  const shown = assetsOf(site).filter(({ code }) => site.usedCoins.includes(code) || site.assets?.some((own) => own.code === code));
  const met = holdings.map(({ asset }) => currencyAt(site, asset).currency);
  return [...new Set([...shown.map(currencyOfAsset), ...met])].map((currency) => {
    const rows = holdings.filter(({ asset }) => currencyAt(site, asset).currency === currency);
    const asset = rows.at(0)?.asset ?? shown.find((row) => currencyOfAsset(row) === currency)?.asset;
    return sumOf(currency, asset === undefined ? 0 : currencyAt(site, asset).decimals, rows, site);
  });
}

function sumOf(currency: string, decimals: number, rows: readonly AssetHoldings[], site: AssetTable): AssetSum {
  const held = (holder: 'members' | 'transit' | 'site' | 'outside') => rows.reduce((all, row) => all + BigInt(row[holder]), 0n);
  const [members, transit, own, outside] = [held('members'), held('transit'), held('site'), held('outside')];
  const sum = members + transit + own + outside;
  const text = (units: bigint) => formatDecimal(units, decimals);
  return {
    currency,
    assets: rows.map(({ asset }) => assetAt(site, asset)?.code ?? `#${asset}`),
    members: text(members),
    transit: text(transit),
    own: text(own),
    outside: text(outside),
    sum: text(sum),
    isZero: sum === 0n,
  };
}
