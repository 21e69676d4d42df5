// A coin's terms of going out, and an amount by them: fee, least, precision of ledger and chain.
import { isAddress } from '@maru/chains/address/is-address.ts';
import { formatDecimal, readDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { assetAt, currencyOfAsset } from '@maru/wallet/admin-contract.ts';
import { type CoinRow, coinsOfSite } from '../coin-rows.ts';
import { inChainUnits } from '../units.ts';

export interface WithdrawTerms {
  coin: CoinRow;
  currency: string;
  /** Of the ledger. */
  decimals: number;
}

export async function termsOf({ pool }: Pick<AppContext, 'pool'>, site: SiteConfig, walletType: string): Promise<WithdrawTerms> {
  const coin = (await coinsOfSite(pool, site)).find((row) => row.walletType === walletType);
  const asset = coin && assetAt(site, coin.asset);
  if (coin === undefined || asset === undefined) throw new Refusal('WITHDRAW_COIN');
  return { coin, currency: currencyOfAsset(asset), decimals: asset.decimals };
}

/** A currency of several networks (USDT) is sent on the one that the address is of. */
export async function termsFor(
  context: Pick<AppContext, 'pool'>,
  site: SiteConfig,
  walletType: string,
  address: string | undefined,
): Promise<WithdrawTerms> {
  const coins = await coinsOfSite(context.pool, site);
  if (address === undefined || coins.some((row) => row.walletType === walletType)) return termsOf(context, site, walletType);
  const named = coins.filter(({ asset }) => {
    const known = assetAt(site, asset);
    return known !== undefined && currencyOfAsset(known) === walletType;
  });
  const coin = named.find(({ chain }) => isAddress(chain, address)) ?? named[0];
  return termsOf(context, site, coin?.walletType ?? walletType);
}

/** Digits behind the point that both the ledger and the chain can count. */
export const digitsOf = ({ coin, decimals }: WithdrawTerms): number => Math.min(decimals, coin.decimals);

/** What leaves the wallet, divided into what arrives and the fee; inside a site there is none. Throws why not. */
export function divide(terms: WithdrawTerms, point: string, isInside: boolean): { amount: number; fee: number } {
  const { coin, currency, decimals } = terms;
  const given = readDecimal(point, decimals);
  if (given === 'TOO_MANY_DECIMALS') throw new Refusal('BAD_PRECISION', { field: 'point', decimals: digitsOf(terms) });
  if (typeof given !== 'number') throw new Refusal('INVALID_FIELD', { field: 'point' });
  const fee = isInside ? 0 : coin.outFee;
  if (given < coin.outLeast || given <= fee)
    throw new Refusal('WITHDRAW_LEAST', { least: formatDecimal(coin.outLeast, decimals, true), currency });
  const amount = given - fee;
  if (inChainUnits(BigInt(amount), coin.decimals, decimals) === undefined)
    throw new Refusal('BAD_PRECISION', { field: 'point', decimals: digitsOf(terms) });
  return { amount, fee };
}
