// /dnw/withdraw with what is account's of it: whether there is a withdrawal password, and setting it without leaving the page.
import { existWithdrawPassword } from '@maru/account/withdraw-contract.ts';
import { WithdrawPage } from '@maru/custody/web/withdraw/withdraw-page.tsx';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useState } from 'react';

const PasswordDialog = lazyArea(() => import('@maru/account/web/withdraw-dialog.tsx').then((m) => m.WithdrawPasswordDialog));

export function MemberWithdrawPage() {
  const { data } = useCall(existWithdrawPassword);
  const [isSetting, setSetting] = useState(false);
  const close = () => {
    setSetting(false);
    void refetch(existWithdrawPassword);
  };
  return (
    <>
      <WithdrawPage hasPassword={data?.exists} onSetPassword={() => setSetting(true)} />
      {isSetting && <PasswordDialog hasOne={false} onClose={close} />}
    </>
  );
}
