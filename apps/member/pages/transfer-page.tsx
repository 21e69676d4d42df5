// /dnw/transfer with what is account's of it.
import { memberTransferTerms } from '@maru/wallet/member-transfer-contract.ts';
import { TransferPage } from '@maru/wallet/web/feature.tsx';
import { useWithdrawPassword } from './use-withdraw-password.tsx';

export function MemberTransferPage() {
  // A new one holds transfers for a while.
  const { dialog, onSetPassword } = useWithdrawPassword(memberTransferTerms);
  return (
    <>
      <TransferPage onSetPassword={onSetPassword} />
      {dialog}
    </>
  );
}
