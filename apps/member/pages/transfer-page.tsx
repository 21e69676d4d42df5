// /dnw/transfer with what is account's of it.
import { memberTransferTerms } from '@maru/wallet/member-transfer-contract.ts';
import type { TransferPage } from '@maru/wallet/web/feature.tsx';
import { useWithdrawPassword } from './use-withdraw-password.tsx';

/** The page comes by itself: a file that takes it in splits what other pages share. */
export function MemberTransferPage({ Page }: { Page: typeof TransferPage }) {
  // A new one holds transfers for a while.
  const { dialog, onSetPassword } = useWithdrawPassword(memberTransferTerms);
  return (
    <>
      <Page onSetPassword={onSetPassword} />
      {dialog}
    </>
  );
}
