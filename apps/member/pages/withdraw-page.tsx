// /dnw/withdraw with what is account's of it.
import { WithdrawPage } from '@maru/custody/web/withdraw/withdraw-page.tsx';
import { useWithdrawPassword } from './use-withdraw-password.tsx';

export function MemberWithdrawPage() {
  const { dialog, ...password } = useWithdrawPassword();
  return (
    <>
      <WithdrawPage {...password} />
      {dialog}
    </>
  );
}
