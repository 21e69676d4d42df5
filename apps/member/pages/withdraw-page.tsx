// /dnw/withdraw with what is account's of it.
import { WithdrawPage } from '@maru/custody/web/withdraw/withdraw-page.tsx';
import { quoteWithdrawal } from '@maru/custody/withdraw-contract.ts';
import { useWithdrawPassword } from './use-withdraw-password.tsx';

export function MemberWithdrawPage() {
  // A new one holds withdrawals for a while.
  const { dialog, ...password } = useWithdrawPassword(quoteWithdrawal);
  return (
    <>
      <WithdrawPage {...password} />
      {dialog}
    </>
  );
}
