// /dnw/addresses with what is account's of it.
import { AllowListPage } from '@maru/custody/web/allow-list/allow-list-page.tsx';
import { useWithdrawPassword } from './use-withdraw-password.tsx';

export function MemberAddressesPage() {
  const { dialog, ...password } = useWithdrawPassword();
  return (
    <>
      <AllowListPage {...password} />
      {dialog}
    </>
  );
}
