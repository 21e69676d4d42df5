// Whether there is a withdrawal password, and setting it without leaving the page: account's part of the pages that money leaves by.
import { existWithdrawPassword } from '@maru/account/withdraw-contract.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useState } from 'react';

const PasswordDialog = lazyArea(() => import('@maru/account/web/withdraw-dialog.tsx').then((m) => m.WithdrawPasswordDialog));

export function useWithdrawPassword() {
  const { data } = useCall(existWithdrawPassword);
  const [isSetting, setSetting] = useState(false);
  const close = () => {
    setSetting(false);
    void refetch(existWithdrawPassword);
  };
  return {
    hasPassword: data?.exists,
    onSetPassword: () => setSetting(true),
    dialog: isSetting && <PasswordDialog hasOne={false} onClose={close} />,
  };
}
