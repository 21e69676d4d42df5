// What wallets are called: the specification's by name, and one for each asset of a site's own row by its code.
import { z } from 'zod/mini';

const walletTypes = ['FUTURES', 'BINARY', 'USDT', 'BTC', 'ETH', 'XRP', 'DOGE', 'EOS', 'TRON', 'TRON_USDT', 'ETH_USDT'] as const;
/** One of the specification's, or a code that only the site's row knows. */
export type WalletType = string;

/** Which of them a site has, its row says: one that it has not is refused where it is asked for. */
export const walletType = z.string().check(z.regex(/^[A-Z0-9_]{2,16}$/));

type OwnAssets = { assets?: readonly { code: string }[] | undefined };

export const isWalletType = ({ assets }: OwnAssets, type: string): boolean =>
  (walletTypes as readonly string[]).includes(type) || (assets?.some(({ code }) => code === type) ?? false);

/** Every wallet that a member may have at a site, in the order they are shown: the specification's, then the site's own. */
export function walletTypesOf({ assets = [] }: OwnAssets): WalletType[] {
  return [...new Set<string>([...walletTypes, ...assets.map(({ code }) => code)])];
}
