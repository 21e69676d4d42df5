// A wallet is not hidden while members hold money in it or stakes of it are open: they would neither see it nor get it out.
import { HouseAccount, WalletWord } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { figureText } from '@maru/kit/server/i18n.ts';
import { type SiteGuard, siteGuards } from '@maru/site/admin-contract.ts';
import { currencyOf } from './purses.ts';

/** Wallets that a site may leave out and that the ledger keeps. */
const kept = { USDT: WalletWord.Usdt, BINARY: WalletWord.Binary } as const;

/** In the wallet's smallest units, open stakes with it. */
async function heldIn({ engine }: AppContext, site: SiteConfig, wallet: keyof typeof kept): Promise<number> {
  const held = await engine.query<number>(site.id, 'purseTotal', kept[wallet]);
  return wallet === 'BINARY' ? held + (await engine.query<number>(site.id, 'ledger', HouseAccount.RoundsEscrow)) : held;
}

export function guardWallets(context: AppContext): void {
  const guard: SiteGuard = async (standing, wanted) => {
    for (const wallet of ['USDT', 'BINARY'] as const) {
      if (!standing.usedCoins.includes(wallet) || wanted.usedCoins.includes(wallet)) continue;
      const held = await heldIn(context, standing, wallet);
      if (held === 0) continue;
      const { currency, decimals } = currencyOf(standing, wallet);
      const amount = `${figureText(formatDecimal(held, decimals, true))} ${currency}`;
      return {
        field: 'usedCoins',
        ko: `${wallet} 지갑에 회원의 돈 ${amount}이 있어서 숨길 수 없어요. 진행 중인 투자도 들어 있어요.`,
        en: `Members hold ${amount} in the ${wallet} wallet, open stakes included: it cannot be hidden.`,
      };
    }
    return undefined;
  };
  context.services.find(siteGuards)?.push(guard);
}
