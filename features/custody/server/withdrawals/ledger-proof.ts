// What the engine itself says of a withdrawal's number, against the row that people see.
import { WithdrawalState as Ledger } from '@maru/engine/wire/custody-terms.ts';
import { formatDecimal } from '@maru/engine/money/decimal.ts';
import type { SiteConfig } from '@maru/kit/contract/site-config.ts';
import type { AppContext } from '@maru/kit/server/context.ts';
import { assetAt } from '@maru/wallet/admin-contract.ts';
import type { DeskWithdrawalPage } from '../../withdraw-desk-contract.ts';
import type { WithdrawalRow } from './present-withdrawal.ts';

interface View {
  state: number;
  open?: { account: number; asset: number; amount: number; fee: number };
}

const words: Readonly<Record<number, string>> = {
  [Ledger.None]: 'NONE',
  [Ledger.Held]: 'HELD',
  [Ledger.Sent]: 'SENT',
  [Ledger.Settled]: 'SETTLED',
  [Ledger.SettledInside]: 'INSIDE',
  [Ledger.Returned]: 'RETURNED',
};

/** A row without a number was given back before the engine heard of it. */
export async function proofOf(
  { engine }: Pick<AppContext, 'engine'>,
  site: SiteConfig,
  row: WithdrawalRow,
): Promise<DeskWithdrawalPage['proof']> {
  const view: View = row.number === null ? { state: Ledger.None } : await engine.query<View>(site.id, 'withdrawal', row.number);
  const text = (units: number) => formatDecimal(units, assetAt(site, row.asset)?.decimals ?? 0, true);
  const said = words[view.state] ?? String(view.state);
  const { open } = view;
  const isOpenSame =
    open === undefined || (open.account === row.account && open.asset === row.asset && open.amount === row.amount && open.fee === row.fee);
  return {
    number: row.number,
    engine: said,
    row: row.ledger,
    open: open === undefined ? null : { account: open.account, point: text(open.amount + open.fee), fee: text(open.fee) },
    isSame: isOpenSame && said === (row.ledger === 'VOID' ? 'NONE' : row.ledger),
  };
}
