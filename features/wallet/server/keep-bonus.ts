// A bonus with open turnover stays in USDT: as a coin, or with another member, it would leave.
import { Asset } from '@maru/engine/ledger/account.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import { USDT_DECIMALS } from '@maru/engine/money/units.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { Refusal } from '@maru/kit/server/feature.ts';
import { heldBonus } from './coupon-turnover.ts';

export async function refuseBonus(
  context: AppContext,
  site: SiteConfig,
  { account, asset, amount }: { account: number; asset: number; amount: number },
  code: 'CONVERT_BONUS' | 'TRANSFER_BONUS',
): Promise<void> {
  if (asset !== Asset.Usdt) return;
  const bonus = await heldBonus(context, site, account);
  if (bonus === 0) return;
  const [inUsdt, futures] = await Promise.all([
    context.engine.query<{ withdrawable: number }>(site.id, 'custodyFigures', account, Asset.Usdt),
    context.engine.query<{ withdrawable: number }>(site.id, 'account', account),
  ]);
  if (inUsdt.withdrawable + Math.max(0, futures.withdrawable) - amount >= bonus) return;
  throw new Refusal(code, { field: 'point', held: formatDecimal(bonus, USDT_DECIMALS, true) });
}

/** What takes of a member's money in USDT is looked at one after the other: what the one leaves of a bonus is what the next is held to. */
export const bonusTurn = (site: number, account: number): string => `wallet.convert ${site} ${account}`;
