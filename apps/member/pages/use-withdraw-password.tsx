// Whether there is a withdrawal password, and setting it without leaving the page: account's part of the pages that money leaves by.
import { existWithdrawPassword } from '@maru/account/withdraw-contract.ts';
import { lazyArea } from '@maru/kit/web/lazy-area.tsx';
import { refetch, useCall } from '@maru/kit/web/query.ts';
import { useState } from 'react';

const PasswordDialog = lazyArea(() => import('@maru/account/web/withdraw-dialog.tsx').then((m) => m.WithdrawPasswordDialog));

/** `also`: what a new password changes besides. */
export function useWithdrawPassword(...also: readonly Parameters<typeof refetch>[0][]) {
  const { data } = useCall(existWithdrawPassword);
  const [isSetting, setSetting] = useState(false);
  const close = () => {
    setSetting(false);
    void Promise.all([existWithdrawPassword, ...also].map(refetch));
  };
  return {
    hasPassword: data?.exists,
    onSetPassword: () => setSetting(true),
    dialog: isSetting && <PasswordDialog hasOne={false} onClose={close} />,
  };
}
