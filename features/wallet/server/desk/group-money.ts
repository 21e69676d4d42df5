// A site's money of some days in one line, for the view of all brands: from the same sums as its flow and its house sheet.
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import type { GroupMoney } from '@maru/operator/contract.ts';
import { moneyFlow } from './money-flow.ts';
import { houseSheet } from './house-sheet.ts';

export async function groupMoneyOf(context: AppContext, site: SiteConfig, days: number): Promise<GroupMoney> {
  const [{ flows }, { sheets, proof }] = await Promise.all([moneyFlow(context, site, days), houseSheet(context, site, { days })]);
  const [usdt, other] = flows;
  const resultOf = (currency: string) => sheets.find((sheet) => sheet.currency === currency)?.total.result ?? '0';
  return {
    into: usdt.into,
    out: usdt.out,
    net: usdt.net,
    result: resultOf('USDT'),
    other: other === undefined ? null : { currency: other.currency, net: other.net, result: resultOf(other.currency) },
    isProven: proof.state !== 'DIFFERENT',
  };
}
